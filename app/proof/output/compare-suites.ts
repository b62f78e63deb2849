// The existing suite on the base against the head, test by test where both have a report or name
// their tests, by exit codes where not. What the exit code says is never lost. Pure.
import { z } from 'zod';
import { saidTests, unsaidTests } from './said-tests.ts';
import { isFailing, type TestReport, type TestResult } from './test-report.ts';

type SuiteRun = { exitCode: number; output?: string; tests?: TestReport | undefined };

export const SuiteComparison = z.strictObject({
  by: z.enum(['tests', 'exit codes']),
  newlyFailing: z.array(z.string()),
  newlyPassing: z.array(z.string()),
  /** On the base only: deleted, renamed, or not run any more. */
  disappeared: z.array(z.string()),
  added: z.array(z.string()),
  newlySkipped: z.array(z.string()),
});
export type SuiteComparison = z.infer<typeof SuiteComparison>;

/** Stands for all tests where they are not known by name. */
export const WHOLE_SUITE = '(the whole suite)';

export function compareSuites(base: SuiteRun, head: SuiteRun): SuiteComparison {
  const whole = compareExits(base, head);
  if (base.tests !== undefined) {
    // Whoever has no report any more does not say of any test that it ran.
    if (head.tests === undefined) return { ...whole, disappeared: [...byName(base.tests).keys()] };
    return compareReports(base.tests, head.tests, whole);
  }
  const [before, after] = [saidTests(base.output ?? ''), saidTests(head.output ?? '')];
  if (before.report !== undefined && after.report !== undefined) {
    return compareReports(before.report, after.report, whole);
  }
  const failing = new Set(after.failing);
  // Where nothing failed before, whatever fails now is new.
  const isNamed = whole.newlyFailing.length > 0 && failing.size > 0;
  return {
    ...whole,
    newlyFailing: isNamed ? [...failing] : whole.newlyFailing,
    disappeared: whole.disappeared.filter((name) => !failing.has(name)),
  };
}

function compareReports(
  base: TestReport,
  head: TestReport,
  whole: SuiteComparison,
): SuiteComparison {
  const [before, after] = [byName(base), byName(head)];
  const both = [...after].flatMap(([name, is]) => {
    const was = before.get(name);
    return was === undefined ? [] : [{ name, was, is }];
  });
  const added = [...after].filter(([name]) => !before.has(name));
  const named = (pairs: readonly { name: string }[]) => pairs.map(({ name }) => name);
  const newlyFailing = [
    ...named(both.filter(({ was, is }) => isFailing(is) && !isFailing(was))),
    ...added.filter(([, is]) => isFailing(is)).map(([name]) => name),
  ];
  const isRedUnsaid = whole.newlyFailing.length > 0 && newlyFailing.length === 0;
  return {
    by: 'tests',
    newlyFailing: isRedUnsaid ? [WHOLE_SUITE] : newlyFailing,
    newlyPassing: named(both.filter(({ was, is }) => isFailing(was) && is.status === 'passed')),
    disappeared: [...before.keys()].filter((name) => !after.has(name)),
    added: added.map(([name]) => name),
    newlySkipped: named(
      both.filter(({ was, is }) => was.status !== 'skipped' && is.status === 'skipped'),
    ),
  };
}

function compareExits(base: SuiteRun, head: SuiteRun): SuiteComparison {
  const isGreen = ({ exitCode }: SuiteRun) => exitCode === 0;
  return {
    by: 'exit codes',
    newlyFailing: isGreen(base) && !isGreen(head) ? [WHOLE_SUITE] : [],
    newlyPassing: !isGreen(base) && isGreen(head) ? [WHOLE_SUITE] : [],
    disappeared: unsaidTests(base.output ?? '', head.output ?? ''),
    added: [],
    newlySkipped: [],
  };
}

/** Tests of one name are told apart by their order. */
function byName(report: TestReport): Map<string, TestResult> {
  const times = new Map<string, number>();
  const results = new Map<string, TestResult>();
  for (const result of report) {
    const time = (times.get(result.name) ?? 0) + 1;
    times.set(result.name, time);
    results.set(time === 1 ? result.name : `${result.name} (${time})`, result);
  }
  return results;
}
