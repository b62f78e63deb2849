// What work on a job leaves behind: plans, attempts, conversations, costs, proof, sandboxes. Types
// only; part of the store's port.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { ModelClass } from '../../job/types.ts';

type PlanStatus = 'draft' | 'approved' | 'completed' | 'superseded';
export type Criterion = {
  id: string;
  text: string;
  kind: 'new' | 'keep';
  surface: string;
  status: 'pending' | 'passed' | 'blocked';
  deprecatedAt?: number;
  /** When a check of a branch has last seen it. */
  verifiedAt?: number;
};
export type Plan = {
  id: string;
  jobId: string;
  revision: number;
  revisionToken: string;
  status: PlanStatus;
  content: Record<string, unknown>;
  issueDigest: string;
};
export type NewPlan = Omit<Plan, 'status' | 'revision'> & {
  fence: number;
  criteria: Pick<Criterion, 'id' | 'text' | 'kind' | 'surface'>[];
};
export type PlanRecords = {
  /** Supersedes the active revision, numbers the new one, deprecates criteria it dropped. */
  propose(plan: NewPlan): Promise<Plan>;
  find(id: string): Promise<Plan | undefined>;
  active(jobId: string): Promise<Plan | undefined>;
  /** The newest revision that was approved and is still in force. */
  approved(jobId: string): Promise<Plan | undefined>;
  /** The same over all jobs of an issue, the newest job first. */
  approvedOfIssue(repositoryId: number, issueNumber: number): Promise<Plan | undefined>;
  /** The newest revision, whatever became of it. */
  latest(jobId: string): Promise<Plan | undefined>;
  approve(planId: string, by: string): Promise<void>;
  complete(planId: string): Promise<void>;
  criteria(jobId: string): Promise<Criterion[]>;
  /** A check has seen these; their status stays. */
  markVerified(jobId: string, ids: readonly string[]): Promise<void>;
  setCriterionStatus(jobId: string, id: string, status: 'pending' | 'passed'): Promise<void>;
  /** A person confirmed a cause outside the code; without `id` it is that of all criteria. */
  block(jobId: string, cause: { id?: string; reason: string; by: string }): Promise<void>;
};

type AttemptKind = 'implement' | 'self_heal' | 'deep_fix' | 'intervention';
export type Attempt = {
  id: string;
  jobId: string;
  number: number;
  kind: AttemptKind;
  modelClass: ModelClass;
  status: 'running' | 'green' | 'red' | 'failed' | 'abandoned';
  fingerprint?: string;
  note?: string;
  startedAt: number;
  endedAt?: number;
};
export type AttemptEnd = {
  status: Exclude<Attempt['status'], 'running'>;
  fence: number;
  fingerprint?: string;
  note?: string;
};
export type AttemptRecords = {
  begin(
    attempt: Pick<Attempt, 'id' | 'jobId' | 'number' | 'kind' | 'modelClass'> & { fence: number },
  ): Promise<void>;
  end(id: string, end: AttemptEnd): Promise<void>;
  ofJob(jobId: string): Promise<Attempt[]>;
};

type Usage = {
  jobId: string;
  modelClass: ModelClass;
  attemptNumber: number;
  callNumber: number;
  model: string;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  costUsd: number;
};
export type UsageRecords = {
  /** Once per call: false when this call was written before. */
  record(usage: Usage): Promise<boolean>;
  costOfJob(jobId: string): Promise<number>;
  /** One more than the highest number of this job, class and attempt. */
  nextCall(of: Pick<Usage, 'jobId' | 'modelClass' | 'attemptNumber'>): Promise<number>;
};

type CaseFile = { path: string; mode: number; digest: string; content: string };
export type TestCase = {
  id: string;
  planId: string;
  jobId: string;
  criterionId: string;
  title: string;
  files: CaseFile[];
  run: string;
  surface: string;
  isWithheld: boolean;
};
export type TestRun = {
  id: string;
  jobId: string;
  planId: string;
  caseId?: string;
  tree: 'base' | 'head' | 'hunk';
  attemptNumber?: number;
  hunk?: string;
  runNumber: number;
  exitCode: number;
  redKind?: 'assertion' | 'error' | 'load';
  durationMs: number;
  output: string;
  /** What its own report says of each test; absent where there is none. */
  tests?: { name: string; status: 'passed' | 'failed' | 'skipped' | 'error' }[];
};
export type Report = {
  id: string;
  jobId: string;
  attemptNumber: number;
  content: Record<string, unknown>;
  isGatePassed: boolean;
  publishedAt?: number;
};
export type ProofRecords = {
  addCases(fence: number, cases: readonly TestCase[]): Promise<void>;
  casesOfPlan(planId: string): Promise<TestCase[]>;
  addRuns(fence: number, runs: readonly TestRun[]): Promise<void>;
  runsOfPlan(planId: string): Promise<TestRun[]>;
  addReport(fence: number, report: Omit<Report, 'publishedAt'>): Promise<void>;
  markPublished(reportId: string): Promise<void>;
  reportsOfJob(jobId: string): Promise<Report[]>;
};

export type SandboxStatus = 'CREATING' | 'RUNNING' | 'ENDING' | 'COMPLETED' | 'FAILED';
export type SandboxSession = {
  id: string;
  jobId: string;
  sessionId?: string;
  provider: string;
  providerSandboxId?: string;
  purpose: string;
  status: SandboxStatus;
  createdAt: number;
};
export type WipeEvidence = {
  providerSandboxId?: string;
  method: string;
  requestedAt: number;
  confirmedAt: number;
  providerAnswer: string;
};
export type SandboxRecords = {
  /** Before the provider is asked, so that no sandbox exists without a row. */
  begin(
    sandbox: Omit<SandboxSession, 'status' | 'createdAt' | 'providerSandboxId'> & {
      fence: number;
      /** For a check of a branch, whose fence it then is; else for the job's own work. */
      checkId?: string;
    },
  ): Promise<void>;
  running(id: string, providerSandboxId: string): Promise<void>;
  /** A new worker goes on with it. */
  adopt(id: string, fence: number): Promise<void>;
  /**
   * Evidence and end are one transaction; the database refuses the end without the evidence.
   * Idempotent: the first end stays.
   */
  end(id: string, status: 'COMPLETED' | 'FAILED', evidence: WipeEvidence): Promise<void>;
  /** Of the job's own work; without a job, all there are. */
  living(jobId?: string): Promise<SandboxSession[]>;
  livingOfCheck(checkId: string): Promise<SandboxSession[]>;
  /** Living ones of a claim that is no longer held, and that no later one can go on with. */
  orphaned(limit: number): Promise<SandboxSession[]>;
  /** Whether one was begun in the last so many milliseconds. */
  wasUsedWithin(ms: number): Promise<boolean>;
  /** Which of these ended; of others nothing is known. */
  ended(ids: readonly string[]): Promise<string[]>;
  /** Those of one purpose, oldest first. */
  ofPurpose(
    jobId: string,
    purpose: string,
  ): Promise<{ id: string; startedAt: number; endedAt?: number }[]>;
  /** How many a job's own work had, and of how many there is evidence that they are gone. */
  count(jobId: string): Promise<{ created: number; wiped: number }>;
};

/** A prepared workspace that sandboxes are created from. */
export type Snapshot = {
  id: string;
  repositoryId: number;
  /** Who made it. */
  jobId: string;
  baseSha: string;
  /** Of the setup text and the manifests it was run with. */
  setupDigest: string;
  provider: string;
  providerSnapshotId: string;
};
export type SnapshotRecords = {
  /** `checkId` as for sandboxes. */
  insert(snapshot: Snapshot & { fence: number; lifeMs: number; checkId?: string }): Promise<void>;
  /** The oldest that has not expired. */
  usable(
    of: Pick<Snapshot, 'repositoryId' | 'baseSha' | 'setupDigest' | 'provider'>,
  ): Promise<Snapshot | undefined>;
  /** Expired, or of a repository without an open job or check; to be deleted. */
  ended(limit: number): Promise<Snapshot[]>;
  /** Idempotent. */
  deleted(id: string, evidence: WipeEvidence): Promise<void>;
};

/** The GitHub side of a job. What is set once stays as it is. */
export type Thread = {
  jobId: string;
  repositoryId: number;
  issueNumber: number;
  issueTitle: string;
  /** As people see it, frozen at the trigger. */
  issueText: string;
  issueDigest: string;
  requestedBy: string;
  baseBranch: string;
  baseSha?: string;
  branch: string;
  pullNumber?: number;
  statusCommentId?: number;
  /** The newest commit we published on the branch. */
  headSha?: string;
};
export type ThreadRecords = {
  insert(thread: Thread): Promise<void>;
  find(jobId: string): Promise<Thread | undefined>;
  /** The newest job's, when several worked on one PR. */
  findByPullRequest(repositoryId: number, number: number): Promise<Thread | undefined>;
  setBase(jobId: string, sha: string): Promise<void>;
  setPullRequest(jobId: string, number: number): Promise<void>;
  setStatusComment(jobId: string, id: number): Promise<void>;
  setHead(jobId: string, sha: string): Promise<void>;
};

export type AttemptFiles = {
  /** Once per attempt: the record of what its sandbox left. */
  save(files: {
    jobId: string;
    attemptNumber: number;
    fence: number;
    changes: readonly FileChange[];
  }): Promise<void>;
  ofAttempt(jobId: string, attemptNumber: number): Promise<FileChange[]>;
};
