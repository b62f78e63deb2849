// The hunks of an attempt, ready to be run: both sides parsed, and no variant that does not parse.
import { languageOf, languageOfScript } from '../../../sandbox/languages/languages.ts';
import type { Parsers } from '../../../sandbox/syntax/parsers.ts';
import type { ChangedFile } from '../../proof/hunks/hunk.ts';
import { planHunks } from '../../proof/hunks/plan-hunks.ts';
import { isSameCode } from '../../proof/hunks/same-code.ts';
import { TREE_LIMITS } from '../tree/syntax.ts';

export type ChangedText = { path: string; base?: string | undefined; head?: string | undefined };

export async function parseChanges(
  parsers: Parsers,
  texts: readonly ChangedText[],
): Promise<ChangedFile[]> {
  const side = async (path: string, text: string | undefined) => {
    if (text === undefined) return undefined;
    const language = languageOf(path) ?? languageOfScript(text);
    if (language === undefined) return { text };
    return { text, tree: await parsers.parse(language.grammar, text, TREE_LIMITS) };
  };
  return await Promise.all(
    texts.map(async ({ path, base, head }) => ({
      path,
      base: await side(path, base),
      head: await side(path, head),
    })),
  );
}

/** Of texts that were made, those that parse. */
export async function soundOnly<T extends { path: string; content: string | undefined }>(
  parsers: Parsers,
  files: readonly T[],
): Promise<T[]> {
  const sound = await Promise.all(
    files.map(async ({ path, content }) =>
      content === undefined ? true : await parses(parsers, path, content),
    ),
  );
  return files.filter((_file, index) => sound[index]);
}

export async function parses(parsers: Parsers, path: string, text: string): Promise<boolean> {
  return !((await parseText(parsers, path, text))?.hasError ?? false);
}

/** Whether the text says to whoever runs it what the head says already. */
export async function saysNothing(
  parsers: Parsers,
  { path, head }: ChangedFile,
  text: string,
): Promise<boolean> {
  const table = (languageOf(path) ?? languageOfScript(text))?.table;
  if (table === undefined || head?.tree === undefined) return false;
  const tree = await parseText(parsers, path, text);
  return tree !== undefined && isSameCode(table, head.tree, tree);
}

/** Files with a hunk of code, and in which something else is said than before. */
export async function tellingPaths(
  parsers: Parsers,
  files: readonly ChangedFile[],
): Promise<string[]> {
  const paths = new Set(planHunks(files).map(({ path }) => path));
  for (const file of files) {
    // Of a new file: as if there were none.
    const isSilent = await saysNothing(parsers, file, file.base?.text ?? '');
    if (isSilent) paths.delete(file.path);
  }
  return [...paths];
}

async function parseText(parsers: Parsers, path: string, text: string) {
  const language = languageOf(path) ?? languageOfScript(text);
  if (language === undefined) return undefined;
  return await parsers.parse(language.grammar, text, TREE_LIMITS);
}
