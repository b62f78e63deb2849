// What stored runs say of the changed lines. Pure.
import { z } from 'zod';
import { diffLines, splitLines } from '../hunks/diff.ts';
import type { Coverage } from './words.ts';

/** Names the runs in which lines are counted. */
export const LINES = 'lines';

const line = z.number().int().positive();
const Told = z.record(z.string(), z.strictObject({ ran: z.array(line), missed: z.array(line) }));
/** Of changed lines, by path. */
export type Told = z.infer<typeof Told>;

type Texts = { path: string; base?: string | undefined; head?: string | undefined };
type LinesRun = { hunk?: string | undefined; caseId?: string | undefined; output: string };

/** Lines of the head, from 1, that are new or other and have a word of code in them. */
export function changedCodeLines({ base = '', head = '' }: Omit<Texts, 'path'>): number[] {
  const lines = splitLines(head);
  return diffLines(splitLines(base), lines).flatMap(({ headStart, headEnd }) =>
    lines
      .slice(headStart, headEnd)
      .flatMap((text, index) => (isCode(text) ? [headStart + index + 1] : [])),
  );
}

function isCode(text: string): boolean {
  return /[\w$]/.test(text) && !/^\s*(?:\/\/|\/?\*|#)/.test(text);
}

/** Of all processes of a run. */
export function merged(told: readonly Told[]): Told {
  const paths = [...new Set(told.flatMap((one) => Object.keys(one)))].sort();
  return Object.fromEntries(
    paths.map((path) => [path, together(told.flatMap((one) => one[path] ?? []))]),
  );
}

/** A line ran when it ran in one of them. */
function together(told: readonly Told[string][]): Told[string] {
  const ran = new Set(told.flatMap((one) => one.ran));
  const missed = new Set(told.flatMap((one) => one.missed).filter((one) => !ran.has(one)));
  return { ran: inOrder(ran), missed: inOrder(missed) };
}

function inOrder(lines: ReadonlySet<number>): number[] {
  return [...lines].sort((one, other) => one - other);
}

/** As the record of a run keeps it. */
export function toldOutput(told: Told): string {
  return JSON.stringify(told);
}

/** Undefined: nothing was asked. A row that cannot be read tells nothing. */
export function judgeCoverage(
  runs: readonly LinesRun[],
  paths: readonly string[],
): Coverage | undefined {
  const own = runs.filter(({ hunk }) => hunk === LINES);
  if (own.length === 0) return undefined;
  const told = merged(own.map(({ output }) => readTold(output)));
  const files = paths.flatMap((path) => {
    const lines = told[path];
    return lines === undefined ? [] : [{ path, ran: lines.ran.length, missed: lines.missed }];
  });
  return { files, untold: paths.filter((path) => told[path] === undefined) };
}

function readTold(output: string): Told {
  try {
    return Told.parse(JSON.parse(output));
  } catch {
    return {};
  }
}
