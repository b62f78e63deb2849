// The one status comment of a job, edited in place: where it stands, what it has cost, what is done,
// what can be said now, and when people hear from it next. What must not be missed is told in
// comments of their own, for an edit notifies nobody. Pure.
import { formLine, movesNow } from '../../command/sayable.ts';
import { asksPeople, whenItGoesOn, whereItStands } from '../../job/commands.ts';
import { effectKind } from '../../job/outstanding.ts';
import { type Phase, phaseOf } from '../../job/phase.ts';
import { type UsualTimes, WORK_PHASES } from '../../job/phase-times.ts';
import { isTerminal, type Job } from '../../job/types.ts';
import { HEADLINE_MARKS } from '../headline.ts';
import type { Report } from '../report.ts';
import { duration, plural } from '../sections/figures.ts';
import { verdictLine } from '../sections/verdict.ts';
import { yoursText } from './end-comment.ts';
import { failureLine } from './failure-body.ts';
import { code, inline, prose, type Redact } from './filter.ts';
import { type Detail, fitBody } from './fit.ts';
import { dollars, joined, list, time } from './layout.ts';
import { isNumbered, offerText } from './turn-comment.ts';
import { type WorkLeft, workLeftLines } from './work-left.ts';

type Todo = { text: string; status: 'pending' | 'in_progress' | 'completed' };

type StatusFacts = {
  job: Job;
  isAccepted: boolean;
  costUsd: number;
  /** What the newest report says, once the job has ended. */
  report?: Report | undefined;
  /** Of the newest run of all traced tests. */
  tests?: { green: number; total: number };
  todos?: readonly Todo[];
  /** What the agent last said to people. */
  said?: string;
  /** The comment in which the open question is asked. */
  askedIn?: number;
  /** By how many commits the branch that the job is for has moved since. */
  moved?: { branch: string; commits: number };
  usual?: UsualTimes | undefined;
  /** Where people find more; absent where there is no such page. */
  links?: { settings?: string | undefined; job?: string | undefined };
  /** What happened around the job. */
  around?: readonly string[];
  /** Where its work lies while it waits, or since it ended. */
  left?: WorkLeft;
  redact: Redact;
};

export function statusComment(facts: StatusFacts): string {
  return fitBody((detail) => render(facts, detail));
}

function render(facts: StatusFacts, detail: Detail): string {
  const { job } = facts;
  return joined([
    standsText(facts),
    questionText(facts, detail),
    whenItGoesOn(job) ?? '',
    offerText(job),
    saidText(facts, detail),
    todoList(facts, detail),
    factsLine(facts),
    list((facts.around ?? []).map((one) => inline(one, facts.redact, detail.text))),
    [promiseText(job), usualText(facts)].filter((text) => text !== '').join(' '),
    facts.left === undefined ? '' : list(workLeftLines(facts.left)),
    commandsText(job),
    footText(facts),
  ]);
}

const PHASE_WORDS: Record<Phase, string> = {
  idle: 'Getting ready',
  planning: 'Planning',
  implement: 'Working',
  test: 'Testing in a fresh sandbox',
  verify: 'Delivered',
  done: 'Accepted',
};

function standsText({ job, isAccepted, report }: StatusFacts): string {
  if (job.state === 'DELIVERED') {
    const verdict =
      report === undefined ? '' : `${HEADLINE_MARKS[report.headline]} ${verdictLine(report)}.`;
    if (isAccepted) return `**Accepted:** ${verdict}`;
    return joined([
      `**Delivered.** ${verdict}`,
      `The report with its proof stands at the top of this pull request. ${yoursText(job)}`,
    ]);
  }
  if (isTerminal(job.state)) return `**Ended without a delivery.** ${failureLine(job)}`;
  const words = isPeoplesTurn(job) ? 'Waiting for you' : workWords(job);
  return `**${words}:** ${whereItStands(job)}.`;
}

function workWords(job: Job): string {
  if (job.hold !== undefined) return 'Waiting';
  return job.state === 'RECOVERY_PENDING' ? 'Winding down' : PHASE_WORDS[phaseOf(job, false)];
}

/** Nothing goes on unless somebody says something. */
function isPeoplesTurn(job: Job): boolean {
  const kind = effectKind(job);
  const isAtRest = kind === undefined || kind === 'announce';
  return isAtRest && asksPeople(job);
}

/** The question has a comment of its own; until that is made, it stands here. */
function questionText({ job, askedIn, redact }: StatusFacts, detail: Detail): string {
  const { hold } = job;
  if (askedIn !== undefined) {
    const what =
      hold !== undefined && isNumbered(hold) ? `Question ${hold.number}` : 'What is asked';
    return `${what} stands [in a comment of its own](#issuecomment-${askedIn}).`;
  }
  return hold?.ask === undefined ? '' : prose(hold.ask, redact, detail.text);
}

function saidText({ said, redact }: StatusFacts, detail: Detail): string {
  if (said === undefined) return '';
  return `The agent says: ${inline(said, redact, detail.text)}`;
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

function factsLine(facts: StatusFacts): string {
  const { job, costUsd, tests } = facts;
  const parts = [
    job.attemptNumber === 0 ? '' : plural(job.attemptNumber, 'attempt'),
    tests === undefined ? '' : `${tests.green} of ${tests.total} tests green`,
    `${dollars(costUsd)} of ${dollars(job.budget.costUsd)} spent`,
    movedText(facts),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function movedText({ moved, redact }: StatusFacts): string {
  if (moved === undefined || moved.commits === 0) return '';
  return `${code(moved.branch, redact)} has moved by ${plural(moved.commits, 'commit')} since this began`;
}

function commandsText(job: Job): string {
  const commands = list(movesNow(job).map(formLine));
  return commands === '' ? '' : `You can say, in a comment, as its first line:\n\n${commands}`;
}

function promiseText({ promise }: Job): string {
  if (promise === undefined) return '';
  const late = promise.missed === 0 ? '' : 'This takes longer than it should. ';
  return `${late}Next message by ${time(promise.dueAt)}.`;
}

const USUAL_WORDS: Record<(typeof WORK_PHASES)[number], string> = {
  planning: 'planning',
  implement: 'writing tests and code',
  test: 'testing',
};

/** Of a job that is over nobody expects anything. */
function usualText({ job, usual }: StatusFacts): string {
  if (usual === undefined || isTerminal(job.state)) return '';
  const times = WORK_PHASES.flatMap((phase) => {
    const ms = usual.times[phase];
    return ms === undefined ? [] : [`${USUAL_WORDS[phase]} ${duration(ms)}`];
  });
  if (times.length === 0) return '';
  return `Usual here: ${times.join(' · ')} (the middle of ${usual.jobs} jobs).`;
}

function footText({ links = {} }: StatusFacts): string {
  const shown = [
    ...(links.job === undefined ? [] : [`[this job](${links.job})`]),
    ...(links.settings === undefined ? [] : [`[settings](${links.settings})`]),
    '`/help` lists all that can be said',
  ];
  return `<sub>This comment is kept up to date; what needs you comes as a comment of its own · ${shown.join(' · ')}</sub>`;
}
