// Figures with their limits, as `bench`, `chaos` and `acceptance` print them: the last line is one
// object, and the exit code is 0 only if every check is kept. Results are kept nowhere.
import { cpus, totalmem } from 'node:os';

export type Check = {
  name: string;
  /** A ratio to a reference measured in the same run, or a count. */
  value: number;
  limit: number;
  unit: string;
  /** The limit is the least that will do, not the most. */
  isFloor?: true;
};

export type JudgedCheck = Omit<Check, 'isFloor'> & { ok: boolean };

export function judge({ isFloor, ...check }: Check): JudgedCheck {
  const { value, limit } = check;
  return { ...check, ok: isFloor ? value >= limit : value <= limit };
}

/** For a test that runs the same code with smaller numbers. */
export function brokenChecks(checks: readonly Check[]): string[] {
  return checks.filter((check) => !judge(check).ok).map(describeCheck);
}

export function printFigures(
  name: string,
  checks: readonly Check[],
  say: (line: string) => void,
): number {
  for (const check of checks) say(`${judge(check).ok ? 'ok  ' : 'FAIL'} ${describeCheck(check)}`);
  const judged = checks.map(judge);
  const ok = judged.length > 0 && judged.every((check) => check.ok);
  process.stdout.write(`${JSON.stringify({ name, ok, checks: judged, machine: machine() })}\n`);
  return ok ? 0 : 1;
}

function describeCheck({ name, value, limit, unit, isFloor }: Check): string {
  return `${name}: ${value} ${unit}, at ${isFloor ? 'least' : 'most'} ${limit}`;
}

function machine() {
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
}
