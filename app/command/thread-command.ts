// What people can say in a thread, as data: the vocabulary between the parser and those who act.
import type { CommandBody } from '../job/events.ts';

type Approve = Extract<CommandBody, { type: 'approve' }>;

/** An approval that names no revision means the one published last before it was written. */
export type ApproveDraft = Omit<Approve, 'revision'> & { revision?: string };

/** A command for the state machine, as far as its words alone say it. */
type JobCommand = Exclude<CommandBody, { type: 'start' | 'approve' }> | ApproveDraft;

/** What a command says beside its event: the answer, the path, "always". */
export type Said = { text?: string; path?: string; isAlways?: true };

/** Commands that move no state machine, or make another job. */
export type OtherCommand =
  | { type: 'verify' }
  | { type: 'accept'; isOverride: boolean }
  | { type: 'fix'; text: string }
  | { type: 'retry' }
  | { type: 'open' }
  | { type: 'revert' }
  | { type: 'rate'; stars: number; why?: string }
  | { type: 'model'; provider?: string; id: string }
  | { type: 'config' }
  | { type: 'clear' }
  | { type: 'status' }
  | { type: 'help' }
  | { type: 'login' }
  | { type: 'logout' };

export type ThreadCommand =
  | { kind: 'job'; command: JobCommand; said?: Said }
  | { kind: 'other'; command: OtherCommand };
