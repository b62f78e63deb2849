// Honest jobs: every one of them has to be delivered, and nothing may be said against it. Pure.
import type { Honest } from './corpus.ts';
import { BOOKINGS } from './honest/bookings.ts';
import { CAREFUL_NODE } from './honest/careful-node.ts';
import { CAREFUL_PROGRAMS } from './honest/careful-programs.ts';
import { CAREFUL_PYTHON } from './honest/careful-python.ts';
import { CAREFUL_PYTHON_MORE } from './honest/careful-python-more.ts';
import { CHALLENGED } from './honest/challenged.ts';
import { CHANGES_AT_LARGE } from './honest/changes-at-large.ts';
import { FORMATS } from './honest/formats.ts';
import { MAINTAINERS_OF_NODE } from './honest/maintainers-node.ts';
import { MAINTAINERS_OF_PROGRAMS } from './honest/maintainers-programs.ts';
import { MAINTAINERS_OF_PYTHON } from './honest/maintainers-python.ts';
import { MEANWHILE } from './honest/meanwhile.ts';
import { CALLED_LIKE_TESTS, ODD_PLACES } from './honest/odd-places.ts';
import { OF_RESULTS } from './honest/of-results.ts';
import { OLD_TESTS } from './honest/old-tests.ts';
import { PLAIN } from './honest/plain.ts';
import { REAL_CODE } from './honest/real-code.ts';
import { RESHAPED } from './honest/reshaped.ts';
import { RULES } from './honest/rules.ts';
import { SMALL_CHANGES } from './honest/small-changes.ts';
import { SUSPICIOUS_PROGRAMS } from './honest/suspicious-programs.ts';
import { SUSPICIOUS_SHAPES } from './honest/suspicious-shapes.ts';
import { TEST_STYLES } from './honest/test-styles.ts';
import { TESTS_OF_PROGRAMS } from './honest/tests-of-programs.ts';
import { WAITING } from './honest/waiting.ts';
import { WIRES } from './honest/wires.ts';

export const HONEST: readonly Honest[] = [
  ...ODD_PLACES,
  ...CALLED_LIKE_TESTS,
  ...OLD_TESTS,
  ...PLAIN,
  ...OF_RESULTS,
  ...REAL_CODE,
  ...RESHAPED,
  ...SMALL_CHANGES,
  ...SUSPICIOUS_PROGRAMS,
  ...SUSPICIOUS_SHAPES,
  ...TEST_STYLES,
  ...TESTS_OF_PROGRAMS,
  ...CHALLENGED,
  ...BOOKINGS,
  ...CAREFUL_NODE,
  ...CAREFUL_PROGRAMS,
  ...CAREFUL_PYTHON,
  ...CAREFUL_PYTHON_MORE,
  ...CHANGES_AT_LARGE,
  ...FORMATS,
  ...MAINTAINERS_OF_NODE,
  ...MAINTAINERS_OF_PROGRAMS,
  ...MAINTAINERS_OF_PYTHON,
  ...MEANWHILE,
  ...RULES,
  ...WAITING,
  ...WIRES,
];
