// Says whether a path is named by the patterns of rules.ts, and what kind of file it is.

import { PURE } from './parts.ts';
import { CHECKED, FIXTURES, GENERATED, OWN_FOLDER, type Pattern } from './rules.ts';

const CODE_ENDINGS = ['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx'];

/** `importer` gives OWN_FOLDER its meaning; without it that pattern names nothing. */
export function isNamedBy(patterns: readonly Pattern[], path: string, importer?: string): boolean {
  return patterns.some((pattern) => {
    if (pattern === '**') return true;
    if (pattern === OWN_FOLDER) return importer !== undefined && isInOwnFolder(path, importer);
    if (pattern.startsWith('**/')) return path.endsWith(pattern.slice('**'.length));
    if (pattern.endsWith('/**')) return path.startsWith(pattern.slice(0, -'**'.length));
    const [before, name] = pattern.split('*/');
    if (name !== undefined && before !== undefined) {
      return path.endsWith(`/${name}`) && isDirectlyAt(before, path.slice(0, -name.length - 1));
    }
    if (pattern.endsWith('*')) return isDirectlyAt(pattern.slice(0, -'*'.length), path);
    return path === pattern;
  });
}

export function isCode(path: string): boolean {
  return CODE_ENDINGS.some((ending) => path.endsWith(ending));
}

/** Fixtures may break every rule, and generated files are judged by what they are made from. */
export function isChecked(path: string): boolean {
  return isCode(path) && isNamedBy(CHECKED, path) && !isNamedBy([...FIXTURES, ...GENERATED], path);
}

export function isTest(path: string): boolean {
  return path.startsWith('test/');
}

export function isPure(path: string): boolean {
  return isNamedBy(PURE, path);
}

function isDirectlyAt(beginning: string, path: string): boolean {
  return path.startsWith(beginning) && !path.slice(beginning.length).includes('/');
}

/** The own folder of app/engine/local/x.ts is app/engine; a file directly in app/ stands alone. */
function isInOwnFolder(path: string, importer: string): boolean {
  const [top, folder, ...rest] = importer.split('/');
  if (rest.length === 0) return top === 'action' && path.startsWith('action/');
  return path.startsWith(`${top}/${folder}/`);
}
