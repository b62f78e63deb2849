// The tests that a run without a report names as passed, one on a line, as most test runners print them,
// and how many it says it executed. Good for what is missing, never for what passed. Pure.
import { executedTests } from './nothing-ran.ts';
import { plainText } from './terminal-text.ts';
import { TEST_RUNNERS } from './test-runners/test-runners.ts';

/** Of longer output the middle may be left out: then nothing is missing. */
const READ_AT_MOST = 100_000;
const PASSED = TEST_RUNNERS.flatMap(({ passed }) => passed);
/** How long it took, or how many there are in it. */
const TAIL = /\s*(?:\([\d.,]+ ?(?:ms|s|m|tests?|assertions?)[^)]*\)|\d+ ?ms)\s*/g;

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
  const names = plainText(output)
    .split('\n')
    .flatMap((line) => {
      const name = PASSED.map((pattern) => pattern.exec(line)?.[1]).find((one) => one);
      return name === undefined ? [] : [name.replaceAll(TAIL, ' ').trim()];
    });
  return [...new Set(names)];
}
