// A job as it travels from one run of the Action to the next, whose database is empty: the rows of
// its tables that are needed to go on, and the audit chain. No transcript, no output of any test, no
// secret. The shapes are the rows of migrations/; `CARRY_FORMAT` changes when one of them does.
import { z } from 'zod';
import {
  FAILURE_REASONS,
  HOLD_REASONS,
  JOB_STATES,
  MODEL_CLASSES,
  STEPS,
} from '../../job/types.ts';
import { isRemovedKind } from '../../text/removed.ts';
import {
  Attempt,
  AttemptFile,
  BranchCommit,
  Case,
  ChallengeCase,
  ChallengeReading,
  ChallengeRound,
  Criterion,
  Plan,
  PlannedCommit,
  RebaseValidation,
  Report,
  Run,
  Sandbox,
  Snapshot,
  Usage,
  Wipe,
} from './carried-evidence.ts';

export const CARRY_FORMAT = 1;

const uuid = z.uuid();
const id = z.int().positive();
const count = z.int().nonnegative();
const time = z.iso.datetime({ offset: true });
const text = z.string();
const json = z.record(z.string(), z.unknown());
const sha = z.string().regex(/^[0-9a-f]{40}$/);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const PERMISSIONS = ['admin', 'maintain', 'write', 'triage', 'read', 'none'] as const;
const modelClass = z.enum(MODEL_CLASSES);

const Job = z.strictObject({
  id: uuid,
  job_key: text,
  issue_number: id,
  parent_job_id: uuid.nullable(),
  state: z.enum(JOB_STATES),
  step: z.enum(STEPS).nullable(),
  attempt_count: count,
  identical_failure_count: count,
  failure_fingerprint: text.nullable(),
  failure_reason: z.enum(FAILURE_REASONS).nullable(),
  /** The rest of the pure record; the state machine made it. */
  facts: z.looseObject({
    stateSince: z.number(),
    lastEventAt: z.number(),
    attemptNumber: count,
    effectNumber: count,
    holdNumber: count,
    sessionErrorCount: count,
    modelClass,
    tierClasses: z.array(modelClass),
    budget: z.strictObject({
      attempts: id,
      wallTimeMs: z.number().positive(),
      costUsd: z.number().positive(),
      turnsPerStep: id,
    }),
    spent: z.strictObject({ costUsd: z.number().nonnegative(), activeMs: z.number() }),
    planRevision: uuid.optional(),
  }),
  created_at: time,
  ended_at: time.nullable(),
});

const Work = z.strictObject({
  job_id: uuid,
  effect: z.looseObject({ kind: text }).nullable(),
  timer_at: time.nullable(),
  fence: count,
  parked_at: time.nullable(),
  parked_reason: text.nullable(),
});

const Thread = z.strictObject({
  job_id: uuid,
  repository_id: id,
  issue_number: id,
  issue_title: text,
  issue_text: text,
  issue_digest: digest,
  requested_by: text,
  base_branch: text,
  base_sha: sha.nullable(),
  branch: text,
  pull_number: id.nullable(),
  status_comment_id: id.nullable(),
  head_sha: sha.nullable(),
});

const Told = z.strictObject({
  job_id: uuid,
  key: text,
  kind: z.enum(['plan', 'question', 'turn', 'answer', 'refusal', 'end']),
  comment_id: id.nullable(),
  begun_at: time,
});

const IssueText = z.strictObject({
  job_id: uuid,
  number: id,
  title: text,
  body: text,
  comments: z.array(
    z.strictObject({ id: count, author: text, permission: z.enum(PERMISSIONS), text }),
  ),
  comments_until: count,
  digest,
  removed: z.array(
    z.strictObject({ kind: z.string().refine(isRemovedKind), count, excerpt: text.optional() }),
  ),
  is_composed: z.boolean(),
  created_at: time,
});

const Approval = z.strictObject({
  plan_id: uuid,
  job_id: uuid,
  issue_digest: digest,
  base_sha: sha,
  approver: text,
  permission: z.enum(PERMISSIONS),
  approved_at: time,
});

const Hold = z.strictObject({
  job_id: uuid,
  reason: z.enum(HOLD_REASONS),
  since: time,
  until: time.nullable(),
  commands: z.array(text),
  detail: json,
});

const Delivery = z.strictObject({
  hook_id: count,
  guid: text,
  event: text,
  action: text.nullable(),
  installation_id: id,
  received_at: time,
  job_id: uuid.nullable(),
  outcome: z.enum(['accepted', 'ignored', 'refused']),
  reason: text.nullable(),
});

const Settings = z.strictObject({
  job_id: uuid,
  // Of an older version there are none.
  organisation: json.default({}),
  file: json,
  page: json,
  created_at: time,
});

/** One link of the audit chain; its digest is made again where it arrives, and compared. */
const AuditRow = z.strictObject({
  at: time,
  actor: text,
  subject: text,
  subject_id: text,
  job_id: uuid.nullable(),
  action: text,
  detail: json,
  digest,
});

/** By the names of the tables; the order is the one in which they can be filled. */
export const CARRIED_ROWS = {
  threads: Thread,
  issue_texts: IssueText,
  settings_snapshots: Settings,
  plans: Plan,
  approvals: Approval,
  criteria: Criterion,
  attempts: Attempt,
  test_cases: Case,
  test_runs: Run,
  challenge_rounds: ChallengeRound,
  challenge_cases: ChallengeCase,
  challenge_readings: ChallengeReading,
  branch_commits: BranchCommit,
  planned_commits: PlannedCommit,
  rebase_validations: RebaseValidation,
  reports: Report,
  attempt_files: AttemptFile,
  snapshots: Snapshot,
  usage_ledger: Usage,
  holds: Hold,
  told: Told,
  webhook_deliveries: Delivery,
} as const;

export const SPECIAL_ROWS = {
  jobs: Job,
  work: Work,
  sandbox_sessions: Sandbox,
  wipe_evidence: Wipe,
  audit_events: AuditRow,
} as const;

const rows = <T extends z.ZodType>(row: T) => z.array(row).max(50_000);

export const Carried = z.strictObject({
  format: z.literal(CARRY_FORMAT),
  repository: z.strictObject({
    id,
    owner: text,
    name: text,
    default_branch: text,
    is_private: z.boolean(),
  }),
  installation: z.strictObject({ id, account_id: id, account_login: text }),
  issue: id,
  tables: z.strictObject({
    jobs: rows(Job).min(1),
    work: rows(Work),
    threads: rows(Thread),
    settings_snapshots: rows(Settings),
    issue_texts: rows(IssueText).default([]),
    plans: rows(Plan),
    approvals: rows(Approval).default([]),
    criteria: rows(Criterion),
    attempts: rows(Attempt),
    test_cases: rows(Case),
    test_runs: rows(Run),
    // Of an older version there are none.
    challenge_rounds: rows(ChallengeRound).default([]),
    challenge_cases: rows(ChallengeCase).default([]),
    challenge_readings: rows(ChallengeReading).default([]),
    branch_commits: rows(BranchCommit).default([]),
    planned_commits: rows(PlannedCommit).default([]),
    rebase_validations: rows(RebaseValidation).default([]),
    reports: rows(Report),
    attempt_files: rows(AttemptFile),
    snapshots: rows(Snapshot),
    usage_ledger: rows(Usage),
    sandbox_sessions: rows(Sandbox),
    wipe_evidence: rows(Wipe),
    holds: rows(Hold),
    // Of an older version there are none.
    told: rows(Told).default([]),
    webhook_deliveries: rows(Delivery),
    audit_events: rows(AuditRow),
  }),
});
export type Carried = z.infer<typeof Carried>;

export type CarriedPlace = { repositoryId: number; issueNumber: number };
