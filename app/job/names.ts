// Names that follow from what a job is about: its key, its branch, its usage keys. Each has one
// strict grammar; what does not fit is refused, never repaired. Pure.
import { AppError } from '../errors.ts';
import { MODEL_CLASSES, type ModelClass } from './types.ts';

/** What a job is about. There is one open job per subject. */
export type JobSubject =
  | { kind: 'issue'; repositoryId: number; issueNumber: number }
  /** A workflow run that names no issue. */
  | { kind: 'dispatch'; repositoryId: number; runId: number }
  /** A local clone, by a name of its own. No door begins one yet. */
  | { kind: 'try'; repositoryId: number; name: string };

const NUMBER = '[1-9][0-9]{0,15}';
const TRY_NAME = '[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?';
const JOB_KEY = new RegExp(`^(issue|dispatch):(${NUMBER}):(${NUMBER})$`);
const TRY_KEY = new RegExp(`^try:(${NUMBER}):(${TRY_NAME})$`);
const SUBJECT = `(?:issue-${NUMBER}|dispatch-${NUMBER}|try-${TRY_NAME})`;
const ORDINAL = '[2-9]|[1-9][0-9]';
const BRANCH = new RegExp(`^redgreen/${SUBJECT}(?:-(?:${ORDINAL}))?$`);
const JOB_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const USAGE_KEY = new RegExp(
  `^([0-9a-f-]{36}):(${MODEL_CLASSES.join('|')}):(0|${NUMBER}):(${NUMBER})$`,
);

/** Stable for the life of the subject: the workflow id of an engine, the lock of admission. */
export function jobKey(subject: JobSubject): string {
  return checked(
    'job key',
    `${subject.kind}:${subject.repositoryId}:${tail(subject)}`,
    parseJobKey,
  );
}

export function parseJobKey(key: string): JobSubject | undefined {
  const [, name, repository, number] = JOB_KEY.exec(key) ?? [];
  if (name === 'issue') {
    return whole({ kind: 'issue', repositoryId: Number(repository), issueNumber: Number(number) });
  }
  if (name === 'dispatch') {
    return whole({ kind: 'dispatch', repositoryId: Number(repository), runId: Number(number) });
  }
  const [, owner, tried] = TRY_KEY.exec(key) ?? [];
  if (owner === undefined || tried === undefined) return undefined;
  return whole({ kind: 'try', repositoryId: Number(owner), name: tried });
}

/** The only branch a job may write to. */
export function branchName(subject: JobSubject): string {
  const branch = `redgreen/${subject.kind}-${tail(subject)}`;
  return checked('branch', branch, (name) => (isJobBranch(name) ? name : undefined));
}

/** Where others of the subject have left work on the first: as many as a grammar has room for. */
export const BRANCHES_AT_MOST = 99;

export function branchAt(first: string, ordinal: number): string {
  const branch = ordinal === 1 ? first : `${first}-${ordinal}`;
  return checked('branch', branch, (name) => (isJobBranch(name) ? name : undefined));
}

/** `redgreen/issue-7-2` is the second of `redgreen/issue-7`. */
export function ordinalOf(branch: string): { first: string; ordinal: number } {
  const numbered = new RegExp(`^(redgreen/(?:issue|dispatch)-${NUMBER})-(${ORDINAL})$`);
  const [, first = branch, ordinal = '1'] = numbered.exec(branch) ?? [];
  return { first, ordinal: Number(ordinal) };
}

export function isJobBranch(name: string): boolean {
  return BRANCH.test(name);
}

type UsageCall = {
  jobId: string;
  modelClass: ModelClass;
  /** 0 before the first attempt: planning and tests. */
  attemptNumber: number;
  callNumber: number;
};

/** One row per call, written once (decision 46). */
export function usageKey(call: UsageCall): string {
  const { jobId, modelClass, attemptNumber, callNumber } = call;
  return checked(
    'usage key',
    `${jobId}:${modelClass}:${attemptNumber}:${callNumber}`,
    parseUsageKey,
  );
}

export function parseUsageKey(key: string): UsageCall | undefined {
  const [, jobId = '', named, attempt, call] = USAGE_KEY.exec(key) ?? [];
  const modelClass = MODEL_CLASSES.find((one) => one === named);
  const attemptNumber = Number(attempt);
  const callNumber = Number(call);
  if (!JOB_ID.test(jobId) || modelClass === undefined) return undefined;
  if (!Number.isSafeInteger(attemptNumber) || !Number.isSafeInteger(callNumber)) return undefined;
  return { jobId, modelClass, attemptNumber, callNumber };
}

function tail(subject: JobSubject): string | number {
  if (subject.kind === 'issue') return subject.issueNumber;
  return subject.kind === 'dispatch' ? subject.runId : subject.name;
}

/** Numbers a key can hold but JavaScript cannot are no ids. */
function whole<T extends JobSubject>(subject: T): T | undefined {
  const numbers = Object.values(subject).filter((value) => typeof value === 'number');
  return numbers.every(Number.isSafeInteger) ? subject : undefined;
}

function checked(what: string, name: string, parse: (name: string) => unknown): string {
  if (parse(name) !== undefined) return name;
  throw new AppError('VALIDATION_ERROR', {
    problem: `'${name}' is not a ${what}`,
    details: { name },
  });
}
