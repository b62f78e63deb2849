// Whether a run says of itself that it executed no test: nothing found, nothing matched, all
// skipped. Read from the sums that runners print; output without such sums says nothing. Pure.
import { readable } from './red-kind.ts';
import { isTap, parseTap } from './tap.ts';
import { isExecuted } from './test-report.ts';

/** What pytest exits with when it found no test. */
export const NO_TEST_RAN = 5;

/** How many tests a runner says it executed; undefined: its sums are not in the output. */
type Count = (output: string) => number | undefined;

const COUNTS: readonly Count[] = [
  // node --test
  counted(/^[ℹ#] tests \d+$/m, /^[ℹ#] (?:pass|fail|cancelled) (\d+)$/gm),
  // Jest, Vitest, Pest
  inLines(/^ {0,20}Tests:? {1,20}(?! )(?:.*\d total|no tests|.*\(\d+(?: assertions?)?\))$/gm),
  counted(/^No test(?:s| files) found, exiting with code 0$|^ *INFO {2}No tests found\.$/m),
  // Mocha
  counted(/^ {2}\d+ passing\b/m, /^ {2}(\d+) (?:passing|failing)\b/gm),
  // AVA
  counted(
    /^ {2}\d+ tests? (?:passed|failed|skipped|todo)$/m,
    /^ {2}(\d+) (?:tests? (?:passed|failed)|known failures?)$/gm,
  ),
  // Bun
  counted(/^Ran \d+ tests? across \d+ files?/m, /^ *(\d+) (?:pass|fail)$/gm),
  // pytest
  inLines(
    /^(?:=+ )?(?:no tests ran|\d+ (?:passed|failed|skipped|deselected|x?failed|xpassed|errors?|warnings?)\b.*) in [\d.]+s\b.*$/gm,
  ),
  // unittest
  less(/^Ran (\d+) tests? in /gm, /^OK \((?:.*, )?skipped=(\d+)/gm),
  goTest,
  // cargo test
  counted(/^running \d+ tests?$/m, /^test result: \w+\. (\d+) passed; (\d+) failed;/gm),
  // RSpec
  less(/^(\d+) examples?, \d+ failures?/gm, /^\d+ examples?, \d+ failures?, (\d+) pending/gm),
  // Minitest
  less(/^(\d+) (?:runs|tests), \d+ assertions, /gm, /^\d+ (?:runs|tests), .*, (\d+) skips/gm),
  // PHPUnit
  counted(/^OK \(\d+ tests?, /m, /^OK \((\d+) tests?, /gm),
  less(/^Tests: (\d+), Assertions: /gm, /^Tests: .*(?:Skipped|Incomplete): (\d+)/gm),
  counted(/^No tests executed!$/m),
  // Maven: a line for each class, then their sum.
  less(/Tests run: (\d+), Failures: /g, /Tests run: [^\n]{1,99}, Skipped: (\d+)/g),
  counted(/\bNo tests to run\.$/m),
  gradle,
  // prove
  counted(/^Files=\d+, Tests=\d+,/m, /^Files=\d+, Tests=(\d+),/gm),
  tap,
];

/** True only when some runner's sums are there and none of them counts a test. */
export function isNothingRan(text: string): boolean {
  return executedTests(text) === 0;
}

/** How many tests the sums in it count; undefined: there are none. */
export function executedTests(text: string): number | undefined {
  const output = readable(text);
  const counts = COUNTS.map((count) => count(output)).filter((count) => count !== undefined);
  return counts.length === 0 ? undefined : Math.max(...counts);
}

/** All numbers that the patterns capture, where the mark is there. */
function counted(mark: RegExp, ...patterns: readonly RegExp[]): Count {
  return (output) =>
    mark.test(output)
      ? patterns.reduce((total, pattern) => total + sumOf(output, pattern), 0)
      : undefined;
}

/** In the lines with sums, those of what passed or failed. */
function inLines(lines: RegExp): Count {
  return (output) => {
    const found = [...output.matchAll(lines)].map(([line]) => line);
    if (found.length === 0) return undefined;
    return sumOf(found.join('\n'), /(\d+) (?:passed|failed|xfailed|xpassed|errors?|risky)\b/g);
  };
}

function less(all: RegExp, skipped: RegExp): Count {
  return (output) => {
    if ([...output.matchAll(all)].length === 0) return undefined;
    return Math.max(0, sumOf(output, all) - sumOf(output, skipped));
  };
}

function sumOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)]
    .flatMap(([, ...numbers]) => numbers)
    .reduce((total, number) => total + Number(number ?? 0), 0);
}

/** Go sums up packages, not tests; with -v every test has its lines. */
function goTest(output: string): number | undefined {
  const packages = [...output.matchAll(/^(?:ok|FAIL|\?)\s*\t.*$/gm)].map(([line]) => line);
  if (packages.length === 0) return undefined;
  if (/^=== RUN\b/m.test(output)) return [...output.matchAll(/^\s*--- (?:PASS|FAIL): /gm)].length;
  const empty = /\[no test(?:s to run| files)\]/;
  return packages.filter((line) => !empty.test(line)).length;
}

/** What was up to date had run before. */
function gradle(output: string): number | undefined {
  const tasks = [...output.matchAll(/^> Task :(?:[\w-]+:)*test(?: [A-Z-]+)?$/gm)];
  if (tasks.length === 0) return undefined;
  return tasks.filter(([line]) => !/ (?:NO-SOURCE|SKIPPED)$/.test(line)).length;
}

function tap(output: string): number | undefined {
  return isTap(output) ? parseTap(output).report?.filter(isExecuted).length : undefined;
}
