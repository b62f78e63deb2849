// Where modules of JavaScript lie. Pure.
import { posix } from 'node:path';
import { firstKnown, type Places } from '../../syntax/code/places.ts';

/** Aliases of build tools look like packages and mean files of the project. */
const ALIAS = /^(?:#|@\/|~\/|~~\/|\$lib\/)/;
const ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx', '.json'];

export const PLACES: Places = {
  manifests: [],
  lookUp: (known) => (module, file) => {
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
  },
  loadedBy: (text) => Array.from(text.matchAll(LOADS), ([, module = '']) => module),
};

const LOADS = /(?:\bimport\s*\(\s*|\bfrom\s*|\bimport\s*|\brequire\s*\(\s*)['"`]([^'"`\s]+)['"`]/g;
