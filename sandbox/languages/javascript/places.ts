// Where modules of JavaScript lie. Pure.
import { posix } from 'node:path';
import { z } from 'zod';
import { parsedJson } from '../../projects/projects.ts';
import { firstKnown, type Known, type Place, type Places } from '../../syntax/code/places.ts';

/** Aliases of build tools look like packages and mean files of the project. */
const ALIAS = /^(?:#|@\/|~\/|~~\/|\$lib\/)/;
const ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx', '.json'];

export const PLACES: Places = {
  manifests: ['package.json'],
  lookUp: (known) => {
    const own = ownEntries(known.manifests.get('package.json') ?? '');
    return (module, file) => own(module) ?? placeOf(known, module, file);
  },
  loadedBy: (text) => Array.from(text.matchAll(LOADS), ([, module = '']) => module),
};

const Manifest = z.object({
  name: z.string().min(1),
  main: z.string().optional().catch(undefined),
  exports: z.unknown().optional(),
});

/** A package that imports itself by its name gets what its users get: that is always public. */
function ownEntries(text: string): (module: string) => Place | undefined {
  const read = Manifest.safeParse(parsedJson(text));
  if (!read.success) return () => undefined;
  const { name, main = 'index.js', exports } = read.data;
  return (module) => {
    if (module !== name && !module.startsWith(`${name}/`)) return undefined;
    const below = module.slice(name.length + 1);
    const target = exportOf(exports, below === '' ? '.' : `./${below}`);
    // Not exported: nobody can import it.
    if (exports !== undefined && target === undefined) return { path: module };
    const path = posix.join(target ?? (below === '' ? main : below));
    return { path, isThere: true, isOpen: target !== undefined || below === '' };
  };
}

/** The first file that `exports` gives for it, whatever the condition. */
function exportOf(exports: unknown, wanted: string): string | undefined {
  if (typeof exports === 'string') return wanted === '.' ? exports : undefined;
  if (typeof exports !== 'object' || exports === null) return undefined;
  const entries: [string, unknown][] = Object.entries(exports);
  const isByPath = entries.some(([key]) => key.startsWith('.'));
  if (!isByPath) return wanted === '.' ? firstFile(exports) : undefined;
  for (const [key, value] of entries) {
    if (key === wanted) return firstFile(value);
    const [before = '', after] = key.split('*', 2);
    if (after === undefined || !wanted.startsWith(before) || !wanted.endsWith(after)) continue;
    const middle = wanted.slice(before.length, wanted.length - after.length);
    return firstFile(value)?.replaceAll('*', () => middle);
  }
  return undefined;
}

const DEEPEST = 5;

function firstFile(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return undefined;
  for (const one of Object.values(value)) {
    const found = firstFile(one, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function placeOf(known: Known, module: string, file: string): Place {
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

const LOADS = /(?:\bimport\s*\(\s*|\bfrom\s*|\bimport\s*|\brequire\s*\(\s*)['"`]([^'"`\s]+)['"`]/g;
