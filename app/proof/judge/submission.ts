// What the judge is given. Types only.
import type { FileContent, TestCase } from '../../../sandbox/protocol/cases.ts';
import type { Plan } from '../../../sandbox/protocol/plan.ts';
import type { SyntaxTree } from '../../../sandbox/syntax/tree.ts';

export type Submission = {
  plan: Plan;
  cases: readonly TestCase[];
  /** Every file the author wrote. */
  files: readonly FileContent[];
  /** The tree of every written file whose language has a grammar. */
  trees: ReadonlyMap<string, SyntaxTree>;
  /** All paths of the base commit. */
  basePaths: readonly string[];
  /** Texts of the base commit's manifests, by path: they name the project's own modules. */
  manifests?: ReadonlyMap<string, string>;
  /** Beside cases that are there: one of each criterion is enough, and none is shown to anyone. */
  isFurther?: boolean;
};
