// Test runners of Ruby. Pure.
import type { TestStatus } from '../test-report.ts';
import { less, NOTHING_MISSING, type SaidTest, type TestRunner } from './test-runner.ts';

export const RSPEC: TestRunner = {
  name: 'rspec',
  red: undefined,
  executed: [
    less(/^(\d+) examples?, \d+ failures?/gm, /^\d+ examples?, \d+ failures?, (\d+) pending/gm),
  ],
  said: [failures],
  missing: NOTHING_MISSING,
  errors: [/^\s*Failure\/Error: /],
  hidingOptions: [],
};

export const MINITEST: TestRunner = {
  name: 'minitest',
  red: undefined,
  executed: [
    less(/^(\d+) (?:runs|tests), \d+ assertions, /gm, /^\d+ (?:runs|tests), .*, (\d+) skips/gm),
  ],
  said: [said],
  missing: NOTHING_MISSING,
  errors: [/^\s*Expected: /],
  hidingOptions: [],
};

const STATUSES: Readonly<Record<string, TestStatus>> = {
  '.': 'passed',
  F: 'failed',
  E: 'error',
  S: 'skipped',
};

/** With --verbose all of them; else those that failed. */
function said(output: string): SaidTest[] {
  const all = output.matchAll(/^([\w:]+#\S.*) = [\d.]+ s = ([.FES])$/gm);
  const verbose = Array.from(all, ([, name = '', mark = '']): SaidTest => {
    return { name, status: STATUSES[mark] ?? 'failed' };
  });
  if (verbose.length > 0) return verbose;
  const failed = output.matchAll(/^ *\d+\) (?:Failure|Error):\n([\w:]+#\w+)/gm);
  return Array.from(failed, ([, name = '']) => ({ name, status: 'failed' }));
}

/** What is to be run again, at the end. */
function failures(output: string): SaidTest[] {
  const listed = output.matchAll(/^rspec (\.\/\S+?)(?:\[[\d:]+\])?(?::\d+)? # (.+)$/gm);
  return Array.from(listed, ([, path = '', name = '']) => ({
    name: `${path.slice(2)} > ${name}`,
    status: 'failed',
  }));
}
