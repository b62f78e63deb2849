// The comment that asks people for something while a job is held or waits: what is asked, under its
// number, and the exact words that answer it. Pure.
import type { HostQuestion } from '../../../sandbox/protocol/question.ts';
import { formLine, movesNow } from '../../command/sayable.ts';
import { whenItGoesOn, whereItStands } from '../../job/commands.ts';
import { escalationDeadline } from '../../job/timers.ts';
import type { Hold, HoldReason, Job, JobState } from '../../job/types.ts';
import { answerLines, askedText } from './asked.ts';
import { block, prose, type Redact } from './filter.ts';
import { type Detail, fitBody } from './fit.ts';
import { dollars, joined, sayLines, time } from './layout.ts';

type TurnFacts = {
  job: Job;
  /** What the agent asked, where its conversation was kept. */
  question?: HostQuestion;
  /** What has to be said besides, such as what a run printed. */
  notices?: readonly string[];
  /** Where people push to. */
  branch: string;
  redact: Redact;
};

export function turnComment(facts: TurnFacts): string {
  return fitBody((detail) => render(facts, detail));
}

function render(facts: TurnFacts, detail: Detail): string {
  const { job } = facts;
  const { hold } = job;
  return joined([
    `### ${hold === undefined ? stateHeading(job) : holdHeading(hold)}`,
    hold === undefined ? stateText(facts, detail) : heldText(facts, hold, detail),
    hold === undefined ? '' : noticesText(facts, detail),
    sayLines(commandLines(facts)),
    hold === undefined ? '' : restText(job),
  ]);
}

const HOLD_HEADINGS: Partial<Record<HoldReason, string>> = {
  permission: 'may this be done?',
  scope: 'may this path be changed?',
};

/** What people answer by its number. */
export function isNumbered({ reason }: Hold): boolean {
  return reason === 'question' || HOLD_HEADINGS[reason] !== undefined;
}

function holdHeading({ number, reason }: Hold): string {
  const words = HOLD_HEADINGS[reason];
  if (reason === 'question') return `Question ${number}`;
  if (words !== undefined) return `Question ${number}: ${words}`;
  if (reason === 'moved') return 'Somebody else’s work stands in the way';
  if (reason === 'no_drafts') return 'This repository has no draft pull requests';
  return reason === 'money' || reason === 'wall_time' ? 'May it go on?' : 'The job is held';
}

function heldText({ job, question, redact }: TurnFacts, hold: Hold, detail: Detail): string {
  const asked = question === undefined ? '' : askedText(question, redact, detail);
  if (asked !== '') return asked;
  const ask = hold.ask === undefined ? '' : prose(hold.ask, redact, detail.text);
  const { budget, spent } = job;
  const spentText =
    hold.reason === 'money'
      ? `It has spent ${dollars(spent.costUsd)}; ${dollars(budget.costUsd)} was the most it may spend.`
      : '';
  return joined([`${capital(whereItStands(job))}.`, ask, spentText]);
}

/** Whose words have to carry the number, or are better shown with what they mean here. */
function commandLines({ job, question, redact }: TurnFacts): string[] {
  const own = job.hold === undefined ? [] : answerLines(job.hold, question, redact);
  const forms = movesNow(job).filter(
    ({ usage }) => own.length === 0 || usage.startsWith('/stop') || usage.startsWith('/widen'),
  );
  return [...own, ...forms.map(formLine)];
}

function restText(job: Job): string {
  const rest = 'Nothing runs and nothing is spent meanwhile; what was done so far is kept.';
  return [rest, whenItGoesOn(job)].filter((text) => text !== undefined).join(' ');
}

const STATE_HEADINGS: Partial<Record<JobState, string>> = {
  BASELINE_VALIDATION_FAILED: 'The tests did not stand up on the base commit',
  WAITING_INTERVENTION: 'The same failure came three times: how shall it go on?',
  WAITING_ESCALATION_DECISION: 'May the stronger model go on?',
  USER_INTERVENING: 'The branch is yours',
};

function stateHeading(job: Job): string {
  return STATE_HEADINGS[job.state] ?? capital(whereItStands(job));
}

function stateText(facts: TurnFacts, detail: Detail): string {
  const { job } = facts;
  return joined([
    job.state === 'USER_INTERVENING' ? pushText(facts) : '',
    noticesText(facts, detail),
    offerText(job),
    deadlineText(job),
    job.state === 'USER_INTERVENING'
      ? ''
      : 'How far it came stands at the top of this pull request.',
  ]);
}

function pushText({ branch }: TurnFacts): string {
  return `Push to \`${branch}\`, as often as you like; nothing of yours is overwritten.`;
}

function noticesText({ notices = [], redact }: TurnFacts, detail: Detail): string {
  return joined(notices.map((notice) => noticeText(notice, redact, detail)));
}

/** What programs printed has lines of its own. */
function noticeText(notice: string, redact: Redact, detail: Detail): string {
  return notice.trim().includes('\n')
    ? block(notice, redact, Math.max(400, detail.output))
    : prose(notice, redact, detail.text);
}

/** The price of a deep fix, in dollars and as a share of what the month has left. */
export function offerText({ deepFix }: Job): string {
  if (deepFix?.stage !== 'offered') return '';
  const { costUsd, balanceShare, lapsesAt } = deepFix;
  const share =
    balanceShare === undefined
      ? 'this installation has no monthly balance'
      : `${Math.ceil(balanceShare * 100)} % of what is left of this month’s balance`;
  return `A deep fix with the strongest model is estimated at ${dollars(costUsd)} (${share}). The offer is good until ${time(lapsesAt)}.`;
}

function deadlineText(job: Job): string {
  const deadline = escalationDeadline(job);
  return deadline === undefined ? '' : `Without an answer the job ends at ${time(deadline)}.`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
