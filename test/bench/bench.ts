// What a bench gives: values with their limits. A value is a ratio to a reference measured in the
// same run, or a count; lower is better.

export type Check = { name: string; value: number; limit: number; unit: string };
export type Bench = (say: (line: string) => void) => Promise<Check[]>;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
