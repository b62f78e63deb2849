// The parts of a change that could be missing alone, ready to be run without. Beside the hunks they
// lie in: a hunk that is needed may hide what is not. Pure.
import { countBelow } from '../../../sandbox/syntax/code/view.ts';
import { replaced } from '../replaced.ts';
import { diffLines } from './diff.ts';
import { goneParts } from './gone-parts.ts';
import { type ChangedFile, type HunkPlan, type Side, tableOf } from './hunk.ts';
import { conditionsOf, partsOf, wordsOf } from './parts.ts';
import { createTextLines, range, type TextLines } from './text-lines.ts';

/** `all`: in which words are known, wherever they were. */
export function planParts(
  files: readonly ChangedFile[],
  all: readonly ChangedFile[] = files,
): HunkPlan[] {
  const known = { base: wordsIn(all, 'base'), head: wordsIn(all, 'head') };
  return files
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap((file) => planAdded(file, known.base).concat(planGone(file, known.head)))
    .map((plan, index) => Object.assign(plan, { id: `P${index + 1}` }));
}

/** All that one side says, in all files: what was moved is not new. */
function wordsIn(files: readonly ChangedFile[], side: 'base' | 'head'): Set<string> {
  return new Set(
    files.flatMap((file) => {
      const table = tableOf(file);
      const tree = file[side]?.tree;
      return table === undefined || tree === undefined ? [] : wordsOf(table, tree);
    }),
  );
}

type Draft = Omit<HunkPlan, 'id'>;

function planAdded(file: ChangedFile, known: ReadonlySet<string>): Draft[] {
  const { path, base, head } = file;
  const table = tableOf(file);
  if (table === undefined || head?.tree === undefined) return [];
  const { text, tree } = head;
  const lines = createTextLines(text);
  const other = { known, ...createChanged(lines, base) };
  const parts = [...partsOf(table, tree, other), ...conditionsOf(table, tree, other)];
  return parts.map((part) =>
    toDraft(shownLines(lines, part.node), {
      path,
      kind: 'added-lines',
      content: replaced(text, [part]),
    }),
  );
}

function planGone(file: ChangedFile, known: ReadonlySet<string>): Draft[] {
  const { path, base, head } = file;
  const table = tableOf(file);
  if (table === undefined || base?.tree === undefined || head?.tree === undefined) return [];
  const lines = createTextLines(head.text);
  const other = { known, ...createChanged(createTextLines(base.text), head) };
  const sides = { base: base.tree, head: head.tree };
  return goneParts(table, sides, other).map(({ at, text }) => {
    const place = { start: at, end: at };
    const content = replaced(head.text, [{ ...place, text }]);
    return toDraft(shownLines(lines, place), { path, kind: 'removed', content });
  });
}

function toDraft(
  { startLine, endLine }: Lines,
  { path, kind, content }: Pick<HunkPlan, 'path' | 'kind'> & { content: string },
): Draft {
  return { path, startLine, endLine, kind, variants: [{ name: 'undone', content }] };
}

type Place = { start: number; end: number };

/** Whether the other side has none, or not all, of a place's lines. */
function createChanged(own: TextLines, other: Side | undefined) {
  const hunks = diffLines(createTextLines(other?.text ?? '').lines, own.lines);
  const changed = hunks.flatMap(({ headStart, headEnd }) => range(headStart, headEnd));
  const counted = ({ start, end }: Place) => {
    const [first, last] = [own.lineOf(start), own.lineOf(Math.max(start, end - 1))];
    const count = countBelow(changed, last + 1) - countBelow(changed, first);
    return { count, all: last - first + 1 };
  };
  return {
    isChanged(place: Place): boolean {
      const { count, all } = counted(place);
      return count === all;
    },
    isTouched: (place: Place) => counted(place).count > 0,
  };
}

/** From 1. */
function shownLines({ lineOf }: TextLines, { start, end }: Place): Lines {
  return { startLine: lineOf(start) + 1, endLine: lineOf(Math.max(start, end - 1)) + 1 };
}

/** Of the parts, those that say something: nobody noticed, and no larger one says it already. */
export function tellingParts<T extends Pick<HunkPlan, 'path' | 'startLine' | 'endLine'>>(
  parts: readonly (T & { verdict: string })[],
): (T & { verdict: string })[] {
  const told = parts.filter(({ verdict }) => verdict === 'unguarded' || verdict === 'unmeasured');
  return told.filter((one, index) =>
    told.every((other, at) => {
      if (at === index || other.path !== one.path || !covers(other, one)) return true;
      return covers(one, other) && at > index;
    }),
  );
}

type Lines = Pick<HunkPlan, 'startLine' | 'endLine'>;

function covers(one: Lines, other: Lines): boolean {
  return one.startLine <= other.startLine && one.endLine >= other.endLine;
}
