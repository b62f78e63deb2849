// What the judge is given. Types only.
import type { FileContent, TestCase } from '../../../sandbox/protocol/cases.ts';
import type { Plan } from '../../../sandbox/protocol/plan.ts';

export type Submission = {
  plan: Plan;
  cases: readonly TestCase[];
  /** Every file the author wrote. */
  files: readonly FileContent[];
  /** All paths of the base commit. */
  basePaths: readonly string[];
};
