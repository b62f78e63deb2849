// Every hunk of the code that was changed, with the texts that would be there without it: changed
// lines put back, added functions hollow, added lines gone. Tests and manifests are no hunks. Pure.
import { countBelow, tokens } from '../../../sandbox/syntax/code/view.ts';
import {
  isContinuousIntegration,
  isDependencyFile,
  isTestPath,
  isTestSetting,
} from '../path-rules.ts';
import { replaced } from '../replaced.ts';
import { type AddedFunction, addedFunctions } from './added-functions.ts';
import { diffLines, type LineHunk } from './diff.ts';
import { type ChangedFile, type HunkPlan, type HunkVariant, type Side, tableOf } from './hunk.ts';
import { createTextLines, range, type TextLines } from './text-lines.ts';

/** Text for people, for git, for editors and for type checkers: no test can notice it. */
const PROSE =
  /\.(?:d\.[cm]?ts|pyi|md|mdx|markdown|mkdn?|txt|rst|adoc|asciidoc|textile)$|(?:^|\/)(?:README|LICEN[CS]E|COPYING|NOTICE|AUTHORS|CONTRIBUTORS|CHANGES|CHANGELOG|HISTORY|NEWS|THANKS|TODO|\.(?:gitignore|gitattributes|mailmap|editorconfig))$/i;

type Draft = Omit<HunkPlan, 'id'>;

/** A variant may turn out not to parse; whoever has parsers leaves those out. */
export function planHunks(files: readonly ChangedFile[]): HunkPlan[] {
  return files
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap(planFile)
    .map((draft, index) => Object.assign(draft, { id: `H${index + 1}` }));
}

/** By its name, where nothing better is known: tests, settings and prose are no code. */
export function isMeasured(path: string): boolean {
  return !(
    isTestPath(path) ||
    isTestSetting(path) ||
    isDependencyFile(path) ||
    isContinuousIntegration(path) ||
    PROSE.test(path)
  );
}

function planFile(file: ChangedFile): Draft[] {
  const { path, base, head } = file;
  if (head === undefined) {
    if (base === undefined || codeLines(base, createTextLines(base.text)).size === 0) return [];
    const undone: HunkVariant = { name: 'undone', content: base.text };
    return [{ path, startLine: 1, endLine: 1, kind: 'removed', variants: [undone] }];
  }
  const functions = addedFunctions(file);
  const removed = addedFunctions({ path, base: head, head: base });
  // One that only its own file could call is missed where it was called, and those lines are hunks of
  // their own: put back alone it could be noticed by nobody.
  const isPrivate = tableOf(file)?.privacy(base?.text ?? '');
  const hidden = new Set(removed.filter((one) => isPrivate?.(one.part, one)));
  const lines = createLines({ base, head, functions, removed, hidden });
  const changed = diffLines(lines.base.lines, lines.head.lines);
  const hunks = changed.flatMap((hunk) => planHunk(path, lines, hunk));
  const hollow = functions.map((one) => planFunction(path, { head, lines: lines.head }, one));
  const missed = removed.filter((one) => !hidden.has(one));
  const around = changed.map((hunk) => aroundOf(lines, hunk));
  const gone = missed.flatMap((one) => planRemoved(path, lines, { around, one }));
  return [...hunks, ...hollow, ...gone].sort((one, other) => one.startLine - other.startLine);
}

function planFunction(
  path: string,
  { head, lines }: { head: Side; lines: TextLines },
  { part, start, end, hollow }: AddedFunction,
): Draft {
  const names = ['returns-nothing', 'returns-first-argument'] as const;
  const variants = names.flatMap((name): HunkVariant[] => {
    const text = hollow(name);
    if (text === undefined) return [];
    const { body } = part;
    return [{ name, content: replaced(head.text, [{ start: body.start, end: body.end, text }]) }];
  });
  const startLine = lines.lineOf(start) + 1;
  const endLine = lines.lineOf(Math.max(start, end - 1)) + 1;
  return { path, startLine, endLine, kind: 'added-function', symbol: part.symbol, variants };
}

type Lines = {
  base: TextLines;
  head: TextLines;
  /** Lines that hold more than blanks and comments. */
  baseCode: ReadonlySet<number>;
  headCode: ReadonlySet<number>;
  /** Lines of the head that belong to an added function. */
  owned: ReadonlySet<number>;
  /** Lines of the base that belonged to a function that is gone, each with all of them. */
  gone: ReadonlyMap<number, readonly number[]>;
  /** Those of functions that nobody else could call. */
  hidden: ReadonlySet<number>;
};

function createLines(given: {
  base: Side | undefined;
  head: Side;
  functions: readonly AddedFunction[];
  removed: readonly AddedFunction[];
  hidden: ReadonlySet<AddedFunction>;
}): Lines {
  const base = createTextLines(given.base?.text ?? '');
  const head = createTextLines(given.head.text);
  const gone = given.removed.map((one) => base.linesOf(one));
  return {
    base,
    head,
    baseCode: given.base === undefined ? new Set() : codeLines(given.base, base),
    headCode: codeLines(given.head, head),
    owned: new Set(given.functions.flatMap((one) => head.linesOf(one))),
    gone: new Map(gone.flatMap((all) => all.map((line) => [line, all] as const))),
    hidden: new Set([...given.hidden].flatMap((one) => base.linesOf(one))),
  };
}

function planHunk(path: string, lines: Lines, hunk: LineHunk): Draft[] {
  const { baseStart, baseEnd, headStart, headEnd } = hunk;
  const rest = range(headStart, headEnd).filter((line) => !lines.owned.has(line));
  const hasBase = range(baseStart, baseEnd).some((line) => lines.baseCode.has(line));
  const isTelling = rest.some(
    (line) => lines.headCode.has(line) && !isClosing(lines.head.lines[line]),
  );
  const isHidden = range(baseStart, baseEnd).every(
    (line) => lines.hidden.has(line) || !lines.baseCode.has(line),
  );
  if (hasBase && isHidden && !isTelling) return [];
  if (hasBase) {
    const kind = isTelling ? ('changed' as const) : ('removed' as const);
    const at = rest[0] ?? headStart;
    return [toDraft(path, lines, { kind, gone: rest, at, back: restored(lines, hunk) })];
  }
  return runs(rest)
    .filter((run) =>
      run.some((line) => lines.headCode.has(line) && !isClosing(lines.head.lines[line])),
    )
    .map((run) =>
      toDraft(path, lines, { kind: 'added-lines', gone: run, at: run[0] ?? 0, back: [] }),
    );
}

/** Where an added function took over a line of one that is gone, that one comes back whole. */
function restored(lines: Lines, { baseStart, baseEnd, headStart, headEnd }: LineHunk): string[] {
  const own = range(baseStart, baseEnd);
  const isTakenOver = range(headStart, headEnd + 1).some((line) => lines.owned.has(line));
  const whole = isTakenOver ? new Set(own.flatMap((line) => lines.gone.get(line) ?? [])) : [];
  const all = [...new Set([...own, ...whole])].sort((one, other) => one - other);
  return all.map((line) => lines.base.lines[line] ?? '');
}

/** A function that went together with other lines comes back alone: behind them, or at the file's end. */
function planRemoved(
  path: string,
  lines: Lines,
  { around, one }: { around: readonly Around[]; one: AddedFunction },
): Draft[] {
  const own = lines.base.linesOf(one);
  const [first = 0, last = first] = [own[0], own.at(-1)];
  const its = around.find(({ hunk }) => hunk.baseStart <= last && hunk.baseEnd > first);
  if (its === undefined || its.isTakenOver) return [];
  // Other code was changed in the same hunk.
  const isBeside = countBelow(its.telling, first) > 0 || (its.telling.at(-1) ?? 0) > last;
  if (!isBeside) return [];
  const isInner = one.part.symbol.includes('.');
  const at = isInner ? its.hunk.headEnd : lines.head.lines.length;
  const back = own.map((line) => lines.base.lines[line] ?? '');
  const draft = toDraft(path, lines, { kind: 'removed', gone: [], at, back: ['\n', ...back] });
  return [{ ...draft, symbol: one.part.symbol }];
}

/** What else a hunk changed. */
type Around = {
  hunk: LineHunk;
  /** An added function stands in it. */
  isTakenOver: boolean;
  /** Lines of the base that said something. */
  telling: readonly number[];
};

function aroundOf(lines: Lines, hunk: LineHunk): Around {
  const isTakenOver = range(hunk.headStart, hunk.headEnd + 1).some((line) => lines.owned.has(line));
  const telling = range(hunk.baseStart, hunk.baseEnd).filter(
    (line) => lines.baseCode.has(line) && !isClosing(lines.base.lines[line]),
  );
  return { hunk, isTakenOver, telling };
}

type Change = {
  kind: 'changed' | 'removed' | 'added-lines';
  gone: readonly number[];
  at: number;
  back: readonly string[];
};

function toDraft(path: string, { head }: Lines, { kind, gone, at, back }: Change): Draft {
  const last = head.lines.length;
  const content = joined([...kept(head, gone, [0, at]), ...back, ...kept(head, gone, [at, last])]);
  return {
    path,
    startLine: Math.min(at + 1, Math.max(last, 1)),
    endLine: Math.max((gone.at(-1) ?? at) + 1, 1),
    kind,
    variants: [{ name: 'undone', content }],
  };
}

/** What is left of lines `from` to `to`, in as few pieces as can be. */
function kept(text: TextLines, gone: readonly number[], [from, to]: [number, number]): string[] {
  const cuts = gone.filter((line) => line >= from && line < to);
  const starts = [from, ...cuts.map((line) => line + 1)];
  return starts.map((start, index) => text.slice(start, cuts[index] ?? to));
}

/** A last line without a break may have come before others. */
function joined(pieces: readonly string[]): string {
  const full = pieces.filter((piece) => piece !== '');
  const last = full.length - 1;
  // Added up and not joined: a text that is never asked for is then never copied.
  return full.reduce(
    (whole, piece, at) => whole + (at < last && !piece.endsWith('\n') ? `${piece}\n` : piece),
    '',
  );
}

/** Brackets and `end` alone say nothing and cannot go alone. */
function isClosing(line: string | undefined): boolean {
  return /^[\s)}\];,]*(?:end)?\s*$/.test(line ?? '');
}

function codeLines({ tree }: Side, { lines, lineOf }: TextLines): Set<number> {
  if (tree === undefined) {
    return new Set(range(0, lines.length).filter((line) => lines[line]?.trim() !== ''));
  }
  return new Set(
    tokens(tree.root).flatMap(({ start, end }) => range(lineOf(start), lineOf(end - 1) + 1)),
  );
}

function runs(lines: readonly number[]): number[][] {
  const found: number[][] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last?.at(-1) === line - 1) last.push(line);
    else found.push([line]);
  }
  return found;
}
