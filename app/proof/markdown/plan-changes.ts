// What a revision of a plan changes in the one before, as a list: criteria added, dropped or changed,
// ways, bounds, price. Pure.
import type { Criterion, Plan, Strategy } from '../../../sandbox/protocol/plan.ts';
import { plural } from '../sections/figures.ts';
import { code, inline, type Redact } from './filter.ts';
import type { Detail } from './fit.ts';
import { dollars, list, sequence } from './layout.ts';
import { likeness, lineChanges, wordChanges } from './word-changes.ts';

type Look = { redact: Redact; detail: Detail };

/** Empty: they say the same. */
export function planChanges(before: Plan, after: Plan, look: Look): string {
  const lines = [
    ...goalLines(before, after, look),
    ...criteriaLines(before.criteria, after.criteria, look),
    ...strategyLines(before.strategies, after.strategies, look),
    ...namedLines('May change', [before.paths, after.paths], look),
    ...namedLines('Tests may use', [before.contract, after.contract], look),
    ...namedLines('New packages', [before.packages, after.packages], look),
    ...namedLines(
      'Existing tests that will be changed',
      [changedOf(before), changedOf(after)],
      look,
    ),
    ...suiteLines(before, after, look),
    ...quoteLines(before.quote, after.quote),
  ];
  return list(lines);
}

function goalLines({ goal }: Plan, after: Plan, { redact }: Look): string[] {
  return goal === after.goal ? [] : [`Goal: ${wordChanges(goal, after.goal, redact)}`];
}

type Pair = { before?: Criterion; after?: Criterion };

function criteriaLines(
  before: readonly Criterion[],
  after: readonly Criterion[],
  look: Look,
): string[] {
  const pairs = pairsOf(before, after);
  const moved = pairs.flatMap(({ before: old, after: now }) =>
    old === undefined || now === undefined || old.id === now.id || isChanged(old, now)
      ? []
      : [`${old.id} → ${now.id}`],
  );
  return [
    ...pairs.flatMap((pair) => criterionLine(pair, look)),
    ...(moved.length === 0 ? [] : [`Numbered anew: ${sequence(moved, look.detail.list)}`]),
  ];
}

function criterionLine({ before, after }: Pair, { redact, detail }: Look): string[] {
  if (before === undefined) {
    if (after === undefined) return [];
    const { id, kind, text } = after;
    return [`Added: **${id}** (${kind}) ${inline(text, redact, detail.text)}`];
  }
  if (after === undefined) {
    return [`Dropped: ~~${before.id} ${inline(before.text, redact, detail.text)}~~`];
  }
  if (!isChanged(before, after)) return [];
  const id = before.id === after.id ? after.id : `${after.id}, was ${before.id}`;
  const marks = [turned(before.kind, after.kind), turned(before.surface, after.surface)];
  const also = marks.filter((mark) => mark !== '').join(', ');
  const text =
    before.text === after.text
      ? inline(after.text, redact, detail.text)
      : wordChanges(before.text, after.text, redact);
  return [`Changed: **${id}** ${also === '' ? '' : `(${also}) `}${text}`];
}

function turned(before: string, after: string): string {
  return before === after ? '' : `${before} → ${after}`.replaceAll('_', ' ');
}

function isChanged(before: Criterion, after: Criterion): boolean {
  const { text, kind, surface } = before;
  return text !== after.text || kind !== after.kind || surface !== after.surface;
}

/** Of two that are one criterion in other words, so much is the same. */
const LEAST_LIKE = 0.5;

/**
 * Numbers say little about which criterion is which: each plan counts from R1. The same words are
 * the same criterion, then what has the same number or the likest words.
 */
function pairsOf(before: readonly Criterion[], after: readonly Criterion[]): Pair[] {
  const left = new Set(before);
  const found = new Map<Criterion, Criterion>();
  const take = (fits: (old: Criterion, now: Criterion) => boolean) => {
    for (const now of after) {
      if (found.has(now)) continue;
      const old = [...left].find((one) => fits(one, now));
      if (old === undefined) continue;
      found.set(now, old);
      left.delete(old);
    }
  };
  take((old, now) => old.text === now.text && old.kind === now.kind);
  take((old, now) => old.id === now.id && likeness(old.text, now.text) >= LEAST_LIKE);
  take((old, now) => likeness(old.text, now.text) >= LEAST_LIKE);
  return [
    ...after.map((now) => {
      const old = found.get(now);
      return old === undefined ? { after: now } : { before: old, after: now };
    }),
    ...[...left].map((old) => ({ before: old })),
  ];
}

function strategyLines(
  before: readonly Strategy[],
  after: readonly Strategy[],
  { redact, detail }: Look,
): string[] {
  const title = (one: Strategy) => inline(one.title, redact, detail.text);
  const isAlone = before.length === 1 && after.length === 1;
  const oldOf = (now: Strategy, index: number) =>
    before.find((old) => old.title === now.title) ?? (isAlone ? before[index] : undefined);
  const kept = new Set(after.map(oldOf));
  return [
    ...after.flatMap((now, index) => {
      const old = oldOf(now, index);
      if (old === undefined) return [`Added strategy: ${title(now)}`];
      const changes = [
        ...(old.title === now.title ? [] : [wordChanges(old.title, now.title, redact)]),
        ...(old.way === now.way ? [] : [turned(old.way, now.way)]),
        ...lineChanges(old.approach, now.approach, redact),
      ];
      if (changes.length === 0) return [];
      return [`Strategy ${title(now)}:\n${nested(changes.slice(0, detail.list))}`];
    }),
    ...before.filter((old) => !kept.has(old)).map((old) => `Dropped strategy: ~~${title(old)}~~`),
  ];
}

function nested(items: readonly string[]): string {
  return items.map((item) => `  - ${item}`).join('\n');
}

function namedLines(
  what: string,
  [before, after]: [readonly string[], readonly string[]],
  { redact, detail }: Look,
): string[] {
  const codes = (names: readonly string[]) =>
    sequence(
      names.map((name) => code(name, redact, detail.text)),
      detail.list,
    );
  const come = after.filter((name) => !before.includes(name));
  const gone = before.filter((name) => !after.includes(name));
  const parts = [
    ...(come.length === 0 ? [] : [`now also ${codes(come)}`]),
    ...(gone.length === 0 ? [] : [`no longer ${codes(gone)}`]),
  ];
  return parts.length === 0 ? [] : [`${what}: ${parts.join('; ')}`];
}

function changedOf({ changedTests = [] }: Plan): string[] {
  return changedTests.map(({ path }) => path);
}

function suiteLines({ suite }: Plan, after: Plan, { redact, detail }: Look): string[] {
  if (suite === after.suite) return [];
  const shown = (line: string | undefined) =>
    line === undefined ? 'none' : code(line, redact, detail.text);
  return [`Existing tests are run with: ${shown(suite)} → ${shown(after.suite)}`];
}

function quoteLines(before: Plan['quote'], after: Plan['quote']): string[] {
  const said = ({ costUsd, minutes }: Plan['quote']) =>
    `about ${dollars(costUsd)} and ${plural(Math.round(minutes), 'minute')}`;
  return said(before) === said(after) ? [] : [`Quote: ${said(before)} → ${said(after)}`];
}
