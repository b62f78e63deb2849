// What work on a job left behind, as rows that travel with it. The outputs of runs do not.
import { z } from 'zod';
import { RepositoryPath, SURFACES } from '../../../sandbox/protocol/plan.ts';
import { ATTEMPT_KINDS, MODEL_CLASSES } from '../../job/types.ts';

/** Instead of what a test printed: outputs stay on the machine that ran it. */
export const NOT_CARRIED = '[output is not carried from run to run]';

const uuid = z.uuid();
const id = z.int().positive();
const count = z.int().nonnegative();
const time = z.iso.datetime({ offset: true });
const text = z.string();
const json = z.record(z.string(), z.unknown());
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const modelClass = z.enum(MODEL_CLASSES);

export const Plan = z.strictObject({
  id: uuid,
  job_id: uuid,
  revision: id,
  revision_token: uuid,
  status: z.enum(['draft', 'approved', 'completed', 'superseded']),
  content: json,
  issue_digest: digest,
  created_at: time,
  approved_at: time.nullable(),
  approved_by: text.nullable(),
  completed_at: time.nullable(),
});

export const Criterion = z.strictObject({
  job_id: uuid,
  id: text,
  plan_id: uuid,
  text,
  kind: z.enum(['new', 'keep']),
  surface: z.enum(SURFACES),
  status: z.enum(['pending', 'passed', 'blocked']),
  blocked_reason: text.nullable(),
  blocked_confirmed_by: text.nullable(),
  deprecated_at: time.nullable(),
  verified_at: time.nullable(),
});

export const Attempt = z.strictObject({
  id: uuid,
  job_id: uuid,
  number: id,
  kind: z.enum(ATTEMPT_KINDS),
  model_class: modelClass,
  status: z.enum(['running', 'green', 'red', 'failed', 'abandoned']),
  fingerprint: text.nullable(),
  note: text.nullable(),
  detail: json,
  started_at: time,
  ended_at: time.nullable(),
});

export const Case = z.strictObject({
  plan_id: uuid,
  id: text,
  job_id: uuid,
  criterion_id: text,
  title: text,
  files: z.array(
    z.strictObject({ path: RepositoryPath, mode: count, digest: text, content: z.base64() }),
  ),
  run: text,
  surface: z.enum(SURFACES),
  is_withheld: z.boolean(),
  created_at: time,
});

export const ChallengeRound = z.strictObject({
  job_id: uuid,
  plan_id: uuid,
  attempt_number: id,
  round: id,
  unreached: text.nullable(),
  created_at: time,
});

/** As withheld as a `Case` that is. */
export const ChallengeCase = Case.omit({ is_withheld: true }).extend({
  attempt_number: id,
  round: id,
});

export const ChallengeReading = z.strictObject({
  job_id: uuid,
  case_id: text,
  attempt_number: id,
  is_promised: z.boolean(),
  reason: text,
  created_at: time,
});

export const Run = z.strictObject({
  id: uuid,
  job_id: uuid,
  plan_id: uuid,
  case_id: text.nullable(),
  tree: z.enum(['base', 'head', 'hunk']),
  attempt_number: id.nullable(),
  hunk: text.nullable(),
  run_number: id,
  exit_code: z.int(),
  red_kind: z.enum(['assertion', 'error', 'load']).nullable(),
  duration_ms: count,
  output: z.literal(NOT_CARRIED),
  tests: json.nullable(),
  at: time,
});

export const Report = z.strictObject({
  id: uuid,
  job_id: uuid,
  attempt_number: id,
  content: json,
  is_gate_passed: z.boolean(),
  created_at: time,
  published_at: time.nullable(),
});

export const AttemptFile = z.strictObject({
  job_id: uuid,
  attempt_number: id,
  path: RepositoryPath,
  mode: z.literal([0o644, 0o755, 0o120000]).nullable(),
  /** Bytes as Postgres writes them. */
  content: z
    .string()
    .regex(/^\\x(?:[0-9a-f]{2})*$/)
    .nullable(),
});

export const Usage = z.strictObject({
  idempotency_key: text,
  job_id: uuid,
  model_class: modelClass,
  attempt_number: count,
  call_number: id,
  model: text,
  input_tokens: count,
  output_tokens: count,
  cache_read_tokens: count,
  cache_write_tokens: count,
  cost_usd: z.number().nonnegative(),
  at: time,
});

export const Sandbox = z.strictObject({
  id: uuid,
  job_id: uuid,
  provider: text,
  provider_sandbox_id: text.nullable(),
  purpose: text,
  status: z.enum(['CREATING', 'RUNNING', 'ENDING', 'COMPLETED', 'FAILED']),
  metadata: json,
  created_at: time,
  completed_at: time.nullable(),
});

export const Wipe = z.strictObject({
  sandbox_session_id: uuid,
  provider_sandbox_id: text.nullable(),
  method: text,
  requested_at: time,
  confirmed_at: time,
  provider_answer: text,
});

/** Of a provider that keeps it beyond the run. */
export const Snapshot = z.strictObject({
  id: uuid,
  repository_id: id,
  job_id: uuid,
  base_sha: text,
  setup_digest: digest,
  provider: text,
  provider_snapshot_id: text,
  created_at: time,
  expires_at: time,
  deleted_at: time.nullable(),
  deletion: json.nullable(),
});

const sha = z.string().regex(/^[0-9a-f]{40}$/);

export const BranchCommit = z.strictObject({
  job_id: uuid,
  sha,
  kind: z.enum(['opened', 'work', 'delivered', 'adopted']),
  attempt_number: id.nullable(),
  tree_sha: sha,
  created_at: time,
});

export const PlannedCommit = z.strictObject({
  job_id: uuid,
  sha,
  kind: z.enum(['opened', 'work', 'delivered']),
  attempt_number: id.nullable(),
  tree_sha: sha,
  created_at: time,
});

export const RebaseValidation = z.strictObject({
  job_id: uuid,
  attempt_number: id,
  number: id,
  branch_sha: sha,
  own_sha: sha,
  tip_sha: sha,
  branch_commits: count,
  base_commits: count,
  base: z.enum(['unmoved', 'apart', 'joined', 'conflict']),
  problem: text.nullable(),
  created_at: time,
});
