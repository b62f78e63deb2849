// What the runner says and what the caller's handlers answer, one message after the other. Every
// message is parsed here first: it comes from a sandbox.
import { type Outcome, RunnerMessage, type TurnReply } from '../../protocol/messages.ts';
import type { PermissionDecision } from '../../protocol/permission-decision.ts';
import type { Task } from '../../protocol/task.ts';
import type {
  AssistantPayload,
  Entry,
  RunnerEntry,
  TextBlock,
  ToolUseBlock,
} from '../../protocol/transcript.ts';
import type { LinkItem, SessionLink } from './link.ts';
import type {
  DoneOutcome,
  SessionDeps,
  SessionEnd,
  SessionHandlers,
  SessionLimits,
  TurnAnswer,
} from './port.ts';

type ConversationOptions = {
  link: SessionLink;
  task: Task | undefined;
  handlers: SessionHandlers;
  deps: SessionDeps;
  limits: Pick<SessionLimits, 'parkGraceMs'>;
  /** The last row persisted by a host before. */
  last: Entry | undefined;
  /** False when a host before may have accepted what this one has not seen. */
  isWhole: boolean;
  /** Fires when the session is to go on elsewhere. */
  park?: AbortSignal | undefined;
};

type Message<Kind> = Extract<RunnerMessage, { kind: Kind }>;
type Reply = Pick<AssistantPayload, 'content' | 'stop_reason'>;

/** Of the model's text, which the runner only quotes when the session ends. */
const TEXT_LENGTH = 2_000;

class ProtocolBreach extends Error {}

export class Conversation {
  readonly #options: ConversationOptions;
  #row: number;
  #call: number | undefined;
  #accepted: string | undefined;
  #isParking = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#row = options.last?.row ?? 0;
  }

  /** Until the session ends. Rejects when the signal fires, or with what a handler throws. */
  async run(signal: AbortSignal): Promise<SessionEnd> {
    try {
      for (;;) {
        const item = await this.#next(signal);
        if (item === undefined) return { kind: 'parked' };
        if (item.kind !== 'message') return toEnd(item);
        const end = await this.#answer(parse(item.value), item.seq, signal);
        if (end !== undefined) return end;
      }
    } catch (error) {
      if (!(error instanceof ProtocolBreach)) throw error;
      return { kind: 'fault', fault: { kind: 'protocol', problem: error.message } };
    }
  }

  /** Undefined when a runner that was told to park says nothing any more. */
  async #next(signal: AbortSignal): Promise<LinkItem | undefined> {
    const { link, park } = this.#options;
    if (park !== undefined && !this.#isParking) {
      try {
        return await link.next(AbortSignal.any([signal, park]));
      } catch (error) {
        if (signal.aborted || !park.aborted) throw error;
        this.#park();
      }
    }
    if (!this.#isParking) return await link.next(signal);
    const { deps, limits } = this.#options;
    const waited = new AbortController();
    const next = link.next(AbortSignal.any([signal, waited.signal]));
    const late = deps.timers.sleep(limits.parkGraceMs, waited.signal).then(() => undefined);
    const item = await Promise.race([next, late]).finally(() => waited.abort());
    next.catch(() => undefined);
    return item;
  }

  #park(seq?: number): void {
    if (this.#isParking) return;
    this.#isParking = true;
    this.#options.link.send({ kind: 'park' }, seq);
  }

  /** Tells the runner to stop, and keeps the rows it still hands over until the signal fires. */
  async cancel(signal: AbortSignal): Promise<void> {
    const { link } = this.#options;
    link.send({ kind: 'cancel' });
    for (;;) {
      const item = await link.next(signal);
      if (item.kind !== 'message') return;
      const message = parse(item.value);
      if (message.kind !== 'done') continue;
      await this.#writeRows(message.entries, message.decisions);
      link.acknowledge(item.seq);
      return;
    }
  }

  async #answer(
    message: RunnerMessage,
    seq: number,
    signal: AbortSignal,
  ): Promise<SessionEnd | undefined> {
    const { link, handlers } = this.#options;
    switch (message.kind) {
      case 'turn_request':
        return await this.#turn(message, seq, signal);
      case 'submit': {
        const { number, submission } = message;
        const verdict = await handlers.submit({ number, submission }, signal);
        if (verdict.accepted) this.#accepted = submission.kind;
        link.send({ kind: 'submit_reply', number, verdict }, seq);
        return undefined;
      }
      case 'ask': {
        const { number, question } = message;
        const answer = await handlers.ask({ number, question }, signal);
        link.send({ kind: 'ask_reply', number, answer }, seq);
        return undefined;
      }
      case 'progress':
        await handlers.progress(message.todos);
        link.acknowledge(seq);
        return undefined;
      case 'done':
        await this.#writeRows(message.entries, message.decisions);
        link.acknowledge(seq);
        return this.#toEnd(message.outcome);
      default:
        return message satisfies never;
    }
  }

  async #turn(
    { call, entries, decisions }: Message<'turn_request'>,
    seq: number,
    signal: AbortSignal,
  ): Promise<SessionEnd | undefined> {
    const { link, task } = this.#options;
    if (this.#call !== undefined && call !== this.#call + 1) {
      throw new ProtocolBreach(`call ${call} does not follow call ${this.#call}`);
    }
    this.#call = call;
    await this.#writeRows(entries, decisions);
    const row = (entries.at(-1)?.row ?? 0) + 1;
    if (row <= this.#row) {
      link.send({ kind: 'turn_reply', call, reply: toRunner(this.#remember(row)) }, seq);
      return undefined;
    }
    if (task !== undefined && call > task.limits.turns) return { kind: 'turns_spent' };
    const answer = await this.#ask({ call, entries }, signal);
    // The stream has ended meanwhile; the next item says how.
    if (answer === undefined) return undefined;
    if ('park' in answer) {
      this.#park(seq);
      return undefined;
    }
    if (!answer.ok) return { kind: 'fault', fault: { kind: 'model', fault: answer.fault } };
    const reply: Reply = { content: answer.reply.content, stop_reason: answer.reply.stopReason };
    await this.#writeReply(row, reply);
    link.send({ kind: 'turn_reply', call, reply: toRunner(reply) }, seq);
    return undefined;
  }

  /** Again when the runner was silent and came back; undefined when it did not. */
  async #ask(
    request: { call: number; entries: readonly RunnerEntry[] },
    signal: AbortSignal,
  ): Promise<TurnAnswer | undefined> {
    const { link, handlers, park } = this.#options;
    if (this.#isParking || park?.aborted) return { ok: false, park: true };
    const parks = park === undefined ? [] : [park];
    for (;;) {
      const { liveness } = link;
      try {
        return await handlers.turn(request, AbortSignal.any([signal, liveness, ...parks]));
      } catch (error) {
        if (signal.aborted) throw error;
        if (park?.aborted) return { ok: false, park: true };
        if (!liveness.aborted) throw error;
      }
      if (!(await link.revived(signal))) return undefined;
    }
  }

  async #writeReply(row: number, reply: Reply): Promise<void> {
    const { handlers, deps } = this.#options;
    await handlers.rows([{ row, payload: { _t: 'assistant', uuid: deps.newId(), ...reply } }], []);
    this.#row = row;
  }

  /** What the model said in a row that a host before has persisted. */
  #remember(row: number): Reply {
    const { last } = this.#options;
    if (last?.row !== row || last.payload._t !== 'assistant') {
      throw new ProtocolBreach(`row ${row} was asked for again and is not the last reply`);
    }
    return last.payload;
  }

  async #writeRows(
    entries: readonly RunnerEntry[],
    decisions: readonly PermissionDecision[],
  ): Promise<void> {
    const fresh = entries.filter(({ row }) => row > this.#row);
    const isInOrder = fresh.every(({ row }, index) => row === this.#row + 1 + index);
    if (!isInOrder) throw new ProtocolBreach(`rows after ${this.#row} are not in order`);
    // Repeated rows bring repeated decisions; decisions without rows are those of a call that waits.
    const isRepeat = entries.length > 0 && fresh.length === 0;
    if (isRepeat || fresh.length + decisions.length === 0) return;
    await this.#options.handlers.rows(fresh, decisions);
    this.#row += fresh.length;
  }

  #toEnd(outcome: Outcome): SessionEnd {
    if (outcome.kind === 'turns_spent') return { kind: 'turns_spent' };
    if (outcome.kind === 'failed') {
      return { kind: 'fault', fault: { kind: 'runner', problem: outcome.problem } };
    }
    if (outcome.kind === 'cancelled') {
      throw new ProtocolBreach('the runner stopped although nobody had told it to');
    }
    if (outcome.kind === 'parked') {
      const { state, question } = outcome;
      return { kind: 'parked', state, ...(question && { question }) };
    }
    this.#checkAccepted(outcome);
    return { kind: 'done', outcome };
  }

  /** A hand-over counts only if the caller has accepted it. */
  #checkAccepted(outcome: DoneOutcome): void {
    if (outcome.kind === 'ended' || outcome.kind === 'refused' || !this.#options.isWhole) return;
    const kind = outcome.kind === 'submitted' ? outcome.submission : 'status';
    if (this.#accepted !== kind) throw new ProtocolBreach(`no ${kind} was accepted`);
  }
}

function parse(value: unknown): RunnerMessage {
  const message = RunnerMessage.safeParse(value);
  if (message.success) return message.data;
  const [issue] = message.error.issues;
  const place = issue === undefined ? '' : ` (${issue.path.join('.')}: ${issue.message})`;
  throw new ProtocolBreach(`a message has an unknown shape${place.slice(0, 300)}`);
}

function toRunner({ content, stop_reason }: Reply): TurnReply {
  const shown = content.flatMap((block): (TextBlock | ToolUseBlock)[] => {
    if (block.type === 'text') return [{ ...block, text: block.text.slice(0, TEXT_LENGTH) }];
    return block.type === 'tool_use' ? [block] : [];
  });
  return { content: shown, stopReason: stop_reason };
}

function toEnd(item: Exclude<LinkItem, { kind: 'message' }>): SessionEnd {
  if (item.kind === 'silent') return { kind: 'silent' };
  if (item.kind === 'died') return { kind: 'runner_died', ...item.death, stderr: item.stderr };
  return { kind: 'fault', fault: { kind: 'protocol', problem: item.problem } };
}
