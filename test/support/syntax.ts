// The parsers as the app has them, for tests that need trees.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { grammarsDirectory } from '../../app/cli/package-root.ts';
import { parseTexts, textsOf } from '../../app/steps/tree/syntax.ts';
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import { createParsers } from '../../sandbox/syntax/parsers.ts';
import type { SyntaxTree } from '../../sandbox/syntax/tree.ts';

export const PARSERS = createParsers(
  async (file) => await readFile(join(grammarsDirectory(), file)),
);

export async function parse(grammar: string, text: string): Promise<SyntaxTree> {
  return await PARSERS.parse(grammar, text);
}

export async function treesOf(files: readonly FileChange[]): Promise<Map<string, SyntaxTree>> {
  return await parseTexts(PARSERS, textsOf(files));
}
