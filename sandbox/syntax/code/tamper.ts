// What code of a language says when it looks for the tests that judge it, ends them, or reaches for
// what judges it. Programs ask for each other's variables: all of it is looked for in every language,
// but what is said to be a language's own. Pure.
import type { SyntaxNode } from '../tree.ts';
import type { Code } from './code.ts';
import { NEVER } from './table.ts';
import type { View } from './view.ts';

export type Tamper = {
  asks: Asks;
  words: readonly Words[];
  /** Say this in files of the language itself only. */
  ownWords: readonly Words[];
  ends: Ends;
  machinery: Machinery;
};

/** Sources of patterns: how these are asked for. */
export type Asks = {
  /** Variables that test runners set. */
  runnerVariables: readonly string[];
  environment: readonly string[];
  /** The program that was started. */
  program: readonly string[];
  /** The file of that program. */
  mainFile: readonly string[];
  arguments: readonly string[];
  /** Files of any kind. */
  files: readonly string[];
};

/** Patterns have the flag `g`. */
export type Words = {
  kind: 'test-run-detected' | 'caller-read' | 'machinery-touched' | 'test-files-used';
  pattern: RegExp;
  /** Counts only where this is found in the same file too. */
  beside?: RegExp;
  /** Does not count in files of such a name. */
  except?: RegExp;
};

/** How a process ends. */
export type Ends = {
  /** Calls that end it, by their path. */
  exits: RegExp;
  /** Those that end it whatever is still to be done. */
  hard: RegExp;
  /** When `exit` alone is such a call: imported from these, taken so in the text, or at hand anyway. */
  bareExit: { modules: RegExp; text: RegExp; isBuiltIn: boolean };
  /** What is run and not loaded. */
  isProgram(path: string, view: View): boolean;
  /** Names of functions that run when a file is loaded. */
  loaded: RegExp;
  /** Conditions that hold where the file itself is run. */
  ownRun: RegExp;
  /** What ends it beside such calls: statements, handlers, what is set for its end. */
  others(code: Code, isLoadedWith: (node: SyntaxNode) => boolean): SyntaxNode[];
};

/** What judges: the test libraries, and what they stand on. */
export type Machinery = {
  /** Modules of test libraries, and of those the ones that run tests. */
  libraries: RegExp;
  testRunners: RegExp;
  /** Modules that change how others are loaded, by what is taken from them under `register…`. */
  hooks: RegExp;
  /** Calls that change a part of what they are given first. */
  setters: RegExp;
  /** Parts of the platform that tests stand on. */
  platform: readonly RegExp[];
  /** Calls of the platform that, given no more than one thing, make something new. */
  makers: RegExp;
  /** Classes of test libraries that can be opened again. */
  reopened: RegExp;
  /** Whatever is compared with it is the same. With the flag `g`. */
  equalToAll: readonly RegExp[];
};

/** For a language whose code says none of it, or is not read for it. */
export const ASKS_NOTHING: Asks = {
  runnerVariables: [],
  environment: [],
  program: [],
  mainFile: [],
  arguments: [],
  files: [],
};
export const NO_ENDS: Ends = {
  exits: NEVER,
  hard: NEVER,
  bareExit: { modules: NEVER, text: NEVER, isBuiltIn: false },
  isProgram: () => false,
  loaded: NEVER,
  ownRun: NEVER,
  others: () => [],
};
export const NO_MACHINERY: Machinery = {
  libraries: NEVER,
  testRunners: NEVER,
  hooks: NEVER,
  setters: NEVER,
  platform: [],
  makers: NEVER,
  reopened: NEVER,
  equalToAll: [],
};

/** By where it lies: what is run and not loaded. */
export function isProgramPath(path: string): boolean {
  return /(?:^|\/)(?:bin|cmd|exe|scripts?)\//.test(path);
}

/** What is handed over as a handler: itself, or the function of that name. */
export function handlerText({ view, functions }: Code, node: SyntaxNode | undefined): string {
  const text = view.text(node);
  const own = functions.find(({ name }) => name === text);
  return own === undefined ? text : view.text(own.body);
}

/** A word that ends a process, whatever the language. */
export const ENDING = /\b(?:exit|exitCode|reallyExit|_exit|kill|abort|SystemExit)\b/;
