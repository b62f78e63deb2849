// The test runner of Rust. Pure.
import type { TestStatus } from '../test-report.ts';
import {
  counted,
  NOTHING_MISSING,
  PLAIN_ERROR,
  type SaidTest,
  type TestRunner,
} from './test-runner.ts';

export const CARGO_TEST: TestRunner = {
  name: 'cargo test',
  red: undefined,
  executed: [counted(/^running \d+ tests?$/m, /^test result: \w+\. (\d+) passed; (\d+) failed;/gm)],
  said: [said],
  missing: NOTHING_MISSING,
  errors: [PLAIN_ERROR, /^thread '[^']*' (?:\(\d+\) )?panicked at /],
  hidingOptions: [],
};

const STATUSES: Readonly<Record<string, TestStatus>> = {
  ok: 'passed',
  FAILED: 'failed',
  ignored: 'skipped',
};

function said(output: string): SaidTest[] {
  const lines = output.matchAll(/^test (.+?) \.\.\. (ok|FAILED|ignored)\b/gm);
  return Array.from(lines, ([, name = '', word = '']): SaidTest => {
    return { name, status: STATUSES[word] ?? 'failed' };
  });
}
