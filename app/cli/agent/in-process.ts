// A conversation whose tools run in this very process, on the directory itself: the runner's own
// loop with the caller's handlers in the place of the wire. The same contract as `runSession`.
import type {
  SessionEnd,
  SessionHandlers,
  TurnAnswer,
} from '../../../sandbox/driver/session/port.ts';
import type { TurnReply } from '../../../sandbox/protocol/messages.ts';
import { Task, type TaskInput } from '../../../sandbox/protocol/task.ts';
import { runTask } from '../../../sandbox/runner/run-task.ts';
import { createParsers } from '../../../sandbox/syntax/parsers.ts';
import { AppError } from '../../errors.ts';
import { readGrammars } from '../../machine/grammar-files.ts';
import { grammarsDirectory } from '../package-root.ts';

type Host = Parameters<typeof runTask>[1]['host'];
type Stop = Exclude<TurnAnswer, { ok: true }>;

type InProcessOptions = {
  task: TaskInput;
  handlers: SessionHandlers;
  /** Of every command. */
  env: Readonly<Record<string, string>>;
  newId(): string;
  signal: AbortSignal;
};

/** Rejects with CANCELLED when the signal fires, or with what a handler throws. */
export async function runInProcess(options: InProcessOptions): Promise<SessionEnd> {
  const { env, newId, signal, handlers } = options;
  const notes: Notes = {};
  const { outcome, rows } = await runTask(Task.parse(options.task), {
    host: createHost(options, notes),
    env,
    parsers: createParsers(async (file) => await readGrammars(grammarsDirectory())(file)),
    newId,
    now: () => performance.now(),
    signal,
    parking: new AbortController().signal,
  });
  if (rows.entries.length > 0) await handlers.rows(rows.entries, rows.decisions);
  if (signal.aborted) throw new AppError('CANCELLED', { cause: signal.reason });
  if (notes.stop !== undefined) return toEnd(notes.stop);
  if (notes.failure !== undefined) throw notes.failure.error;
  if (outcome.kind === 'turns_spent') return { kind: 'turns_spent' };
  if (outcome.kind === 'cancelled') throw new AppError('CANCELLED');
  if (outcome.kind === 'parked') return { kind: 'parked' };
  if (outcome.kind === 'failed') {
    return { kind: 'fault', fault: { kind: 'runner', problem: outcome.problem } };
  }
  return { kind: 'done', outcome };
}

/** Why the loop was left from below: it only sees that something was thrown. */
type Notes = { failure?: { error: unknown }; stop?: Stop };

function createHost({ handlers, signal, newId }: InProcessOptions, notes: Notes): Host {
  let submitted = 0;
  let asked = 0;
  const noting = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      notes.failure ??= { error };
      throw error;
    }
  };
  return {
    turn: async (call, { entries, decisions }) =>
      await noting(async () => {
        await handlers.rows(entries, decisions);
        const answer = await handlers.turn({ call, entries }, signal);
        if (!answer.ok) {
          notes.stop = answer;
          throw new AppError('CANCELLED', { problem: 'The model gave no answer.' });
        }
        const { content, stopReason } = answer.reply;
        const row = (entries.at(-1)?.row ?? 0) + 1;
        const payload = {
          _t: 'assistant',
          uuid: newId(),
          content,
          stop_reason: stopReason,
        } as const;
        await handlers.rows([{ row, payload }], []);
        return toRunner(answer.reply);
      }),
    async submit(submission) {
      submitted += 1;
      const request = { number: submitted, submission };
      return await noting(async () => await handlers.submit(request, signal));
    },
    async ask(question) {
      asked += 1;
      const request = { number: asked, question };
      return await noting(async () => await handlers.ask(request, signal));
    },
    progress: async (todos) => await noting(async () => await handlers.progress(todos)),
  };
}

/** As over the wire: the model's thinking stays with the host. */
function toRunner({ content, stopReason }: Extract<TurnAnswer, { ok: true }>['reply']): TurnReply {
  const shown = content.filter((block) => block.type === 'text' || block.type === 'tool_use');
  return { content: shown, stopReason };
}

function toEnd(stop: Stop): SessionEnd {
  if ('park' in stop) return { kind: 'parked' };
  return { kind: 'fault', fault: { kind: 'model', fault: stop.fault } };
}
