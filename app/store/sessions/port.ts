// Agent conversations: transcript, permission log, what was handed over, and what is kept of one
// that waits. Types only; part of the store's port.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { Submission } from '../../../sandbox/protocol/messages.ts';
import type { PermissionDecision } from '../../../sandbox/protocol/permission-decision.ts';
import type { HostQuestion } from '../../../sandbox/protocol/question.ts';
import type { RunnerState } from '../../../sandbox/protocol/runner-state.ts';
import type { OutcomeBody } from '../../job/events.ts';

export type TranscriptEntry = {
  sequence: number;
  entryType: string;
  payload: unknown;
  toolUseId?: string;
};

/** Which conversation is meant: a step of a job may have several, one after the other. */
export type ConversationKey = { jobId: string; step: string; ordinal: number };

export type StoredSession = {
  id: string;
  /** Known once the runner was started. */
  runnerPid?: number;
  /** What it handed over and was accepted. */
  submission?: Submission;
  isEnded: boolean;
};

export type Parking = {
  number: number;
  /** How its effect ended, and the hold that follows from it; absent: it goes on by itself. */
  held?: { outcome: OutcomeBody; holdNumber: number };
  question?: HostQuestion;
  state: RunnerState;
  changes: FileChange[];
  isResumed: boolean;
};

export type SessionRecords = {
  begin(session: ConversationKey & { id: string; fence: number }): Promise<void>;
  started(id: string, runnerPid: number): Promise<void>;
  /** Once: what was accepted first stays. */
  handOver(id: string, submission: Submission): Promise<void>;
  end(id: string): Promise<void>;
  /** The newest conversation of that key. */
  find(key: ConversationKey): Promise<StoredSession | undefined>;
  /** Those of a job that have not ended. */
  open(jobId: string): Promise<StoredSession[]>;
  /** One batch: consecutive, beginning right after the last stored row. */
  append(sessionId: string, fence: number, entries: readonly TranscriptEntry[]): Promise<void>;
  log(sessionId: string, decisions: readonly PermissionDecision[]): Promise<void>;
  decisions(sessionId: string): Promise<PermissionDecision[]>;
  transcript(sessionId: string): Promise<TranscriptEntry[]>;
  /** The ids of a job's conversations of one step, oldest first. */
  ofStep(jobId: string, step: string): Promise<string[]>;
  park(
    sessionId: string,
    fence: number,
    parking: Omit<Parking, 'number' | 'isResumed'>,
  ): Promise<void>;
  /** The newest of the conversation; it counts as long as it is not resumed. */
  parking(sessionId: string): Promise<Parking | undefined>;
  resumed(sessionId: string, number: number): Promise<void>;
};

export type HoldAnswer = {
  kind: 'answer' | 'allow' | 'deny' | 'widen';
  said: { text?: string | undefined; path?: string | undefined; isAlways?: true | undefined };
  actor: string;
};

export type HoldAnswers = {
  /** Once per hold: the first answer ended it. */
  add(
    jobId: string,
    holdNumber: number,
    answer: HoldAnswer & { commentId?: number },
  ): Promise<void>;
  find(jobId: string, holdNumber: number): Promise<HoldAnswer | undefined>;
  /** What people allowed for good in this job. */
  always(jobId: string): Promise<HostQuestion[]>;
};
