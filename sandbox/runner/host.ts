// The host as the loop and the tools see it: questions with answers. One question of a kind is open
// at a time; an answer that nobody waits for is a repeat and is dropped.
import type { HostMessage, Submission, TurnReply, Verdict } from '../protocol/messages.ts';
import type { TodoList } from '../protocol/tool-inputs.ts';
import type { RunnerEntry } from '../protocol/transcript.ts';
import { untilAborted } from './abort.ts';
import type { Link } from './link.ts';

export type Host = {
  /** Asks for the model's next turn, after handing over the rows since the last one. */
  turn(call: number, entries: RunnerEntry[]): Promise<TurnReply>;
  submit(submission: Submission): Promise<Verdict>;
  progress(todos: TodoList): Promise<void>;
};

export type HostClient = Host & { hear(message: HostMessage): void };

/** Every wait ends when `signal` fires. */
export function createHost(link: Pick<Link, 'send'>, signal: AbortSignal): HostClient {
  const turns = new Map<number, (reply: TurnReply) => void>();
  const submissions = new Map<number, (verdict: Verdict) => void>();
  let submitted = 0;
  return {
    async turn(call, entries) {
      const { promise, resolve } = Promise.withResolvers<TurnReply>();
      turns.set(call, resolve);
      await link.send({ kind: 'turn_request', call, entries }, signal);
      return await untilAborted(promise, signal);
    },
    async submit(submission) {
      submitted += 1;
      const { promise, resolve } = Promise.withResolvers<Verdict>();
      submissions.set(submitted, resolve);
      await link.send({ kind: 'submit', number: submitted, submission }, signal);
      return await untilAborted(promise, signal);
    },
    async progress(todos) {
      await link.send({ kind: 'progress', todos }, signal);
    },
    hear(message) {
      if (message.kind === 'turn_reply') {
        turns.get(message.call)?.(message.reply);
        turns.delete(message.call);
      } else if (message.kind === 'submit_reply') {
        submissions.get(message.number)?.(message.verdict);
        submissions.delete(message.number);
      }
    },
  };
}
