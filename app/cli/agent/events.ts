// What happens in a conversation, in the order in which it happens: one JSON line each, or words for
// people. Types and how they are told; nothing here acts.
import type { SessionEnd } from '../../../sandbox/driver/session/port.ts';
import type { Submission } from '../../../sandbox/protocol/messages.ts';
import type { PermissionDecision } from '../../../sandbox/protocol/permission-decision.ts';
import type { TodoList } from '../../../sandbox/protocol/tools/talk.ts';
import type { Entry, Payload } from '../../../sandbox/protocol/transcript.ts';
import type { ContextFile } from '../../context/read-context.ts';
import type { ModelUsage } from '../../gateway/port.ts';
import { plainText } from '../../proof/output/terminal-text.ts';

export type ChangedFile = {
  path: string;
  change: 'added' | 'modified' | 'deleted';
  addedLines: number;
  removedLines: number;
  /** Why it was not copied back, where that was asked for. */
  kept?: string;
};

/** `SessionEnd` as far as it can happen here, and Ctrl-C. */
export type AgentOutcome = Exclude<SessionEnd, { kind: 'left' }> | { kind: 'cancelled' };

export type AgentEvent =
  | {
      type: 'session';
      session: string;
      step: string;
      provider: string;
      model: string;
      cwd: string;
      sandbox: boolean;
      tools: readonly string[];
      context: { files: readonly ContextFile[]; notes: readonly string[] };
    }
  | ({ type: 'row' } & Entry)
  | ({ type: 'decision' } & PermissionDecision)
  | { type: 'progress'; todos: TodoList }
  | { type: 'brief'; message: string }
  | { type: 'submission'; submission: Submission }
  | ({ type: 'usage'; call: number } & ModelUsage)
  | { type: 'changes'; written: boolean; files: readonly ChangedFile[] }
  | ({ type: 'end'; outcome: AgentOutcome; durationMs: number; peakMemoryKb: number } & Totals);

export type Totals = {
  turns: number;
  costUsd: number;
  toolCalls: number;
  failedToolCalls: number;
};

const LONGEST_INPUT = 160;
const MOST_LINES = 12;

/** For people; none for what they need not see. Everything a model or a sandbox said is untrusted. */
export function describe(event: AgentEvent): string[] {
  switch (event.type) {
    case 'session':
      return describeSession(event);
    case 'row':
      return describeRow(event.payload);
    case 'decision':
      return event.decision === 'allow' ? [] : [`  ${event.decision}: ${plainText(event.reason)}`];
    case 'progress':
      return event.todos.map(({ content, status }) => `  ${MARKS[status]} ${plainText(content)}`);
    case 'brief':
      return [`» ${plainText(event.message)}`];
    case 'submission':
      return [`  handed over: ${event.submission.kind}`];
    case 'usage':
      return [];
    case 'changes':
      return describeChanges(event);
    case 'end':
      return describeEnd(event);
  }
}

const MARKS = { pending: '[ ]', in_progress: '[~]', completed: '[x]' } as const;

function describeSession(event: Extract<AgentEvent, { type: 'session' }>): string[] {
  const place = event.sandbox ? `a copy of ${event.cwd} in a sandbox` : `${event.cwd} itself`;
  const { files, notes } = event.context;
  return [
    `${event.provider}/${event.model} on ${place}`,
    ...files.map(({ path, bytes }) => `  reads ${plainText(path)} (${bytes} bytes)`),
    ...notes.map((note) => `  note: ${plainText(note)}`),
  ];
}

function describeRow(payload: Payload): string[] {
  if (payload._t === 'user') return [];
  if (payload._t === 'tool_result') {
    const lines = plainText(payload.content).trimEnd().split('\n');
    const left = lines.length - MOST_LINES;
    const mark = payload.is_error ? '!' : '|';
    const shown = lines.slice(0, MOST_LINES).map((line) => `  ${mark} ${line}`);
    return left > 0 ? [...shown, `  ${mark} … ${left} more lines`] : shown;
  }
  return payload.content.flatMap((block) => {
    if (block.type === 'text') return [plainText(block.text)];
    if (block.type !== 'tool_use') return [];
    const input = JSON.stringify(block.input);
    const shown = input.length > LONGEST_INPUT ? `${input.slice(0, LONGEST_INPUT)}…` : input;
    return [`● ${plainText(block.name)} ${plainText(shown)}`];
  });
}

const LETTERS = { added: 'A', modified: 'M', deleted: 'D' } as const;

function describeChanges(event: Extract<AgentEvent, { type: 'changes' }>): string[] {
  if (event.files.length === 0) return ['No file was changed.'];
  const rows = event.files.map(({ path, change, addedLines, removedLines, kept }) => {
    const why = kept === undefined ? '' : ` (not copied: ${kept})`;
    return `  ${LETTERS[change]} ${plainText(path)} +${addedLines} -${removedLines}${why}`;
  });
  const what = event.written
    ? 'Changed files, copied back:'
    : 'Changed files, not copied back (--yes does):';
  return [what, ...rows];
}

/** One line with the totals, after the reason of an early end where there is one. */
function describeEnd(event: Extract<AgentEvent, { type: 'end' }>): string[] {
  const { outcome, turns, toolCalls, failedToolCalls, costUsd, durationMs } = event;
  const good = `${toolCalls - failedToolCalls}/${toolCalls} tool calls succeeded`;
  const cost = `cost=$${costUsd.toFixed(4)}`;
  const duration = `duration=${(durationMs / 1000).toFixed(1)}s`;
  const message = endMessage(outcome, turns);
  return [
    ...(message === undefined ? [] : [message]),
    `Overall: 1 session(s), ${good}, ${cost}, ${duration}`,
  ];
}

function endMessage(outcome: AgentOutcome, turns: number): string | undefined {
  if (outcome.kind === 'cancelled') return 'User interrupted';
  if (outcome.kind === 'turns_spent') return `Max iterations (${turns}) reached`;
  const isQuota =
    outcome.kind === 'fault' &&
    outcome.fault.kind === 'model' &&
    outcome.fault.fault.kind === 'quota';
  return isQuota ? 'Quota exceeded' : undefined;
}

/** In one sentence why a conversation came to nothing; undefined when it did not. */
export function failureOf(outcome: AgentOutcome): string | undefined {
  switch (outcome.kind) {
    case 'done':
      return doneFailure(outcome.outcome);
    case 'turns_spent':
      return 'The turns are spent (--max-turns).';
    case 'cancelled':
      return 'It was cancelled.';
    case 'silent':
      return 'The runner fell silent.';
    case 'parked':
      return 'The session waits for a person, and nobody can be asked.';
    case 'runner_died':
      return `The runner died (${outcome.resourceLimit ?? outcome.cause}).`;
    case 'fault': {
      const { fault } = outcome;
      return fault.kind === 'model' ? `${fault.fault.kind}: ${fault.fault.message}` : fault.problem;
    }
  }
}

function doneFailure(outcome: Extract<SessionEnd, { kind: 'done' }>['outcome']) {
  return outcome.kind === 'refused' ? `The model refused: ${outcome.text}` : undefined;
}
