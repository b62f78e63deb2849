// Where packages of Go lie: the go.mod of the base commit names the project's own. Pure.
import { posix } from 'node:path';
import type { Places } from '../../syntax/code/places.ts';

export const PLACES: Places = {
  manifests: ['go.mod'],
  lookUp: (known) => {
    const own = /^module\s+(\S+)/m.exec(known.manifests.get('go.mod') ?? '')?.[1];
    const all = [...known.base, ...known.names];
    return (module) => {
      if (own === undefined) return 'package';
      if (module !== own && !module.startsWith(`${own}/`)) return 'package';
      const directory = module === own ? '.' : module.slice(own.length + 1);
      const isIn = (path: string) => posix.dirname(path) === directory && path.endsWith('.go');
      // A package is a directory; a file of it in the contract opens it.
      return {
        path: directory,
        isOpen: known.names.some((name) => isIn(name) || name === module || name === directory),
        isThere: all.some(isIn),
      };
    };
  },
  loadedBy: undefined,
};
