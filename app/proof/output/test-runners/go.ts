// The test runner of Go. Patterns were taken from captured output. Pure.
import type { TestRunner } from './test-runner.ts';

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
  passed: [/^\s*--- PASS: (\S+)/],
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
