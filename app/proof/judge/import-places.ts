// Where an imported module lies: a path of the repository, or a package from outside. Each language
// has its own way from a name to a file. Pure.
import { posix } from 'node:path';
import { isInContract } from '../contract.ts';
import { COMPILED } from './compiled-places.ts';
import type { Asked, Known, Place } from './place.ts';

export function createPlaces(known: Known): (asked: Asked) => Place {
  const roots = pythonRoots([...known.base, ...known.names]);
  return (asked) => {
    if (asked.language === 'JavaScript' || asked.language === 'TypeScript') {
      return javascriptPlace(known, asked);
    }
    if (asked.language === 'Python') return pythonPlace(known, asked, roots);
    return COMPILED[asked.language]?.(known, asked) ?? 'package';
  };
}

/** Aliases of build tools look like packages and mean files of the project. */
const ALIAS = /^(?:#|@\/|~\/|~~\/|\$lib\/)/;
const ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx', '.json'];

function javascriptPlace(known: Known, { module, file }: Asked): Place {
  if (ALIAS.test(module)) return { path: module };
  if (/^(?:data|blob|file|https?):/.test(module)) return 'outside';
  if (!/^\.{0,2}\//.test(module) && module !== '.' && module !== '..') return 'package';
  const joined = posix.join(posix.dirname(file), module.replace(/[?#].*$/, ''));
  if (module.startsWith('/') || joined.startsWith('..')) return 'outside';
  const path = joined.replace(/\/$/, '');
  const candidates = [
    path,
    ...ENDINGS.map((ending) => path + ending),
    ...ENDINGS.map((ending) => `${path}/index${ending}`),
    path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2'),
  ];
  return { path: firstKnown(known, candidates) ?? path };
}

const PYTHON_PARENTS = ['', 'src', 'lib'];

function pythonPlace(known: Known, { module, file }: Asked, roots: ReadonlySet<string>): Place {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const parts = module
    .slice(dots)
    .split('.')
    .filter((part) => part !== '');
  if (dots === 0) {
    const found = pythonFile(known, PYTHON_PARENTS, parts);
    if (found !== undefined) return { path: found };
    return roots.has(parts[0] ?? '') ? { path: parts.join('/') } : 'package';
  }
  const up = posix.join(posix.dirname(file), ...Array.from({ length: dots - 1 }, () => '..'));
  if (up.startsWith('..')) return 'outside';
  return { path: pythonFile(known, [up], parts) ?? posix.join(up, ...parts) };
}

/** `shop.cart.total` may be a module, or a name in `shop.cart`: the longest that is a file counts. */
function pythonFile(
  known: Known,
  parents: readonly string[],
  parts: readonly string[],
): string | undefined {
  const lengths = parts.map((_part, index) => parts.length - index);
  const candidates = lengths.flatMap((length) =>
    parents.flatMap((parent) => {
      const path = posix.join(parent, ...parts.slice(0, length));
      return [`${path}.py`, `${path}/__init__.py`];
    }),
  );
  return firstKnown(known, candidates);
}

function pythonRoots(paths: readonly string[]): Set<string> {
  const python = paths.filter((path) => path.endsWith('.py'));
  return new Set(
    python.map((path) => {
      const [first = '', second = ''] = path.split('/');
      const name = (first === 'src' || first === 'lib') && second !== '' ? second : first;
      return name.replace(/\.py$/, '');
    }),
  );
}

function firstKnown({ written, base, names }: Known, candidates: readonly string[]) {
  return candidates.find(
    (path) => written.has(path) || base.has(path) || isInContract(names, path),
  );
}
