// Which files of a language’s projects decide how tests run, and how their texts are read. Pure.
import type { SyntaxTree } from '../syntax/tree.ts';
import { parsedJson } from './projects.ts';

type ByName<T> = readonly (readonly [name: RegExp, T])[];

export type TestSettings = {
  /** Decide what runs, what is skipped and what counts as passed. By name. */
  files: readonly RegExp[];
  /** Decide how tests are compiled. By name. */
  compiling: readonly RegExp[];
  /** Settings of many things: those of tests are among them where the text matches. */
  mixed: ByName<RegExp>;
  /** Manifests hold settings of tests among much else: these alone, as one text. */
  within: ByName<(text: string) => string>;
  /** What each of them runs by itself before the tests do, one line for each. */
  installScripts: ByName<(text: string, tree: SyntaxTree | undefined) => string[]>;
  /** Asked for by every test beside or below it, whatever it is called. By path. */
  nearTests: readonly RegExp[];
  /** A new file that runs before every test of its package. */
  runsFirst: ((file: NewFile) => boolean) | undefined;
  /** In the place of a module that tests load. By path. */
  shadows: readonly RegExp[];
};

export type NewFile = {
  name: string;
  text: string;
  tree: SyntaxTree | undefined;
  /** It lies in a directory of tests. */
  isInTests: boolean;
};

/** All that matches, each on one line. */
export function matchingLines(text: string, wanted: RegExp): string[] {
  return Array.from(text.matchAll(wanted), ([line]) => squeezed(line));
}

export function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The tables of a TOML file whose headers match, as one text. */
export function sections(text: string, wanted: RegExp): string {
  const parts = text.split(/^(?=\[)/m);
  return parts
    .filter((part) => wanted.test(part))
    .map((part) => part.trim())
    .join('\n');
}

/** The scripts of a JSON manifest that run by themselves. */
export function scriptsOf(text: string, wanted: RegExp): string[] {
  return Object.entries(scriptsIn(text)).flatMap(([name, line]) =>
    wanted.test(name) && name !== 'test' ? [`${name}: ${squeezed(JSON.stringify(line))}`] : [],
  );
}

function scriptsIn(text: string): object {
  const content = parsedJson(text);
  if (typeof content !== 'object' || content === null || !('scripts' in content)) return {};
  return typeof content.scripts === 'object' && content.scripts !== null ? content.scripts : {};
}
