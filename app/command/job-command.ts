// What moves a job, as its words say it: the vocabulary between the table, the parser and who acts.
import type { CommandBody } from '../job/events.ts';

type Approve = Extract<CommandBody, { type: 'approve' }>;

/** An approval that names no revision means the one published last before it was written. */
export type ApproveDraft = Omit<Approve, 'revision'> & { revision?: string };

/** A command for the state machine, as far as its words alone say it. */
export type JobCommand = Exclude<CommandBody, { type: 'start' | 'approve' }> | ApproveDraft;

/** What a command says beside its event: the answer, the path, "always". */
export type Said = { text?: string; path?: string; isAlways?: true };

/** Moves the job. */
export type Move<C extends JobCommand = JobCommand> = { kind: 'job'; command: C; said?: Said };
