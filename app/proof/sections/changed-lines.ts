// What was changed: how much, and for every changed hunk which test would notice its loss. Pure.

import type { ChangedFile, Report, ReportHunk } from '../report.ts';
import { plural } from './figures.ts';
import { type Block, lengthOf, listed, type Span, type Spans, text } from './words.ts';

const PARTS = [
  ['code', 'code'],
  ['tests', 'other tests'],
  ['authored', 'tests of the plan'],
] as const satisfies readonly (readonly [ChangedFile['part'], string])[];
/** Two lines of names. */
const MOST_NAMED = 165;
const LONGEST_PATH = 80;

/** Two lines: counts by what the files are, and the files that changed most. */
export function summaryBlocks({ changedFiles }: Report): Block[] {
  if (changedFiles === undefined || changedFiles.length === 0) return [];
  const parts = PARTS.flatMap(([part, words]) => {
    const own = changedFiles.filter((one) => one.part === part);
    return own.length === 0 ? [] : [`${words}: ${plural(own.length, 'file')}, ${counts(own)}`];
  });
  const named = namedFiles(changedFiles.filter(({ part }) => part !== 'authored'));
  const counted = text({ strong: 'Changed:' }, ` ${parts.join(' · ')}`);
  return named.length === 0 ? [counted] : [counted, text(...named)];
}

/** Those that changed most, as many as there is room for; the first in any case. */
function namedFiles(files: readonly ChangedFile[]): Spans {
  const spans: Span[] = [];
  let left = files.length;
  for (const one of files.toSorted((first, second) => sizeOf(second) - sizeOf(first))) {
    const name: Spans = [{ code: one.path, most: LONGEST_PATH }, ` ${counts([one])}`];
    if (spans.length > 0 && lengthOf([...spans, ...name]) > MOST_NAMED) break;
    spans.push(...(spans.length === 0 ? [] : [', ']), ...name);
    left -= 1;
  }
  return left === 0 ? spans : [...spans, ` and ${plural(left, 'more file')}`];
}

function counts(files: readonly ChangedFile[]): string {
  const known = files.filter(({ added }) => added !== undefined);
  if (known.length === 0) return '(no text)';
  const sum = (of: 'added' | 'removed') => known.reduce((all, one) => all + (one[of] ?? 0), 0);
  return `+${sum('added')} −${sum('removed')}`;
}

function sizeOf({ added = 0, removed = 0 }: ChangedFile): number {
  return added + removed;
}

export function lineNumbers(start: number, end: number): string {
  return start === end ? `line ${start}` : `lines ${start}–${end}`;
}

/** Rows of the map on a pull request; the report has them all. */
const MOST_ROWS = 60;

/** Of every changed hunk, whether a test would notice its loss, and which did. */
export function mapBlocks({ hunks, coverage }: Report, isWhole: boolean): Block[] {
  if (!hunks.measured || hunks.list.length === 0) return [];
  const { guarded, held = 0, unguarded, inseparable, unmeasured, list } = hunks;
  const parts = [
    `${guarded} held by a test`,
    ...(held === 0 ? [] : [`${held} held when altered`]),
    `${unguarded} unguarded`,
    ...(inseparable === 0 ? [] : [`${inseparable} that cannot go alone`]),
    ...(unmeasured === 0 ? [] : [`${unmeasured} not measured for lack of time`]),
  ];
  const rows = mapRows(list);
  const shown = isWhole ? rows : rows.slice(0, MOST_ROWS);
  const left = rows.length - shown.length;
  const how =
    'Each change was undone alone, each added function made hollow, and the tests run until one noticed';
  return [
    text(`${how}: ${parts.join(', ')}.`),
    { kind: 'table', name: 'Changed lines', head: ['File', 'Lines', 'Held by'], rows: shown },
    ...(left > 0 ? [text(`${left} more rows are in the report itself.`)] : []),
    ...ranBlocks(coverage),
  ];
}

/** Files of which it is told. */
const MOST_TOLD = 10;

/** Which changed lines ran: less than being held, and told last. */
function ranBlocks(coverage: Report['coverage']): Block[] {
  if (coverage === undefined) return [];
  const { files, untold } = coverage;
  const ran = files.reduce((sum, one) => sum + one.ran, 0);
  const missed = files.filter((one) => one.missed.length > 0);
  const all = missed.reduce((sum, one) => sum + one.missed.length, ran);
  const counted = text(`${ran} of ${plural(all, 'changed line')} of code ran in the plan’s tests.`);
  const rows = [
    ...missed.map(({ path, missed: lines }) => [{ code: path }, ` did not run: ${ranges(lines)}`]),
    ...untold.map((path) => [{ code: path }, ' was not seen to run as it is']),
  ];
  return [...(files.length === 0 ? [] : [counted]), ...listed(rows.slice(0, MOST_TOLD))];
}

/** Neighbours together. */
function ranges(lines: readonly number[]): string {
  const starts = lines.filter((line, at) => lines[at - 1] !== line - 1);
  const ends = lines.filter((line, at) => lines[at + 1] !== line + 1);
  return starts
    .map((start, at) => (ends[at] === start ? `${start}` : `${start}–${ends[at]}`))
    .join(', ');
}

type Row = { path: string; places: Spans[]; held: string };

/** Neighbours in one file that the same tests hold stand in one row. */
function mapRows(list: readonly ReportHunk[]): Spans[][] {
  const rows: Row[] = [];
  for (const hunk of list) {
    const last = rows.at(-1);
    const held = heldWords(hunk);
    if (last?.path === hunk.path && last.held === held) last.places.push(placeOf(hunk));
    else rows.push({ path: hunk.path, places: [placeOf(hunk)], held });
  }
  return rows.map(({ path, places, held }, at) => [
    rows[at - 1]?.path === path ? [] : [{ code: path }],
    places.flatMap((place, index) => [index === 0 ? '' : ', ', ...place]),
    [held],
  ]);
}

function placeOf({ startLine, endLine, symbol }: ReportHunk): Span[] {
  const lines = startLine === endLine ? `${startLine}` : `${startLine}–${endLine}`;
  return symbol === undefined ? [lines] : [`${lines} `, { code: symbol }];
}

const VERDICT_WORDS: Record<ReportHunk['verdict'], string> = {
  guarded: 'a test',
  held: 'a test, when altered',
  unguarded: 'no test: unguarded',
  inseparable: 'cannot go alone',
  unmeasured: 'not measured',
};

function heldWords({ verdict, heldBy = [] }: ReportHunk): string {
  if (!/^(?:guarded|held)$/.test(verdict) || heldBy.length === 0) return VERDICT_WORDS[verdict];
  const names = heldBy.map((one) => (one === 'suite' ? 'the repository’s own tests' : one));
  return names.join(', ') + (verdict === 'held' ? ', when altered' : '');
}
