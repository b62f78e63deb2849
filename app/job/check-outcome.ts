// What a check of a branch saw, as it is kept: every criterion with the runs it stands on, or why
// nothing was seen.
import { z } from 'zod';
import type { VerifyResult } from './branch-check.ts';

const RESULTS = [
  'all passed',
  'partial',
  'some blocked',
  'all blocked',
] as const satisfies readonly VerifyResult[];

/** One run of a case, or of the repository's own suite (no `caseId`), on the checked commit. */
const CheckRun = z.object({
  caseId: z.string().exactOptional(),
  runNumber: z.int(),
  exitCode: z.int(),
  redKind: z.enum(['assertion', 'error', 'load']).exactOptional(),
  durationMs: z.number(),
  output: z.string(),
});
export type CheckRun = z.infer<typeof CheckRun>;

export const CheckOutcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('seen'),
    result: z.enum(RESULTS),
    criteria: z.array(
      z.object({ id: z.string(), status: z.enum(['pending', 'passed', 'blocked']) }),
    ),
    runs: z.array(CheckRun),
    /** Authored files that were different after the runs. */
    changedMeanwhile: z.array(z.string()),
  }),
  /** `code` is one that may leave the process. */
  z.object({ kind: z.literal('unseen'), code: z.string(), problem: z.string(), help: z.string() }),
]);
export type CheckOutcome = z.infer<typeof CheckOutcome>;
