// What a host has heard of a stream of numbered messages, kept in a file as a database would keep it:
// a line is there or not, whenever the host is killed. Read back, it says what was lost or doubled.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Entry } from '../../../sandbox/protocol/transcript.ts';

type Line =
  | { pid: number }
  /** A message without a row. */
  | { number: number }
  /** Told again by a runner that could not know that it had been kept. */
  | { repeated: number }
  | { entry: Entry };

export type Journal = Disposable & {
  pid: number | undefined;
  last: Entry | undefined;
  keepPid(pid: number): void;
  keepNumber(number: number): void;
  keepRow(entry: Entry): void;
};

export function openJournal(path: string): Journal {
  const lines = readLines(path);
  const file = openSync(path, 'a');
  const keep = (line: Line) => void writeSync(file, `${JSON.stringify(line)}\n`);
  let lastNumber = numbersOf(lines).reduce((most, number) => Math.max(most, number), 0);
  return {
    pid: lines.flatMap((line) => ('pid' in line ? [line.pid] : []))[0],
    last: rowsOf(lines).at(-1),
    keepPid: (pid) => keep({ pid }),
    keepNumber(number) {
      keep(number <= lastNumber ? { repeated: number } : { number });
      lastNumber = Math.max(lastNumber, number);
    },
    keepRow(entry) {
      keep({ entry });
      lastNumber = Math.max(lastNumber, ...numbersOf([{ entry }]));
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}

export type StreamFigures = {
  heard: number;
  lost: number;
  doubled: number;
  outOfOrder: number;
  /** Rows of the transcript that do not follow one another. */
  brokenRows: number;
  repeated: number;
};

export function readJournal(path: string, messages: number): StreamFigures {
  const lines = readLines(path);
  const numbers = numbersOf(lines);
  const distinct = new Set(numbers);
  const expected = Array.from({ length: messages }, (_, index) => index + 1);
  return {
    heard: numbers.length,
    lost: expected.filter((number) => !distinct.has(number)).length,
    doubled: numbers.length - distinct.size,
    outOfOrder: numbers.filter((number, index) => number < (numbers[index - 1] ?? 0)).length,
    brokenRows: rowsOf(lines).filter(({ row }, index) => row !== index + 1).length,
    repeated: lines.filter((line) => 'repeated' in line).length,
  };
}

function readLines(path: string): Line[] {
  const lines = readFileSync(path, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line);
}

function rowsOf(lines: readonly Line[]): Entry[] {
  return lines.flatMap((line) => ('entry' in line ? [line.entry] : []));
}

/** In the order they were kept; a reply of the model has none. */
function numbersOf(lines: readonly Line[]): number[] {
  return lines.flatMap((line) => {
    if ('number' in line) return [line.number];
    if (!('entry' in line) || line.entry.payload._t !== 'user') return [];
    return [Number(line.entry.payload.content[0]?.text)];
  });
}
