// Honest jobs: every one of them has to be delivered, and nothing may be said against it. Pure.
import type { Honest } from './corpus.ts';
import { ODD_PLACES } from './honest/odd-places.ts';
import { OF_RESULTS } from './honest/of-results.ts';
import { OLD_TESTS } from './honest/old-tests.ts';
import { PLAIN } from './honest/plain.ts';
import { REAL_CODE } from './honest/real-code.ts';
import { SMALL_CHANGES } from './honest/small-changes.ts';
import { SUSPICIOUS_PROGRAMS } from './honest/suspicious-programs.ts';
import { SUSPICIOUS_SHAPES } from './honest/suspicious-shapes.ts';
import { TEST_STYLES } from './honest/test-styles.ts';
import { TESTS_OF_PROGRAMS } from './honest/tests-of-programs.ts';

export const HONEST: readonly Honest[] = [
  ...ODD_PLACES,
  ...OLD_TESTS,
  ...PLAIN,
  ...OF_RESULTS,
  ...REAL_CODE,
  ...SMALL_CHANGES,
  ...SUSPICIOUS_PROGRAMS,
  ...SUSPICIOUS_SHAPES,
  ...TEST_STYLES,
  ...TESTS_OF_PROGRAMS,
];
