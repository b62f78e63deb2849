// TAP 13 and 14, as node --test, tap, ava, vitest, mocha and Perl's Test::More write it, subtests
// before or after their parent. Without a plan that fits, it is refused: something is missing. Pure.

import { type Point, readPoint } from './tap-point.ts';
import {
  DEEPEST,
  isFailing,
  LARGEST_REPORT,
  MOST_RESULTS,
  type ReadReport,
  refused,
  type TestResult,
  toResult,
} from './test-report.ts';

const PLAN = /^1\.\.(\d{1,9})(?:[ \t]*#.*)?$/;
/** What is said of the whole at the end. */
const SUM =
  /^#[ \t]*(?:(?:fail|cancelled)[ \t]+(\d{1,9})[ \t]*$|\{.*?\bfail: (\d{1,9})|failed (\d{1,9}) of)/;
const VALUE = /^(duration_ms|error|message):[ \t]*(.*)$/;

type Level = {
  indent: number;
  results: TestResult[];
  points: number;
  plan: number | undefined;
  /** The point above that opened it with a brace. */
  owner: Point | undefined;
};
type Block = { end: string; isMessageNext: boolean };
type Reader = {
  levels: Level[];
  /** Read one level further in; belongs to the next point. */
  inner: TestResult[] | undefined;
  block: Block | undefined;
  isBlockPossible: boolean;
  failuresSaid: number;
};

class TapRefusal extends Error {}

export function parseTap(text: string): ReadReport {
  if (text.length > LARGEST_REPORT) return refused('The TAP was not read: it is too large.');
  const reader: Reader = {
    levels: [newLevel(0, undefined)],
    inner: undefined,
    block: undefined,
    isBlockPossible: false,
    failuresSaid: 0,
  };
  try {
    for (const line of text.split('\n')) takeLine(reader, line.trimEnd());
    return { report: finish(reader) };
  } catch (error) {
    if (error instanceof TapRefusal) return refused(`The TAP was not read: ${error.message}.`);
    throw error;
  }
}

/** Whether a program's output is TAP from its beginning on. */
export function isTap(output: string): boolean {
  return (
    /^(?:TAP version 1[234]|1\.\.\d+)[ \t\r]*$/m.exec(output.trimStart().slice(0, 200))?.index === 0
  );
}

function takeLine(reader: Reader, line: string): void {
  const content = line.trimStart();
  const indent = line.length - content.length;
  if (reader.block !== undefined) return takeBlockLine(reader, reader.block, line);
  if (content === '') return;
  if (content === '---' && reader.isBlockPossible) {
    reader.block = { end: `${line.slice(0, indent)}...`, isMessageNext: false };
    return;
  }
  reader.isBlockPossible = false;
  if (content.startsWith('Bail out!')) {
    const top = levelAt(reader, 0);
    top.results.push(toResult({ name: 'Bail out', status: 'error', message: content.slice(9) }));
    return;
  }
  const sum = indent === 0 ? SUM.exec(content) : null;
  if (sum !== null) reader.failuresSaid += Number(sum[1] ?? sum[2] ?? sum[3]);
  const plan = PLAN.exec(content);
  if (plan !== null) {
    const level = levelAt(reader, indent);
    if (level.plan !== undefined) throw new TapRefusal('it has two plans');
    level.plan = Number(plan[1]);
    return;
  }
  const point = readPoint(content);
  if (point !== undefined) takePoint(reader, indent, point);
}

function takePoint(reader: Reader, indent: number, point: Point): void {
  const level = levelAt(reader, indent);
  level.points += 1;
  const { inner } = reader;
  reader.inner = undefined;
  if (point.isOpen) {
    reader.levels.push(newLevel(indent + 4, point));
    return;
  }
  reader.isBlockPossible = true;
  addPoint(level, point, inner);
}

/** A parent stands for its children, unless it alone failed. */
function addPoint(level: Level, point: Point, inner: readonly TestResult[] | undefined): void {
  const { name, status, durationMs } = point;
  if (level.results.length + (inner?.length ?? 0) >= MOST_RESULTS) {
    throw new TapRefusal('it has too many tests');
  }
  if (inner !== undefined) {
    for (const one of inner) level.results.push({ ...one, name: `${name} > ${one.name}` });
    if (inner.length > 0 && (status !== 'failed' || inner.some(isFailing))) return;
  }
  const isEmpty = inner?.length === 0 && status === 'passed';
  level.results.push(toResult({ name, status: isEmpty ? 'skipped' : status, durationMs }));
}

/** The level of this indent; deeper ones end here. */
function levelAt(reader: Reader, indent: number): Level {
  for (;;) {
    const top = reader.levels.at(-1);
    if (top === undefined) throw new TapRefusal('its indents do not fit');
    if (indent === top.indent) return top;
    if (indent > top.indent) {
      if (reader.levels.length > DEEPEST) throw new TapRefusal('it is nested too deep');
      const level = newLevel(indent, undefined);
      reader.levels.push(level);
      return level;
    }
    closeTop(reader, top);
  }
}

function closeTop(reader: Reader, top: Level): void {
  if (top.plan === undefined && top.points > 0) throw new TapRefusal('a plan is missing');
  if (top.plan !== undefined && top.plan !== top.points) {
    throw new TapRefusal(`it has ${top.points} tests and plans ${top.plan}`);
  }
  reader.levels.pop();
  const above = reader.levels.at(-1);
  if (above === undefined) throw new TapRefusal('its indents do not fit');
  if (top.owner === undefined) reader.inner = [...(reader.inner ?? []), ...top.results];
  else addPoint(above, top.owner, top.results);
}

function takeBlockLine(reader: Reader, block: Block, line: string): void {
  if (line === block.end) {
    reader.block = undefined;
    return;
  }
  const last = reader.levels.at(-1)?.results.at(-1);
  const content = line.trim();
  if (last === undefined || content === '') return;
  if (block.isMessageNext) {
    block.isMessageNext = false;
    last.message ??= content;
    return;
  }
  const [, key, value = ''] = VALUE.exec(content) ?? [];
  if (key === 'duration_ms') {
    const durationMs = Number(value);
    if (Number.isFinite(durationMs)) last.durationMs ??= durationMs;
  } else if (key !== undefined && isFailing(last)) {
    if (/^[|>]/.test(value)) block.isMessageNext = true;
    else if (value !== '') last.message ??= value.replaceAll(/^["']|["']$/g, '');
  }
}

function finish(reader: Reader): TestResult[] {
  if (reader.block !== undefined) throw new TapRefusal('it is cut short');
  const top = levelAt(reader, 0);
  if (top.plan === undefined) throw new TapRefusal('it has no plan');
  const bailed = top.results.some(({ name, status }) => name === 'Bail out' && status === 'error');
  if (top.plan !== top.points && !bailed) {
    throw new TapRefusal(`it has ${top.points} tests and plans ${top.plan}`);
  }
  if (reader.inner !== undefined) throw new TapRefusal('subtests have no parent');
  if (reader.failuresSaid > 0 && !top.results.some(isFailing)) {
    throw new TapRefusal('its failures are missing');
  }
  return top.results;
}

function newLevel(indent: number, owner: Point | undefined): Level {
  return { indent, results: [], points: 0, plan: undefined, owner };
}
