// Every hunk of the code that was changed, with the texts that would be there without it: changed
// lines put back, added functions hollow, added lines gone. Tests and manifests are no hunks. Pure.
import { tokens } from '../../../sandbox/syntax/code/view.ts';
import {
  isContinuousIntegration,
  isDependencyFile,
  isTestPath,
  isTestSetting,
} from '../path-rules.ts';
import { replaced } from '../replaced.ts';
import { type AddedFunction, addedFunctions } from './added-functions.ts';
import { diffLines, type LineHunk, splitLines } from './diff.ts';
import { type ChangedFile, type HunkPlan, type HunkVariant, type Side, tableOf } from './hunk.ts';

/** Text for people: no test can notice it. */
const PROSE = /\.(?:md|mdx|txt|rst|adoc)$|(?:^|\/)(?:LICENSE|NOTICE|AUTHORS|CHANGELOG)$/i;

type Draft = Omit<HunkPlan, 'id'>;

/** A variant may turn out not to parse; whoever has parsers leaves those out. */
export function planHunks(files: readonly ChangedFile[]): HunkPlan[] {
  return files
    .filter(({ path }) => isMeasured(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap(planFile)
    .map((draft, index) => Object.assign(draft, { id: `H${index + 1}` }));
}

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
    if (base === undefined || codeLines(base).size === 0) return [];
    const undone: HunkVariant = { name: 'undone', content: base.text };
    return [{ path, startLine: 1, endLine: 1, kind: 'removed', variants: [undone] }];
  }
  const functions = addedFunctions(file);
  const removed = addedFunctions({ path, base: head, head: base });
  // One that only its own file could call is missed where it was called, and those lines are hunks of
  // their own: put back alone it could be noticed by nobody.
  const hidden = removed.filter((one) => tableOf(file)?.isPrivate(one.part, base?.text ?? '', one));
  const lines = createLines({ base, head, functions, removed, hidden });
  const hunks = diffLines(lines.base, lines.head).flatMap((hunk) => planHunk(path, lines, hunk));
  const hollow = functions.map((one) => planFunction(path, head, one));
  const missed = removed.filter((one) => !hidden.includes(one));
  const gone = missed.flatMap((one) => planRemoved(path, lines, { base, one }));
  return [...hunks, ...hollow, ...gone].sort((one, other) => one.startLine - other.startLine);
}

function planFunction(
  path: string,
  head: Side,
  { part, start, end, hollow }: AddedFunction,
): Draft {
  const names = ['returns-nothing', 'returns-first-argument'] as const;
  const variants = names.flatMap((name): HunkVariant[] => {
    const text = hollow(name);
    if (text === undefined) return [];
    const { body } = part;
    return [{ name, content: replaced(head.text, [{ start: body.start, end: body.end, text }]) }];
  });
  const startLine = lineOf(head.text, start) + 1;
  const endLine = lineOf(head.text, Math.max(start, end - 1)) + 1;
  return { path, startLine, endLine, kind: 'added-function', symbol: part.symbol, variants };
}

type Lines = {
  base: readonly string[];
  head: readonly string[];
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
  hidden: readonly AddedFunction[];
}): Lines {
  const { base, head } = given;
  const ofBase = (one: AddedFunction) => linesOf(base?.text ?? '', one);
  const gone = given.removed.map(ofBase);
  return {
    base: splitLines(base?.text ?? ''),
    head: splitLines(head.text),
    baseCode: base === undefined ? new Set() : codeLines(base),
    headCode: codeLines(head),
    owned: new Set(given.functions.flatMap((one) => linesOf(head.text, one))),
    gone: new Map(gone.flatMap((all) => all.map((line) => [line, all] as const))),
    hidden: new Set(given.hidden.flatMap(ofBase)),
  };
}

function linesOf(text: string, { start, end }: AddedFunction): number[] {
  return range(lineOf(text, start), lineOf(text, Math.max(start, end - 1)) + 1);
}

function planHunk(path: string, lines: Lines, hunk: LineHunk): Draft[] {
  const { baseStart, baseEnd, headStart, headEnd } = hunk;
  const rest = range(headStart, headEnd).filter((line) => !lines.owned.has(line));
  const hasBase = range(baseStart, baseEnd).some((line) => lines.baseCode.has(line));
  const isTelling = rest.some((line) => lines.headCode.has(line) && !isClosing(lines.head[line]));
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
    .filter((run) => run.some((line) => lines.headCode.has(line) && !isClosing(lines.head[line])))
    .map((run) =>
      toDraft(path, lines, { kind: 'added-lines', gone: run, at: run[0] ?? 0, back: [] }),
    );
}

/** Where an added function took over a line of one that is gone, that one comes back whole. */
function restored(lines: Lines, { baseStart, baseEnd, headStart, headEnd }: LineHunk): string[] {
  const own = range(baseStart, baseEnd);
  const isTakenOver = range(headStart, headEnd + 1).some((line) => lines.owned.has(line));
  const whole = isTakenOver ? own.flatMap((line) => lines.gone.get(line) ?? [line]) : own;
  const all = [...new Set(whole)].sort((one, other) => one - other);
  return all.map((line) => lines.base[line] ?? '');
}

/** A function that went together with other lines comes back alone: behind them, or at the file's end. */
function planRemoved(
  path: string,
  lines: Lines,
  { base, one }: { base: Side | undefined; one: AddedFunction },
): Draft[] {
  const own = linesOf(base?.text ?? '', one);
  const [first = 0, last = first] = [own[0], own.at(-1)];
  const hunk = diffLines(lines.base, lines.head).find(
    ({ baseStart, baseEnd }) => baseStart <= last && baseEnd > first,
  );
  if (hunk === undefined || !isBeside(lines, hunk, own)) return [];
  const isInner = one.part.symbol.includes('.');
  const at = isInner ? hunk.headEnd : lines.head.length;
  const back = own.map((line) => lines.base[line] ?? '');
  const draft = toDraft(path, lines, { kind: 'removed', gone: [], at, back: ['\n', ...back] });
  return [{ ...draft, symbol: one.part.symbol }];
}

/** Other code was changed in the same hunk, and no added function took its place. */
function isBeside(lines: Lines, hunk: LineHunk, own: readonly number[]): boolean {
  const { baseStart, baseEnd, headStart, headEnd } = hunk;
  const isTakenOver = range(headStart, headEnd + 1).some((line) => lines.owned.has(line));
  const others = range(baseStart, baseEnd).filter((line) => !own.includes(line));
  const isChanged = others.some((line) => lines.baseCode.has(line) && !isClosing(lines.base[line]));
  return !isTakenOver && isChanged;
}

type Change = {
  kind: 'changed' | 'removed' | 'added-lines';
  gone: readonly number[];
  at: number;
  back: readonly string[];
};

function toDraft(path: string, { head }: Lines, { kind, gone, at, back }: Change): Draft {
  const left = new Set(gone);
  const keep = (from: number, to?: number) =>
    head.slice(from, to).filter((_line, index) => !left.has(from + index));
  const content = joined([...keep(0, at), ...back, ...keep(at)]);
  return {
    path,
    startLine: Math.min(at + 1, Math.max(head.length, 1)),
    endLine: Math.max((gone.at(-1) ?? at) + 1, 1),
    kind,
    variants: [{ name: 'undone', content }],
  };
}

/** A last line without a break may have come before others. */
function joined(lines: readonly string[]): string {
  const last = lines.length - 1;
  return lines.map((line, at) => (at < last && !line.endsWith('\n') ? `${line}\n` : line)).join('');
}

/** Brackets and `end` alone say nothing and cannot go alone. */
function isClosing(line: string | undefined): boolean {
  return /^[\s)}\];,]*(?:end)?\s*$/.test(line ?? '');
}

function codeLines({ text, tree }: Side): Set<number> {
  if (tree === undefined) {
    const lines = splitLines(text);
    return new Set(range(0, lines.length).filter((line) => lines[line]?.trim() !== ''));
  }
  return new Set(
    tokens(tree.root).flatMap(({ start, end }) =>
      range(lineOf(text, start), lineOf(text, end - 1) + 1),
    ),
  );
}

function lineOf(text: string, at: number): number {
  let line = 0;
  for (
    let next = text.indexOf('\n');
    next !== -1 && next < at;
    next = text.indexOf('\n', next + 1)
  ) {
    line += 1;
  }
  return line;
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

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_none, index) => from + index);
}
