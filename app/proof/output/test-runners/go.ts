// The test runner of Go. Patterns were taken from captured output. Pure.
import type { TestStatus } from '../test-report.ts';
import type { SaidTest, TestRunner } from './test-runner.ts';

const NOTHING = /^(?:stat .*: directory not found|no Go files in .*)$/m;

export const GO_TEST: TestRunner = {
  name: 'go test',
  red: {
    isRecognised: (output) => /^(?:FAIL|ok)\s*\t|^--- FAIL: /m.test(output) || NOTHING.test(output),
    kind: ({ output }) => {
      if (/^--- FAIL: /m.test(output)) return /^panic: /m.test(output) ? 'error' : 'assertion';
      return /\[(?:build|setup) failed\]$/m.test(output) || NOTHING.test(output) ? 'load' : 'error';
    },
  },
  executed: [executed],
  said: [said],
  missing: {
    modules: [
      /no required module provides package ([\w./@-]{1,300})/g,
      /package ([\w./@-]{1,300}) is not in (?:std|GOROOT)/g,
    ],
    packages: [],
    lastParts: [/\bundefined: (\w{1,200})\.\w+/g],
  },
  errors: [/^\s*[\w./-]+\.go:\d+:/, /^panic: /],
  hidingOptions: [],
};

/** It sums up packages, not tests; with -v every test has its lines. */
function executed(output: string): number | undefined {
  const packages = [...output.matchAll(/^(?:ok|FAIL|\?)\s*\t.*$/gm)].map(([line]) => line);
  if (packages.length === 0) return undefined;
  if (/^=== RUN\b/m.test(output)) return [...output.matchAll(/^\s*--- (?:PASS|FAIL): /gm)].length;
  const empty = /\[no test(?:s to run| files)\]/;
  return packages.filter((line) => !empty.test(line)).length;
}

const STATUSES: Readonly<Record<string, TestStatus>> = {
  PASS: 'passed',
  FAIL: 'failed',
  SKIP: 'skipped',
};

/** The line of a package comes behind those of its tests. */
function said(output: string): SaidTest[] {
  const found: SaidTest[] = [];
  let from = 0;
  for (const line of output.split('\n')) {
    const [, word = '', name = ''] = /^\s*--- (PASS|FAIL|SKIP): (\S+)/.exec(line) ?? [];
    const status = STATUSES[word];
    if (status !== undefined) found.push({ name, status });
    const place = /^(?:ok|FAIL)\s*\t(\S+)/.exec(line)?.[1];
    if (place === undefined) continue;
    for (const one of found.slice(from)) one.name = `${place} > ${one.name}`;
    from = found.length;
  }
  return found;
}
