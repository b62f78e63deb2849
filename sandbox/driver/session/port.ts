// One agent conversation in a sandbox, as a step of a job sees it: who is asked for what, and how
// it can end. Contracts only; sandbox/driver/session/session.ts implements them.
import type { ModelFault, ModelReply } from '../../../app/gateway/port.ts';
import type { Outcome, Submission, Verdict } from '../../protocol/messages.ts';
import type { PermissionDecision } from '../../protocol/permission-decision.ts';
import type { HostAnswer, HostQuestion } from '../../protocol/question.ts';
import type { RunnerState } from '../../protocol/runner-state.ts';
import type { TaskInput } from '../../protocol/task.ts';
import type { TodoList } from '../../protocol/tools/talk.ts';
import type { Entry, RunnerEntry } from '../../protocol/transcript.ts';
import type { Sandbox } from '../port.ts';

/**
 * The caller's half. What a handler throws ends the host's part of the session with that error; the
 * runner is left alive, because another host may go on with it. Every argument that came from the
 * sandbox is of its checked shape, and untrusted in what it says.
 */
export type SessionHandlers = {
  /** The runner runs and has no task yet. Persist the pid: `attachSession` needs it. */
  started?(runner: { pid: number }): Promise<void>;
  /**
   * Persists rows of the transcript, the model's own among them. Called once for each row number,
   * in order, without gaps, over all hosts of a session, if `attachSession` is told the last row
   * persisted. What it was given is persisted before the next model call, and before the runner
   * learns what the model said. `decisions` were made about the calls of these rows.
   */
  rows(entries: readonly Entry[], decisions: readonly PermissionDecision[]): Promise<void>;
  /**
   * Asks the model, given the whole transcript persisted so far. `entries` are the rows since the
   * last call, persisted already. The signal fires when the session is cancelled or the runner has
   * fallen silent; in the latter case the same call is asked again once it is heard.
   */
  turn(request: TurnRequest, signal: AbortSignal): Promise<TurnAnswer>;
  /** Judges a hand-over. May be asked twice with the same number when the host was restarted. */
  submit(request: SubmitRequest, signal: AbortSignal): Promise<Verdict>;
  /**
   * Answers the runner. `park`: nobody can answer now; the session then ends as `parked`. May be
   * asked twice with the same number when the host was restarted.
   */
  ask(request: AskRequest, signal: AbortSignal): Promise<HostAnswer>;
  /** The agent's own list. Only the newest counts; may be repeated. */
  progress(todos: TodoList): Promise<void>;
};

/** Calls are numbered from 1 over the whole session. */
type TurnRequest = { call: number; entries: readonly RunnerEntry[] };

export type TurnAnswer =
  | { ok: true; reply: Pick<ModelReply, 'content' | 'stopReason'> }
  | { ok: false; fault: ModelFault }
  /** No call now: the session ends as `parked`. */
  | { ok: false; park: true };

/** Questions are numbered from 1. */
type AskRequest = { number: number; question: HostQuestion };

/** Submissions are numbered from 1. */
type SubmitRequest = { number: number; submission: Submission };

export type SessionOptions = {
  sandbox: Sandbox;
  handlers: SessionHandlers;
  /** Cancels: the runner stops at once and is ended; the promise rejects with CANCELLED. */
  signal: AbortSignal;
  /** Leaves the runner alone, alive, for a host that attaches later; the end is `left`. */
  leave?: AbortSignal;
  /** Ends the session as `parked`: what it needs to go on elsewhere is handed over. */
  park?: AbortSignal;
  deps: SessionDeps;
  limits?: Partial<SessionLimits>;
};

export type RunOptions = SessionOptions & {
  task: TaskInput;
  /** Where the bundled guest program lies in the sandbox. */
  runnerPath: string;
  /** Unset: the sealed node when the sandbox has one, else its plain one. */
  nodePath?: string;
  /** Of a conversation that goes on (`task.resume`): the last row persisted. */
  last?: Entry | undefined;
};

export type AttachOptions = SessionOptions & {
  pid: number;
  /** May be left out for a runner that has said something: it has its task. */
  task?: TaskInput;
  /** The last row the caller has persisted; undefined: none. */
  last: Entry | undefined;
};

export type SessionDeps = {
  timers: Timers;
  newId(): string;
};

export type Timers = {
  /** Milliseconds that only ever grow. */
  now(): number;
  /** Calls again and again until the returned function is called. */
  every(ms: number, work: () => void): () => void;
  /** Resolves after that time, or at once when the signal fires. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export type SessionLimits = {
  /** After this silence with work open the host says hello. */
  helloAfterMs: number;
  heartbeatMs: number;
  /** After this silence the model's generation is stopped and a new connection is made. */
  stalledAfterMs: number;
  /** After this silence the session ends as `silent`. */
  silentAfterMs: number;
  /** A handle keeps what came through it: after this much it is changed. */
  renewAfterBytes: number;
  /** Of one write, one connection, one kill. */
  requestTimeoutMs: number;
  /** A cancelled runner has this long to hand over its last rows. */
  cancelGraceMs: number;
  /** A parked one too; afterwards it is ended, and its state is lost. */
  parkGraceMs: number;
};

type SessionFault =
  | { kind: 'model'; fault: ModelFault }
  /** The runner has said what no runner of ours says. */
  | { kind: 'protocol'; problem: string }
  /** Something broke inside the runner. */
  | { kind: 'runner'; problem: string };

export type DoneOutcome = Extract<
  Outcome,
  { kind: 'submitted' | 'finished' | 'ended' | 'refused' }
>;

export type RunnerDeath = {
  /** `vanished`: the sandbox lives and knows no such process. */
  cause: 'exit' | 'vanished' | 'sandbox_gone';
  exitCode?: number;
  signal?: string;
  resourceLimit?: string;
};

/** The runner has ended in every case but `left`. */
export type SessionEnd =
  | { kind: 'done'; outcome: DoneOutcome }
  | { kind: 'turns_spent' }
  | { kind: 'fault'; fault: SessionFault }
  /** `stderr` is the end of what it wrote there: untrusted, for operators. */
  | ({ kind: 'runner_died'; stderr: string } & RunnerDeath)
  | { kind: 'silent' }
  /** `question`: what it waits for. Without a state the runner was not able to tell it. */
  | { kind: 'parked'; state?: RunnerState; question?: HostQuestion }
  | { kind: 'left' };

export type RunSession = (options: RunOptions) => Promise<SessionEnd>;
export type AttachSession = (options: AttachOptions) => Promise<SessionEnd>;
