// The parts of a change that could be missing alone, ready to be run without. Beside the hunks they
// lie in: a hunk that is needed may hide what is not. Pure.
import { replaced } from '../replaced.ts';
import { diffLines, splitLines } from './diff.ts';
import { goneParts } from './gone-parts.ts';
import { type ChangedFile, type HunkPlan, type Side, tableOf } from './hunk.ts';
import { partsOf, wordsOf } from './parts.ts';
import { isMeasured } from './plan-hunks.ts';

export function planParts(files: readonly ChangedFile[]): HunkPlan[] {
  const known = { base: wordsIn(files, 'base'), head: wordsIn(files, 'head') };
  const measured = files.filter(({ path }) => isMeasured(path));
  return measured
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
  const isChanged = createIsChanged(head, base);
  return partsOf(table, tree, known)
    .filter(({ node }) => isChanged(node))
    .map((part) =>
      toDraft(linesOf(text, part.node), {
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
  const isChanged = createIsChanged(base, head);
  return goneParts(table, { base: base.tree, head: head.tree }, known)
    .filter(({ node }) => isChanged(node))
    .map(({ at, text }) => {
      const place = { start: at, end: at };
      const content = replaced(head.text, [{ start: at, end: at, text }]);
      return toDraft(linesOf(head.text, place), { path, kind: 'removed', content });
    });
}

function toDraft(
  { startLine, endLine }: Lines,
  { path, kind, content }: Pick<HunkPlan, 'path' | 'kind'> & { content: string },
): Draft {
  return { path, startLine, endLine, kind, variants: [{ name: 'undone', content }] };
}

type Place = { start: number; end: number };

/** Whether the other side has none of its lines. */
function createIsChanged(own: Side, other: Side | undefined): (place: Place) => boolean {
  const hunks = diffLines(splitLines(other?.text ?? ''), splitLines(own.text));
  const lines = hunks.flatMap(({ headStart, headEnd }) => range(headStart + 1, headEnd));
  const changed = new Set(lines);
  return (place) => {
    const { startLine, endLine } = linesOf(own.text, place);
    return range(startLine, endLine).every((line) => changed.has(line));
  };
}

/** From 1. */
function linesOf(text: string, { start, end }: Place): Lines {
  const lineAt = (at: number) => text.slice(0, at).split('\n').length;
  return { startLine: lineAt(start), endLine: lineAt(Math.max(start, end - 1)) };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_none, index) => first + index);
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
