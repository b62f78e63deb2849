// The comment that brings a plan to people: that it is there and waits for them, and what a later
// revision changes in the one before. The plan itself is the body of the pull request. Pure.
import type { Plan } from '../../../sandbox/protocol/plan.ts';
import { COMMANDS } from '../../command/commands.ts';
import { formLine } from '../../command/sayable.ts';
import { plural } from '../sections/figures.ts';
import { code, prose, type Redact } from './filter.ts';
import { type Detail, fitBody } from './fit.ts';
import { dollars, joined, sayLines } from './layout.ts';
import { planChanges } from './plan-changes.ts';

type PlanCommentFacts = {
  plan: Plan;
  /** 1, 2, … as people count them. */
  revision: number;
  /** What `/approve` is bound to. */
  token: string;
  /** The revision before; absent for the first. */
  before?: Plan;
  /** There is a choice that comes before the approval. */
  hasChoice: boolean;
  redact: Redact;
};

export function planComment(facts: PlanCommentFacts): string {
  return fitBody((detail) => render(facts, detail));
}

function render(facts: PlanCommentFacts, detail: Detail): string {
  const { plan, revision, before, redact } = facts;
  const { criteria, quote } = plan;
  const size = `${plural(criteria.length, 'criterion', 'criteria')}, about ${dollars(quote.costUsd)} and ${plural(Math.round(quote.minutes), 'minute')}`;
  if (before === undefined) {
    return joined([
      `### The plan is ready: ${size}`,
      prose(plan.goal, redact, detail.text),
      `It stands in full at the top of this pull request. No code is written before ${facts.hasChoice ? 'a strategy is chosen and the plan approved' : 'it is approved'}.`,
      turnLines(facts),
    ]);
  }
  const changes = planChanges(before, plan, { redact, detail });
  return joined([
    `### Plan revision ${revision}: what has changed`,
    changes === '' ? `It says the same as revision ${revision - 1}.` : changes,
    `All of it stands at the top of this pull request: ${size}. The revision before can no longer be approved.`,
    turnLines(facts),
  ]);
}

function turnLines({ token, hasChoice, plan, redact }: PlanCommentFacts): string {
  const numbers = plan.strategies.map((_, index) => `\`/strategy ${index + 1}\``);
  const choices = hasChoice
    ? [`${numbers.join(', ')} chooses one of the strategies`]
    : [
        '`/approve` approves it',
        `${code(`/approve ${token}`, redact)} approves exactly this revision`,
        '`/approve max=$3` also caps what may be spent',
        formLine(COMMANDS.revise.forms.revise),
      ];
  return sayLines([...choices, formLine(COMMANDS.stop.forms.cancel)]);
}
