// The tests that pytest and unittest name: all of them with -v, else those that failed. Pure.
import type { TestStatus } from '../test-report.ts';
import type { SaidTest } from './test-runner.ts';

const BY_PYTEST: Readonly<Record<string, TestStatus>> = {
  PASSED: 'passed',
  XPASS: 'passed',
  FAILED: 'failed',
  ERROR: 'error',
  SKIPPED: 'skipped',
  XFAIL: 'skipped',
};
const WORD = '(PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)';
/** As it goes along, and with -rA or what failed at the end; with several workers the word is first. */
const GOING = new RegExp(String.raw`^(\S+::.+?) ${WORD}(?: \(.*\))?(?:\s+\[ *\d+%\])?$`);
const SUMMED = new RegExp(String.raw`^(?:\[gw\d+\] \[ *\d+%\] )?${WORD} ([^\s[(].*?)(?: - .*)?$`);

export function saidByPytest(output: string): SaidTest[] {
  const found = new Map<string, TestStatus>();
  for (const line of output.split('\n')) {
    const [, before, after] = GOING.exec(line) ?? [];
    const [, first, last] = SUMMED.exec(line) ?? [];
    const name = before ?? last;
    const status = BY_PYTEST[after ?? first ?? ''];
    if (name === undefined || status === undefined) continue;
    // A test may pass and its end fail.
    if (found.get(name) !== 'failed' && found.get(name) !== 'error') found.set(name, status);
  }
  return listOf(found);
}

const NAME = String.raw`([\w.]+ \([\w.<>]+\))`;
const BEGUN = new RegExp(String.raw`^${NAME}(?:$| .*?\.\.\. ?(.*)$)`);
const ENDED = /(?:^|\.\.\. )(ok|FAIL|ERROR|skipped .*|expected failure|unexpected success)$/;
const AGAIN = new RegExp(String.raw`^(?:FAIL|ERROR|UNEXPECTED SUCCESS): ${NAME}`);

/** What a test prints may stand between its name and how it ended, and so may the words about it. */
export function saidByUnittest(output: string): SaidTest[] {
  if (!/^Ran \d+ tests? in /m.test(output)) return [];
  const found = new Map<string, TestStatus>();
  let open: string | undefined;
  for (const line of output.split('\n')) {
    const again = AGAIN.exec(line)?.[1];
    if (again !== undefined) found.set(plainly(again), 'failed');
    const [, begun, rest = ''] = BEGUN.exec(line) ?? [];
    open = begun ?? open;
    const word = ENDED.exec(begun === undefined ? line : `... ${rest}`)?.[1];
    if (open === undefined || word === undefined) continue;
    found.set(plainly(open), statusOf(word));
    open = undefined;
  }
  return listOf(found);
}

function statusOf(word: string): TestStatus {
  if (word === 'ok') return 'passed';
  return /^(?:skipped|expected)/.test(word) ? 'skipped' : 'failed';
}

/** What could not be loaded is named twice. */
function plainly(name: string): string {
  return name.replace(/^([\w.]+) \(unittest\.loader\._FailedTest.*\)$/, '$1 (cannot be loaded)');
}

function listOf(found: ReadonlyMap<string, TestStatus>): SaidTest[] {
  return Array.from(found, ([name, status]) => ({ name, status }));
}
