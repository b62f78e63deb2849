// Where text becomes syntax trees: the proof reads trees and never parses.
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import { languageOf } from '../../sandbox/syntax/language.ts';
import type { Parsers } from '../../sandbox/syntax/parsers.ts';
import type { SyntaxTree } from '../../sandbox/syntax/tree.ts';

/** Far more than people write by hand; larger files are left out. */
const LARGEST_TEXT = 1_048_576;

/** The trees of all files whose language has a grammar, by path. */
export async function parseTexts(
  parsers: Parsers,
  texts: Iterable<readonly [path: string, text: string]>,
): Promise<Map<string, SyntaxTree>> {
  const trees = new Map<string, SyntaxTree>();
  for (const [path, text] of texts) {
    const language = languageOf(path);
    if (language === undefined || text.length > LARGEST_TEXT) continue;
    trees.set(path, await parsers.parse(language, text));
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
