// Where text becomes syntax trees: the proof reads trees and never parses.

import { languageOf } from '../../../sandbox/languages/languages.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { Parsers } from '../../../sandbox/syntax/parsers.ts';
import type { SyntaxTree } from '../../../sandbox/syntax/tree.ts';

/** Far more than people write by hand; larger files are left out. */
const LARGEST_TEXT = 1_048_576;
/** Texts of agents are a stranger's: some are written to keep a parser busy. */
const ALL_WITHIN_MS = 30_000;
const LEAST_MS = 100;
export const TREE_LIMITS = { cpuMs: 5_000, maxNodes: 600_000 };

/** The trees of all files whose language has a grammar, by path. */
export async function parseTexts(
  parsers: Parsers,
  texts: Iterable<readonly [path: string, text: string]>,
): Promise<Map<string, SyntaxTree>> {
  const trees = new Map<string, SyntaxTree>();
  const endsAt = performance.now() + ALL_WITHIN_MS;
  for (const [path, text] of texts) {
    const language = languageOf(path);
    if (language === undefined || text.length > LARGEST_TEXT) continue;
    const left = Math.max(endsAt - performance.now(), LEAST_MS);
    const cpuMs = Math.min(left, TREE_LIMITS.cpuMs);
    trees.set(path, await parsers.parse(language.grammar, text, { ...TREE_LIMITS, cpuMs }));
  }
  return trees;
}

export function textsOf(changes: readonly FileChange[]): [path: string, text: string][] {
  return changes.flatMap((change) =>
    'deleted' in change
      ? []
      : [[change.path, Buffer.from(change.content, 'base64').toString('utf8')]],
  );
}
