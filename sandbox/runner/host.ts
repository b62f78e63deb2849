// The host as the loop and the tools see it: questions with answers. One question of a kind is open
// at a time; an answer that nobody waits for is a repeat and is dropped.
import type { HostMessage, Submission, TurnReply, Verdict } from '../protocol/messages.ts';
import type { PermissionDecision } from '../protocol/permission-decision.ts';
import type { HostAnswer, HostQuestion } from '../protocol/question.ts';
import type { TodoList } from '../protocol/tools/talk.ts';
import type { RunnerEntry } from '../protocol/transcript.ts';
import { untilAborted } from './abort.ts';
import type { Link } from './link.ts';

/** What the transcript and the permission log are to get. */
export type Rows = { entries: RunnerEntry[]; decisions: PermissionDecision[] };

export type Host = {
  /** Asks for the model's next turn, after handing over the rows since the last one. */
  turn(call: number, rows: Rows): Promise<TurnReply>;
  submit(submission: Submission): Promise<Verdict>;
  ask(question: HostQuestion): Promise<HostAnswer>;
  progress(todos: TodoList): Promise<void>;
};

type HostClient = Host & { hear(message: HostMessage): void };

/** Every wait ends when `signal` fires. */
export function createHost(link: Pick<Link, 'send'>, signal: AbortSignal): HostClient {
  const turns = createWaits<TurnReply>(signal);
  const submissions = createWaits<Verdict>(signal);
  const questions = createWaits<HostAnswer>(signal);
  let submitted = 0;
  let asked = 0;
  return {
    async turn(call, rows) {
      const reply = turns.begin(call);
      await link.send({ kind: 'turn_request', call, ...rows }, signal);
      return await reply();
    },
    async submit(submission) {
      submitted += 1;
      const verdict = submissions.begin(submitted);
      await link.send({ kind: 'submit', number: submitted, submission }, signal);
      return await verdict();
    },
    async ask(question) {
      asked += 1;
      const answer = questions.begin(asked);
      await link.send({ kind: 'ask', number: asked, question }, signal);
      return await answer();
    },
    async progress(todos) {
      await link.send({ kind: 'progress', todos }, signal);
    },
    hear(message) {
      if (message.kind === 'turn_reply') turns.end(message.call, message.reply);
      else if (message.kind === 'submit_reply') submissions.end(message.number, message.verdict);
      else if (message.kind === 'ask_reply') questions.end(message.number, message.answer);
    },
  };
}

/** Answers by the number of what they answer. */
function createWaits<T>(signal: AbortSignal) {
  const open = new Map<number, (answer: T) => void>();
  return {
    begin(number: number): () => Promise<T> {
      const { promise, resolve } = Promise.withResolvers<T>();
      open.set(number, resolve);
      return async () => await untilAborted(promise, signal);
    },
    end(number: number, answer: T): void {
      open.get(number)?.(answer);
      open.delete(number);
    },
  };
}
