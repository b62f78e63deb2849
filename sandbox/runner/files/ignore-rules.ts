// What .gitignore files say about paths. Pure: the files are read by whoever walks the tree.
import { compileGlob, type Glob } from './glob-pattern.ts';

export type IgnoreRule = { isNegated: boolean; directoriesOnly: boolean; pattern: Glob };

/** The rules of one file, which lie in `directory` ('' is the root of the search). */
export function parseIgnoreFile(text: string, directory: string): IgnoreRule[] {
  return text.split('\n').flatMap((raw) => {
    const line = raw.replace(/\r$/, '').replace(/(?<!\\)\s+$/, '');
    if (line === '' || line.startsWith('#')) return [];
    const isNegated = line.startsWith('!');
    const body = (isNegated ? line.slice(1) : line).replace(/^\\(?=[#!])/, '');
    const directoriesOnly = body.endsWith('/');
    const path = directoriesOnly ? body.slice(0, -1) : body;
    if (path === '') return [];
    const isAnchored = path.includes('/');
    const glob = isAnchored ? path.replace(/^\//, '') : `**/${path}`;
    try {
      const pattern = compileGlob(directory === '' ? glob : `${escapeGlob(directory)}/${glob}`);
      return [{ isNegated, directoriesOnly, pattern }];
    } catch {
      // Git ignores what it cannot read; so do we.
      return [];
    }
  });
}

/** The last rule that matches decides. `rules` go from the root's to the nearest directory's. */
export function isIgnored(
  rules: readonly IgnoreRule[],
  path: string,
  isDirectory: boolean,
): boolean {
  const decisive = rules.findLast(
    (rule) => (isDirectory || !rule.directoriesOnly) && rule.pattern.test(path),
  );
  return decisive !== undefined && !decisive.isNegated;
}

function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[\]{}]/g, '\\$&');
}
