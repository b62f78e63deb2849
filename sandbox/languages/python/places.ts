// Where modules of Python lie. Pure.
import { posix } from 'node:path';
import { firstKnown, type Known, type Place, type Places } from '../../syntax/code/places.ts';

export const PLACES: Places = {
  manifests: [],
  lookUp: (known) => {
    const roots = rootsOf([...known.base, ...known.names]);
    return (module, file) => placeOf(known, { module, file, roots });
  },
  loadedBy,
};

const PARENTS = ['', 'src', 'lib'];

type Asked = { module: string; file: string; roots: ReadonlySet<string> };

function placeOf(known: Known, { module, file, roots }: Asked): Place {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const parts = module
    .slice(dots)
    .split('.')
    .filter((part) => part !== '');
  if (dots === 0) {
    const found = fileOf(known, parentsOf(file), parts);
    if (found !== undefined) return opened(known, found);
    return roots.has(parts[0] ?? '') ? { path: parts.join('/') } : 'package';
  }
  const up = posix.join(posix.dirname(file), ...Array.from({ length: dots - 1 }, () => '..'));
  if (up.startsWith('..')) return 'outside';
  return opened(known, fileOf(known, [up], parts) ?? posix.join(up, ...parts));
}

/** A package hands on what its modules have: who may use one of them may import it from there. */
function opened({ names }: Known, path: string): Place {
  const folder = /^(.+\/)__init__\.py$/.exec(path)?.[1];
  if (folder === undefined) return { path };
  const isAround = (name: string) =>
    [name, name.replaceAll('.', '/')].some((one) =>
      PARENTS.some((parent) => posix.join(parent, one).startsWith(folder)),
    );
  return { path, isOpen: names.some(isAround) };
}

/** Test runners load from the folders above a test as well. */
function parentsOf(file: string): string[] {
  const folders = [''];
  for (let up = posix.dirname(file); up !== '.' && up !== '/'; up = posix.dirname(up))
    folders.push(up);
  return folders.flatMap((folder) => PARENTS.map((parent) => posix.join(folder, parent)));
}

/** `shop.cart.total` may be a module, or a name in `shop.cart`: the longest that is a file counts. */
function fileOf(
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

function rootsOf(paths: readonly string[]): Set<string> {
  const python = paths.filter((path) => path.endsWith('.py'));
  return new Set(
    python.map((path) => {
      const [first = '', second = ''] = path.split('/');
      const name = (first === 'src' || first === 'lib') && second !== '' ? second : first;
      return name.replace(/\.py$/, '');
    }),
  );
}

const LOADS =
  /(?:^|[;\n])\s*(?:from\s+([\w.]+)\s+import\s+([\w, ]+)|import\s+([\w.]+))|(?:__import__|import_module)\(\s*['"]([\w.]+)['"]/g;

function loadedBy(text: string): string[] {
  return Array.from(text.matchAll(LOADS)).flatMap(([, from, names = '', plain, called]) => {
    if (from === undefined) return [plain ?? called ?? ''];
    const named = names.split(',').map((name) => name.trim().split(' ', 1)[0] ?? '');
    return named.map((name) => `${from}.${name}`);
  });
}
