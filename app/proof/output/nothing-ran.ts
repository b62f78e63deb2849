// Whether a run says of itself that it executed no test: nothing found, nothing matched, all
// skipped. Read from the sums that test runners print; output without such sums says nothing. Pure.
import { readable } from './red-kind.ts';
import { TEST_RUNNERS } from './test-runners/test-runners.ts';

const COUNTS = new Set(TEST_RUNNERS.flatMap(({ executed }) => executed));

/** True only when some test runner's sums are there and none of them counts a test. */
export function isNothingRan(text: string): boolean {
  return executedTests(text) === 0;
}

/** How many tests the sums in it count; undefined: there are none. */
export function executedTests(text: string): number | undefined {
  const output = readable(text);
  const counts = [...COUNTS].map((count) => count(output)).filter((count) => count !== undefined);
  return counts.length === 0 ? undefined : Math.max(...counts);
}
