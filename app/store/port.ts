// The records: what the rest of the host may ask of the database. Types only.
// Rules that matter are kept by Postgres itself (migrations/); a refusal arrives as AppError
// DATABASE_RULE with the rule's name, a stale worker as STALE_WORKER.
import type { Effect } from '../job/effects.ts';
import type { Job } from '../job/types.ts';
import type { BranchCheckRecords } from './branch-checks/port.ts';
import type { CarryRecords } from './carry/port.ts';
import type {
  AttemptFiles,
  AttemptRecords,
  PlanRecords,
  ProofRecords,
  SandboxRecords,
  SnapshotRecords,
  ThreadRecords,
  UsageRecords,
} from './evidence/port.ts';
import type { RecordingRecords } from './recording/port.ts';
import type { HoldAnswers, SessionRecords } from './sessions/port.ts';

export type Store = {
  /**
   * Runs `work` in one transaction and commits. On a serialisation failure or deadlock it is run
   * again from the start, so `work` must do nothing but use its records. If the connection is lost
   * while committing, the outcome is unknown: DATABASE_UNREACHABLE, and the caller asks again.
   */
  transaction<T>(work: (records: Records) => Promise<T>): Promise<T>;
  /** The same on a pool of its own, so that webhooks are accepted while jobs use up the other. */
  accept<T>(work: (records: Records) => Promise<T>): Promise<T>;
  /**
   * A session of the worker's own: it holds the worker's lock as long as the process lives, and
   * hears of new work and of claims taken away. It comes back by itself after a lost connection
   * and then says so with an empty notice.
   */
  attend(worker: Worker, onNotice: (notice?: WorkNotice) => void): Promise<AsyncDisposable>;
  /** Waits for running transactions, then closes all connections. */
  close(): Promise<void>;
};

/** The newest fencing number of a job whose work changed. */
export type WorkNotice = { jobId: string; fence: number };

export type Records = {
  /** The database's time, in milliseconds: the one clock all workers share. */
  now(): Promise<number>;
  installations: InstallationRecords;
  deliveries: DeliveryRecords;
  jobs: JobRecords;
  work: WorkRecords;
  audit: AuditRecords;
  plans: PlanRecords;
  attempts: AttemptRecords;
  sessions: SessionRecords;
  holdAnswers: HoldAnswers;
  usage: UsageRecords;
  proof: ProofRecords;
  sandboxes: SandboxRecords;
  snapshots: SnapshotRecords;
  threads: ThreadRecords;
  files: AttemptFiles;
  settings: SettingsRecords;
  signIns: SignInRecords;
  carry: CarryRecords;
  recording: RecordingRecords;
  branchChecks: BranchCheckRecords;
};

type Installation = { id: number; accountId: number; accountLogin: string };
export type Repository = {
  id: number;
  installationId: number;
  owner: string;
  name: string;
  defaultBranch: string;
  isPrivate: boolean;
};
export type InstallationRecords = {
  /** Idempotent. */
  saveInstallation(installation: Installation): Promise<void>;
  saveRepository(repository: Repository): Promise<void>;
  findRepository(id: number): Promise<Repository | undefined>;
};

type WebhookDelivery = {
  hookId: number;
  guid: string;
  event: string;
  action?: string;
  installationId?: number;
  jobId?: string;
  outcome: 'accepted' | 'ignored' | 'refused';
  reason?: string;
};
export type DeliveryRecords = {
  /** False when this delivery was recorded before: then nothing must be done for it again. */
  record(delivery: WebhookDelivery): Promise<boolean>;
};

/** A job with what the state machine does not need to know about it. */
export type JobRecord = {
  job: Job;
  installationId: number;
  repositoryId: number;
  key: string;
  issueNumber?: number;
  parentJobId?: string;
  version: number;
  createdAt: number;
};
export type NewJob = Omit<JobRecord, 'version' | 'createdAt'>;
type JobFilter = { state?: string; repositoryId?: number; limit: number };
export type JobRecords = {
  insert(job: NewJob): Promise<void>;
  find(id: string): Promise<JobRecord | undefined>;
  /** Reads and locks until the transaction ends. */
  lock(id: string): Promise<JobRecord | undefined>;
  /** Writes the job as it is now; DATABASE_CONFLICT when `record.version` is not the newest. */
  save(record: JobRecord): Promise<void>;
  findOpen(key: string): Promise<JobRecord | undefined>;
  list(filter: JobFilter): Promise<JobRecord[]>;
};

/** Who claims work: a name for people, and the key of the lock its session holds. */
export type Worker = { name: string; lock: number };

/** What the engine wants to be run or waited for after a transition. */
export type WorkItem = {
  effect?: Effect;
  /** When time itself moves the job, in the store's milliseconds. */
  timerAt?: number;
  /** The running effect goes on (same effect); otherwise it is taken away from its worker. */
  isContinued: boolean;
};

/** A job whose turn to be started has not come: it waits as PENDING, however long the queue is. */
export type QueuedStart = { kind: 'start' };

export type Claim<E = Effect> = {
  jobId: string;
  effect: E;
  /** Every write of the effect carries it; a later claim makes it stale. */
  fence: number;
  /** This one included; 0 again with every new effect. */
  tries: number;
};

export type ClaimName = Pick<Claim, 'jobId' | 'fence'>;

/** What an outcome has to know, read in one go: the time, and what the job has cost so far. */
export type Confirmed = { at: number; spentUsd: number };

export type ClaimLimits = { leaseMs: number; perInstallation: number };

export type WorkRecords = {
  /** Writes the work item in the transaction that changed the job. */
  put(record: JobRecord, item: WorkItem): Promise<void>;
  /** Queues a PENDING job for its start. Idempotent. */
  enqueue(record: Pick<JobRecord, 'installationId' | 'repositoryId'>, jobId: string): Promise<void>;
  /** One due effect: least busy repository first, then the one served longest ago. */
  claim(worker: Worker, limits: ClaimLimits): Promise<Claim | Claim<QueuedStart> | undefined>;
  /** The next effect of a job for the worker that just moved it, in the same transaction. */
  take(worker: Worker, jobId: string, leaseMs: number): Promise<Claim | undefined>;
  /**
   * As `take`, unless something due waits in a repository that is no busier than this one is
   * without it: then the slot is to be claimed anew, in fair order.
   */
  keep(worker: Worker, jobId: string, leaseMs: number): Promise<Claim | undefined>;
  /** Locks the claim until the transaction ends; undefined when it is no longer ours. */
  confirm(worker: Worker, claim: Claim): Promise<Confirmed | undefined>;
  /** Keeps these claims of a worker; answers with those that are still its own. */
  renew(worker: Worker, leaseMs: number, claims: readonly ClaimName[]): Promise<ClaimName[]>;
  /** Gives a claim back, to be tried again after `delayMs`; a hand-over is no try. */
  release(worker: Worker, claim: Claim, again: { delayMs: number; isTry: boolean }): Promise<void>;
  /** Takes a claim away and keeps the reason beside it; nobody runs it again. */
  park(worker: Worker, claim: Claim, reason: string): Promise<void>;
  /** Frees what dead or silent workers held; answers how many claims. */
  reclaim(): Promise<number>;
  /** Jobs whose timer is due; whoever fires it locks the job and looks again. */
  dueTimers(limit: number): Promise<string[]>;
  /** Milliseconds until the next effect or timer is due; 0 when one is due now. */
  nextDueInMs(): Promise<number | undefined>;
  /** The newest fencing number of a job, if it has a work item. */
  fence(jobId: string): Promise<number | undefined>;
};

type AuditEvent = {
  installationId: number;
  actor: string;
  subject: string;
  subjectId: string;
  jobId?: string;
  action: string;
  detail?: Record<string, unknown>;
};
export type StoredAuditEvent = AuditEvent & { sequence: number; at: number; digest: string };
export type AuditRecords = {
  /** Append last: writers of one installation wait for each other until commit. */
  append(event: AuditEvent): Promise<void>;
  ofJob(jobId: string): Promise<StoredAuditEvent[]>;
};

/** Settings are checked by app/settings where they enter and where they are read. */
export type StoredSettings = {
  settings: object;
  version: number;
  updatedBy: string;
  updatedAt: number;
};
export type SettingsRecords = {
  /** What the admins of a repository saved; undefined when they never did. */
  find(repositoryId: number): Promise<StoredSettings | undefined>;
  /** Replaces the version that was seen (0: none); DATABASE_CONFLICT when it is not the newest. */
  save(change: {
    repositoryId: number;
    settings: object;
    version: number;
    by: string;
  }): Promise<void>;
  /** Once per job, when it begins. */
  freeze(jobId: string, layers: { file: object; page: object }): Promise<void>;
  frozen(jobId: string): Promise<{ file: object; page: object } | undefined>;
};

/** A person's sign-in in one browser. Neither its id nor his tokens are known to the database. */
export type WebSession = {
  /** SHA-256 of the id that the browser holds. */
  digest: Uint8Array;
  githubId: number;
  login: string;
  /** Which key sealed the tokens. */
  keyId: string;
  sealed: Uint8Array;
  tokensVersion: number;
  seenAt: number;
  expiresAt: number;
};
type NewWebSession = Pick<
  WebSession,
  'digest' | 'githubId' | 'login' | 'keyId' | 'sealed' | 'expiresAt'
> & { now: number };
export type SignInRecords = {
  /** False when a sign-in with this state was finished before. */
  useState(state: { digest: Uint8Array; now: number; expiresAt: number }): Promise<boolean>;
  begin(session: NewWebSession): Promise<void>;
  find(digest: Uint8Array): Promise<WebSession | undefined>;
  touch(digest: Uint8Array, now: number): Promise<void>;
  /** True for one at a time: a refresh token works once. The claim ends by itself at `until`. */
  claimRenewal(
    digest: Uint8Array,
    claim: { tokensVersion: number; now: number; until: number },
  ): Promise<boolean>;
  dropRenewal(digest: Uint8Array, tokensVersion: number): Promise<void>;
  /** False when the session is over or has newer tokens. */
  renew(
    digest: Uint8Array,
    tokens: Pick<WebSession, 'tokensVersion' | 'keyId' | 'sealed'>,
  ): Promise<boolean>;
  end(digest: Uint8Array): Promise<void>;
  /** Everything this person holds; answers how many sessions. */
  endAllOf(githubId: number): Promise<number>;
  /** Those that are too old, or were not used for `idleMs`. */
  sweep(limits: { now: number; idleMs: number }): Promise<number>;
};
