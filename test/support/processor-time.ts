// How much of a processor this process has used, in milliseconds: what a bound on work is held
// against, since a busy machine makes every clock run ahead of the work.

export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
