// `redgreen <subcommand>`: finds the subcommand, prints help and faults, gives the exit code.
import { AppError, toOperatorLines } from '../errors.ts';
import { createRedactor } from '../redact/redact.ts';
import { packageVersion } from './package-root.ts';
import type { Subcommand, Terminal } from './subcommand.ts';

/** Loaded when asked for: most need little of what the app is made of. */
const SUBCOMMANDS: Readonly<Record<string, () => Promise<Subcommand>>> = {
  start: async () => (await import('./start.ts')).start,
  demo: async () => (await import('./demo.ts')).demo,
  doctor: async () => (await import('./doctor.ts')).doctor,
  jobs: async () => (await import('./jobs.ts')).jobs,
  report: async () => (await import('./report.ts')).report,
  replay: async () => (await import('./replay.ts')).replay,
  migrate: async () => (await import('./migrate.ts')).migrate,
  db: async () => (await import('./db.ts')).db,
  sandboxd: async () => (await import('./sandboxd.ts')).sandboxd,
  template: async () => (await import('./template.ts')).template,
  audit: async () => (await import('./audit.ts')).audit,
  setup: async () => (await import('./setup.ts')).setup,
  agent: async () => (await import('./agent.ts')).agent,
  tool: async () => (await import('./tool.ts')).tool,
};

export async function main(args: string[]): Promise<number> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  const terminal: Terminal = {
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
    signal: stop.signal,
  };
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    const { redact } = createRedactor([]);
    for (const line of toOperatorLines(error)) terminal.complain(redact(line));
    return 1;
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

async function dispatch(args: string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    for (const line of await helpLines()) terminal.print(line);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    terminal.print(packageVersion());
    return 0;
  }
  const load = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (load === undefined) {
    throw new AppError('USAGE', { problem: `There is no subcommand "${name}".` });
  }
  const subcommand = await load();
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.print(`redgreen ${subcommand.name}: ${subcommand.summary}`);
    terminal.print(`Usage: redgreen ${subcommand.name} ${subcommand.usage}`.trimEnd());
    return 0;
  }
  return await subcommand.run(rest, terminal);
}

async function helpLines(): Promise<string[]> {
  const all = await Promise.all(Object.values(SUBCOMMANDS).map(async (load) => await load()));
  const width = Math.max(...all.map(({ name }) => name.length));
  return [
    'redgreen: label an issue, get a draft pull request whose every promise was seen red, then green.',
    '',
    'Usage: redgreen <subcommand> [options]',
    '',
    ...all.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '`redgreen <subcommand> --help` says more. Settings come from the environment (README).',
  ];
}
