// `/verify`: checks of a pull request's head commit against the criteria of an approved plan. Types
// only; part of the store's port.
import { z } from 'zod';
import type { VerifyResult } from '../../job/branch-check.ts';

const BRANCH_CHECK_STATUSES = ['open', 'judged', 'told', 'untold'] as const;
type BranchCheckStatus = (typeof BRANCH_CHECK_STATUSES)[number];

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

type NewBranchCheck = {
  id: string;
  jobId: string;
  planId: string;
  pullNumber: number;
  commitSha: string;
  requestedBy: string;
  /** The comment that asked. */
  commentId: number;
};

export type BranchCheck = NewBranchCheck & {
  status: BranchCheckStatus;
  requestedAt: number;
  /** Of the newest run. */
  startedAt?: number;
  judgedAt?: number;
  /** Set once. */
  outcome?: CheckOutcome;
  answerId?: number;
};

export type CheckClaim = BranchCheck & {
  /** Every write carries it; a later claim makes it stale. */
  fence: number;
  /** This one included; 0 again once it is judged. */
  tries: number;
};

type Holder = { name: string; lock: number };
export type CheckName = Pick<CheckClaim, 'id' | 'fence'>;

export type BranchCheckRecords = {
  /** DATABASE_RULE `branch_checks_one_of_commit` when one of this job and commit has not ended. */
  request(check: NewBranchCheck): Promise<void>;
  /** The one of this job and commit that has not ended. */
  underWay(jobId: string, commitSha: string): Promise<BranchCheck | undefined>;
  ofJob(jobId: string): Promise<BranchCheck[]>;
  /** One that is to be run or told: least busy repository first, then the oldest. */
  claim(holder: Holder, leaseMs: number): Promise<CheckClaim | undefined>;
  /** Keeps these claims; answers with those that are still the holder's. */
  renew(holder: Holder, leaseMs: number, claims: readonly CheckName[]): Promise<string[]>;
  /** Gives a claim back, to be taken again after `delayMs`; a hand-over is no try. */
  release(
    holder: Holder,
    claim: CheckName,
    again: { delayMs: number; isTry: boolean },
  ): Promise<void>;
  /** Keeps what was seen and the claim. STALE_WORKER when that is no longer the holder's. */
  judge(holder: Holder, claim: CheckName, outcome: CheckOutcome): Promise<BranchCheck>;
  /** The end, with the comment that tells it or without. STALE_WORKER as above. */
  end(holder: Holder, claim: CheckName, answerId: number | undefined): Promise<void>;
  /** Frees what dead or silent workers held; answers how many claims. */
  reclaim(): Promise<number>;
  /** How many have not ended. */
  unended(): Promise<number>;
};
