// The one status comment of a job, edited in place: where it stands, what it has cost, what is
// done, and what can be said now. Pure.
import { formLine, movesNow } from '../../command/sayable.ts';
import { whereItStands } from '../../job/commands.ts';
import { type Phase, phaseOf } from '../../job/phase.ts';
import type { Job } from '../../job/types.ts';
import { plural } from '../sections/figures.ts';
import { block, inline, prose, type Redact } from './filter.ts';
import { type Detail, fitBody } from './fit.ts';
import { dollars, joined, list, time } from './layout.ts';

type Todo = { text: string; status: 'pending' | 'in_progress' | 'completed' };

type StatusFacts = {
  job: Job;
  isAccepted: boolean;
  costUsd: number;
  /** Of the newest run of all traced tests. */
  tests?: { green: number; total: number };
  todos?: readonly Todo[];
  /** Why the last command was refused, or what else people have to know. */
  notices?: readonly string[];
  /** The real words of the last failure. */
  error?: string;
  redact: Redact;
};

export function statusComment(facts: StatusFacts): string {
  return fitBody((detail) => render(facts, detail));
}

const PHASE_WORDS: Record<Phase, string> = {
  idle: 'At rest',
  planning: 'Planning',
  implement: 'Working',
  test: 'Testing in a fresh sandbox',
  verify: 'Delivered, waiting for a person',
  done: 'Accepted',
};

function render(facts: StatusFacts, detail: Detail): string {
  const { job, redact } = facts;
  const { promise, hold } = job;
  const stands = whereItStands(job);
  return joined([
    `**${PHASE_WORDS[phaseOf(job, facts.isAccepted)]}:** ${stands}.`,
    hold?.ask === undefined ? '' : prose(hold.ask, redact, detail.text),
    offerText(job),
    ...(facts.notices ?? []).map((notice) => `⚠️ ${inline(notice, redact, detail.text)}`),
    facts.error === undefined ? '' : block(facts.error, redact, Math.max(400, detail.output / 2)),
    todoList(facts, detail),
    factsLine(facts),
    commandsText(job),
    promise === undefined ? '' : `Next message by ${time(promise.dueAt)}.`,
  ]);
}

/** The price of a deep fix, in dollars and as a share of what the month has left. */
function offerText({ deepFix }: Job): string {
  if (deepFix?.stage !== 'offered') return '';
  const { costUsd, balanceShare, lapsesAt } = deepFix;
  const share =
    balanceShare === undefined
      ? 'this installation has no monthly balance'
      : `${Math.ceil(balanceShare * 100)} % of what is left of this month’s balance`;
  return `A deep fix with the strongest model is estimated at ${dollars(costUsd)} (${share}). The offer is good until ${time(lapsesAt)}.`;
}

function todoList({ todos = [], redact }: StatusFacts, detail: Detail): string {
  return todos
    .slice(0, detail.list)
    .map(({ text, status }) => {
      const words = inline(text, redact, detail.text);
      return `- [${status === 'completed' ? 'x' : ' '}] ${status === 'in_progress' ? `**${words}**` : words}`;
    })
    .join('\n');
}

function factsLine({ job, costUsd, tests }: StatusFacts): string {
  const parts = [
    job.attemptNumber === 0 ? '' : plural(job.attemptNumber, 'attempt'),
    tests === undefined ? '' : `${tests.green} of ${tests.total} tests green`,
    `${dollars(costUsd)} of ${dollars(job.budget.costUsd)}`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function commandsText(job: Job): string {
  const commands = list(movesNow(job).map(formLine));
  return commands === '' ? '' : `You can say:\n${commands}`;
}
