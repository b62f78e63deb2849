// Where classes of Java lie: no manifest says so, the shape of the repository decides. Pure.
import { posix } from 'node:path';
import type { Places } from '../../syntax/code/places.ts';

export const PLACES: Places = {
  manifests: [],
  lookUp: (known) => {
    const all = [...known.base, ...known.names, ...known.written];
    return (module) => {
      const path = module.replace(/\.\*$/, '').replaceAll('.', '/');
      if (module.endsWith('.*')) {
        const inside = all.filter(
          (one) => posix.dirname(one).endsWith(path) && one.endsWith('.java'),
        );
        if (inside.length === 0) return 'package';
        return { path, isThere: true, isOpen: inside.every(known.isInContract) };
      }
      // An inner class lies in the file of its outer one.
      const outer = posix.dirname(path);
      const found = all.find((one) =>
        [path, outer].some((each) => one === `${each}.java` || one.endsWith(`/${each}.java`)),
      );
      return found === undefined ? 'package' : { path: found };
    };
  },
  loadedBy: undefined,
};
