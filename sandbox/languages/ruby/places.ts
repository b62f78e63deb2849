// Where files of Ruby lie: beside the one that asks, or on the usual load paths. Pure.
import { posix } from 'node:path';
import { firstKnown, type Places } from '../../syntax/code/places.ts';

const SETUP = /(?:^|\/)(?:spec|test|rails)_helper$/;
const LOAD_PATHS = ['lib', '', 'app', 'test', 'spec', 'app/models'];

export const PLACES: Places = {
  manifests: [],
  lookUp: (known) => (module, file) => {
    if (SETUP.test(module)) return 'package';
    const name = module.replace(/\.rb$/, '');
    if (name.startsWith('./')) {
      const path = `${posix.join(posix.dirname(file), name)}.rb`;
      return path.startsWith('..') ? 'outside' : { path };
    }
    const candidates = LOAD_PATHS.map((directory) => `${posix.join(directory, name)}.rb`);
    const found = firstKnown(known, candidates);
    return found === undefined ? 'package' : { path: found };
  },
  loadedBy: undefined,
};
