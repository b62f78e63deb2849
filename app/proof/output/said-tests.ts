// The tests that a run without a report names, one on a line, as most test runners print them with an
// option for it, and how many it says it executed. Pure.
import { executedTests } from './nothing-ran.ts';
import { plainText } from './terminal-text.ts';
import { isFailing, type TestReport, toResult } from './test-report.ts';
import type { SaidTest } from './test-runners/test-runner.ts';
import { TEST_RUNNERS } from './test-runners/test-runners.ts';

/** Of longer output the middle may be left out: then nothing is missing. */
const READ_AT_MOST = 300_000;
/** No name of a test is as long. */
const LONGEST_LINE = 1_000;
const SAID = new Set(TEST_RUNNERS.flatMap(({ said }) => said));

type SaidTests = {
  /** Undefined: it does not name every test it executed. */
  report: TestReport | undefined;
  /** By name. */
  failing: string[];
};

export function saidTests(output: string): SaidTests {
  if (output.length > READ_AT_MOST) return { report: undefined, failing: [] };
  const said = saidIn(output);
  const tests = said.filter(({ isGroup }) => isGroup !== true).map(toResult);
  const failing = tests.filter(isFailing).map(({ name }) => name);
  const counted = executedTests(output);
  const isNamed = tests.some(({ status }) => status === 'passed');
  const isWhole = isNamed && said.length >= (counted ?? 0);
  return { report: isWhole ? tests : undefined, failing };
}

/** What the first run names or counts and the second does not. */
export function unsaidTests(base: string, head: string): string[] {
  if (Math.max(base.length, head.length) > READ_AT_MOST) return [];
  const after = new Set(passedIn(head));
  const names = passedIn(base).filter((name) => !after.has(name));
  if (names.length > 0) return names;
  const all = executedTests(base) ?? 0;
  const fewer = all - (executedTests(head) ?? 0);
  return fewer > 0 ? [`(${fewer} of ${all} tests)`] : [];
}

function passedIn(output: string): string[] {
  const passed = saidIn(output).filter(({ status }) => status === 'passed');
  return [...new Set(passed.map(({ name }) => name))];
}

function saidIn(output: string): SaidTest[] {
  const text = plainText(output)
    .split('\n')
    .filter(({ length }) => length <= LONGEST_LINE)
    .join('\n');
  return [...SAID].flatMap((said) => said(text));
}
