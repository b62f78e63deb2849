// What a test report says, whatever its format, and what that may change: the exit code is the
// verdict, a report can only make it worse. Pure.

export type TestStatus = 'passed' | 'failed' | 'skipped' | 'error';
export type TestResult = {
  /** With the names of what it lies in, so that it is the same in two runs. */
  name: string;
  status: TestStatus;
  message?: string;
  durationMs?: number;
};
export type TestReport = readonly TestResult[];
/** A report that cannot be trusted is none, and says why. */
export type ReadReport =
  | { report: TestReport; reason?: undefined }
  | { report: undefined; reason: string };

type Refined =
  | { status: 'green' }
  | { status: 'red'; why: 'exit code' | 'failed in the report' | 'no test ran' };

/** More than any honest report of one run. */
export const LARGEST_REPORT = 16 * 1024 * 1024;
export const MOST_RESULTS = 100_000;
export const DEEPEST = 64;
const LONGEST_NAME = 1_000;
const LONGEST_MESSAGE = 4_000;

export function refine(exitCode: number, report: TestReport | undefined): Refined {
  if (exitCode !== 0) return { status: 'red', why: 'exit code' };
  if (report === undefined) return { status: 'green' };
  if (report.some(isFailing)) return { status: 'red', why: 'failed in the report' };
  if (!report.some(isExecuted)) return { status: 'red', why: 'no test ran' };
  return { status: 'green' };
}

export function isFailing({ status }: Pick<TestResult, 'status'>): boolean {
  return status === 'failed' || status === 'error';
}

export function isExecuted({ status }: Pick<TestResult, 'status'>): boolean {
  return status !== 'skipped';
}

export function toResult(found: {
  name: string;
  status: TestStatus;
  message?: string | undefined;
  durationMs?: number | undefined;
}): TestResult {
  const { status, durationMs } = found;
  const message = found.message?.trim().slice(0, LONGEST_MESSAGE);
  return {
    name: found.name.slice(0, LONGEST_NAME),
    status,
    ...(message === undefined || message === '' ? {} : { message }),
    ...(durationMs === undefined || !Number.isFinite(durationMs) || durationMs < 0
      ? {}
      : { durationMs }),
  };
}

export function refused(reason: string): ReadReport {
  return { report: undefined, reason };
}
