// Where modules of Rust lie: the Cargo.toml of the base commit names the project's own crate. Pure.
import { posix } from 'node:path';
import { firstKnown, type Places } from '../../syntax/code/places.ts';

export const PLACES: Places = {
  manifests: ['Cargo.toml'],
  lookUp: (known) => {
    const own = /^\s*name\s*=\s*"([\w-]+)"/m
      .exec(known.manifests.get('Cargo.toml') ?? '')?.[1]
      ?.replaceAll('-', '_');
    return (module, file) => {
      const parts = module.split('::');
      if (parts[0] === 'self' || parts[0] === 'super') {
        const path = posix.join(posix.dirname(file), ...parts.slice(1));
        const found = [`${path}.rs`, `${path}/mod.rs`].find((one) => known.written.has(one));
        return found === undefined ? 'package' : { path: found };
      }
      if (parts[0] !== 'crate' && (own === undefined || parts[0] !== own)) return 'package';
      const lengths = parts.slice(1).map((_part, index) => parts.length - 1 - index);
      const candidates = lengths
        .map((length) => posix.join('src', ...parts.slice(1, length + 1)))
        .flatMap((path) => [`${path}.rs`, `${path}/mod.rs`]);
      const found = firstKnown(known, candidates);
      // The root of a crate is public: what it shows is its interface.
      return found === undefined ? { path: 'src/lib.rs', isOpen: true } : { path: found };
    };
  },
  loadedBy: undefined,
};
