// What is known of a test runner: how to read what it prints. Every row says all of it; what a test
// runner does not print is written down as undefined or empty. Pure.
import type { TestStatus } from '../test-report.ts';

/** What a run exits with that found no test: pytest's code. */
export const NO_TEST_RAN = 5;

export type RedKind = 'assertion' | 'error' | 'load';

export type TestRunner = {
  name: string;
  /** Why a run is red; undefined: its output says no more than its exit code. */
  red: Red | undefined;
  /** Its sums, each by itself. */
  executed: readonly Count[];
  /** The tests it names, with how each ended; those that passed only where it is told to name all. */
  said: readonly Said[];
  /** What it says is missing. With the flag `g`. */
  missing: {
    /** Modules and files. */
    modules: readonly RegExp[];
    /** Packages of others. */
    packages: readonly RegExp[];
    /** Modules by the last part of their name. */
    lastParts: readonly RegExp[];
  };
  /** Lines that say what went wrong; the first of the output counts. */
  errors: readonly RegExp[];
  /** Options, without `--`, that let a run pass without a test or change what is expected. */
  hidingOptions: readonly string[];
};

export type SaidTest = {
  /** With its file, class or group where that is said. */
  name: string;
  status: TestStatus;
  /** Stands for those in it, and is counted like a test. */
  isGroup?: boolean;
};
type Said = (output: string) => SaidTest[];

type Red = {
  isRecognised(output: string): boolean;
  kind(run: { exitCode: number; output: string }): RedKind;
};

/** How many tests a test runner says it executed; undefined: its sums are not in the output. */
type Count = (output: string) => number | undefined;

export const NOTHING_MISSING: TestRunner['missing'] = { modules: [], packages: [], lastParts: [] };

/** `TypeError: …`, as JavaScript, Python, Java and others name their errors. */
export const NAMED_ERROR =
  /^\s*(?:Uncaught |Caused by: |Exception in thread "[^"]*" )?(?:[\w$]+[.:]+)*[\w$]*(?:Error|Exception)(?: \[\w+\])?(?::|$)/;
/** `error: …`, as TAP and compilers write it. */
export const PLAIN_ERROR = /^\s*error(?:\[\w+\])?: ?\S/;

/** All numbers that the patterns capture, where the mark is there. */
export function counted(mark: RegExp, ...patterns: readonly RegExp[]): Count {
  return (output) =>
    mark.test(output)
      ? patterns.reduce((total, pattern) => total + sumOf(output, pattern), 0)
      : undefined;
}

/** In the lines with sums, those of what passed or failed. */
export function inLines(lines: RegExp): Count {
  return (output) => {
    const found = [...output.matchAll(lines)].map(([line]) => line);
    if (found.length === 0) return undefined;
    return sumOf(found.join('\n'), /(\d+) (?:passed|failed|xfailed|xpassed|errors?|risky)\b/g);
  };
}

export function less(all: RegExp, skipped: RegExp): Count {
  return (output) => {
    if ([...output.matchAll(all)].length === 0) return undefined;
    return Math.max(0, sumOf(output, all) - sumOf(output, skipped));
  };
}

function sumOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)]
    .flatMap(([, ...numbers]) => numbers)
    .reduce((total, number) => total + Number(number ?? 0), 0);
}
