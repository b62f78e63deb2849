// The PR body while a plan waits for people: what will be true, how, within which bounds, at what
// price, and what to say. Pure.
import type { Plan, Strategy } from '../../../sandbox/protocol/plan.ts';
import { COMMANDS } from '../../command/commands.ts';
import { formLine } from '../../command/sayable.ts';
import { type Challenge, challengeQuote } from '../challenge/challenged.ts';
import { plural } from '../sections/figures.ts';
import { code, inline, prose, type Redact } from './filter.ts';
import { type Detail, fitBody } from './fit.ts';
import { dollars, joined, list, section, sequence, table, time } from './layout.ts';
import { bindingSection, type PlanBinding, unseenNotice } from './plan-binding.ts';

type PlanBodyFacts = {
  plan: Plan;
  issue: number;
  /** 1, 2, … as people count them. */
  revision: number;
  /** What `/approve` is bound to. */
  token: string;
  stage: 'strategy' | 'approval' | 'approved';
  /** The strategy that was chosen, 1, 2, …; absent while there is a choice. */
  strategy?: number;
  /** No more is spent without asking. */
  budgetUsd: number;
  /** Unset: off. */
  challenge?: Challenge;
  binding: PlanBinding;
  /** When the thread hears from us at the latest; absent while it is the people's turn. */
  nextMessageAt?: number;
  /** What the approver has to know besides. */
  notices?: readonly string[];
  redact: Redact;
};

export function planBody(facts: PlanBodyFacts): string {
  return fitBody((detail) => render(facts, detail));
}

const HEADINGS: Record<PlanBodyFacts['stage'], string> = {
  strategy: 'Plan: choose a strategy',
  approval: 'Plan: waiting for approval',
  approved: 'Plan: approved, work is under way',
};

function render(facts: PlanBodyFacts, detail: Detail): string {
  const { plan, redact, binding, revision, notices = [] } = facts;
  const unseen = unseenNotice(binding, redact);
  const told = [
    ...(unseen === '' ? [] : [`⚠️ ${unseen}`]),
    ...notices.map((notice) => `⚠️ ${inline(notice, redact)}`),
  ];
  return joined([
    `## ${HEADINGS[facts.stage]}`,
    prose(plan.goal, redact, detail.text),
    `Closes #${facts.issue}`,
    told.length === 0 ? '' : list(told),
    criteriaSection(plan, redact, detail),
    strategySection(facts, detail),
    boundsSection(facts, detail),
    bindingSection(binding, { revision, redact }),
    turnSection(facts),
    `<sub>Plan revision ${facts.revision}, token ${code(facts.token, redact)}</sub>`,
  ]);
}

const SURFACE_WORDS: Record<Plan['criteria'][number]['surface'], string> = {
  db: 'database',
  file: 'files',
  process: 'program output',
  tool_result: 'tool result',
  hook_record: 'hook record',
  http: 'HTTP',
  public_api: 'public API',
};

function criteriaSection({ criteria }: Plan, redact: Redact, detail: Detail): string {
  const rows = criteria.map(({ id, text, kind, surface }) => [
    `**${id}**`,
    inline(text, redact, detail.text),
    kind,
    SURFACE_WORDS[surface],
  ]);
  return section(
    'What will be true',
    table(['', 'Criterion', 'Kind', 'Seen through'], rows),
    'Tests for *new* criteria must fail on the base commit and pass on the result; those for *keep* must pass on both. They are written by someone who never sees the implementation.',
  );
}

function strategySection({ plan, stage, strategy, redact }: PlanBodyFacts, detail: Detail): string {
  const { strategies } = plan;
  const chosen = strategy === undefined ? undefined : strategies[strategy - 1];
  if (chosen !== undefined || strategies.length === 1) {
    const one = chosen ?? strategies[0];
    return one === undefined ? '' : section('How', strategyText(one, redact, detail));
  }
  const items = strategies.map(
    (one, index) => `**Strategy ${index + 1}:** ${strategyText(one, redact, detail)}`,
  );
  return section(stage === 'strategy' ? 'How: choose one' : 'How', ...items);
}

function strategyText({ title, approach, way }: Strategy, redact: Redact, detail: Detail): string {
  const how = way === 'black-box' ? ' (black box)' : '';
  const text = prose(approach, redact, detail.text);
  return `**${inline(title, redact, detail.text)}**${how}\n\n${text}`;
}

function boundsSection(facts: PlanBodyFacts, detail: Detail): string {
  const { plan, budgetUsd, challenge = 'off', redact } = facts;
  const codes = (items: readonly string[]) =>
    sequence(
      items.map((item) => code(item, redact, detail.text)),
      detail.list,
    );
  const more = challengeQuote(plan.quote, challenge);
  const { costUsd, minutes } = more ?? plan.quote;
  return section(
    'Bounds',
    list([
      `May change: ${codes(plan.paths)}`,
      `Tests may use: ${codes(plan.contract)}`,
      `New packages: ${plan.packages.length === 0 ? 'none' : codes(plan.packages)}`,
      plan.suite === undefined
        ? 'Existing tests: none were found'
        : `Existing tests: ${code(plan.suite, redact)}, which may not get redder`,
      ...changedLines(facts, detail),
      `Quote: about ${dollars(costUsd)} and ${plural(Math.round(minutes), 'minute')}${more === undefined ? '' : `, of it ${dollars(more.ofIt)} for ${more.words}`}; no more than ${dollars(budgetUsd)} is spent without asking`,
    ]),
  );
}

/** Whoever approves the plan approves these. */
function changedLines({ plan, redact }: PlanBodyFacts, detail: Detail): string[] {
  const changed = (plan.changedTests ?? []).map(
    ({ path, reason }) =>
      `${code(path, redact, detail.text)} (${inline(reason, redact, detail.text)})`,
  );
  if (changed.length === 0) return [];
  return [`⚠️ Existing tests that will be changed: ${sequence(changed, detail.list)}`];
}

function turnSection(facts: PlanBodyFacts): string {
  const { stage, nextMessageAt, token, redact } = facts;
  const next = nextMessageAt === undefined ? '' : `Next message by ${time(nextMessageAt)}.`;
  if (stage === 'approved') return next === '' ? '' : section('What happens now', next);
  const approve = code(`/approve ${token}`, redact);
  const stop = COMMANDS.stop.forms.cancel;
  const choices =
    stage === 'strategy'
      ? ['`/strategy 1` (or 2, 3) chooses how; then the plan can be approved']
      : [
          `\`/approve\` approves this revision; ${approve} approves it and no later one`,
          '`/approve max=$3` also caps the spend',
        ];
  const rest = stage === 'strategy' ? [stop] : [COMMANDS.revise.forms.revise, stop];
  return section(
    'Your turn',
    list([...choices, ...rest.map(formLine)]),
    'Say it in a comment on this pull request, as its first line.',
    next,
  );
}
