// Where modules of Go, Rust, Java and Ruby lie. Manifests of the base commit name the project's own
// module; without one the shape of the repository decides. Pure.
import { posix } from 'node:path';
import { isInContract } from '../contract.ts';
import type { Asked, Known, Place } from './place.ts';

export const COMPILED: Readonly<Record<string, (known: Known, asked: Asked) => Place>> = {
  Go: goPlace,
  Rust: rustPlace,
  Java: javaPlace,
  Ruby: rubyPlace,
};

/** A package is a directory; a file of it in the contract opens it. */
function goPlace(known: Known, { module }: Asked): Place {
  const own = /^module\s+(\S+)/m.exec(known.manifests.get('go.mod') ?? '')?.[1];
  if (own === undefined) return 'package';
  if (module !== own && !module.startsWith(`${own}/`)) return 'package';
  const directory = module === own ? '.' : module.slice(own.length + 1);
  const isIn = (path: string) => posix.dirname(path) === directory && path.endsWith('.go');
  const all = [...known.base, ...known.names];
  return {
    path: directory,
    isOpen: known.names.some((name) => isIn(name) || name === module || name === directory),
    isThere: all.some(isIn),
  };
}

/** The root of a crate is public: what it shows is its interface. */
function rustPlace(known: Known, { module, file }: Asked): Place {
  const parts = module.split('::');
  const own = /^\s*name\s*=\s*"([\w-]+)"/m
    .exec(known.manifests.get('Cargo.toml') ?? '')?.[1]
    ?.replaceAll('-', '_');
  if (parts[0] === 'self' || parts[0] === 'super') {
    const path = posix.join(posix.dirname(file), ...parts.slice(1));
    const found = [`${path}.rs`, `${path}/mod.rs`].find((one) => known.written.has(one));
    return found === undefined ? 'package' : { path: found };
  }
  if (parts[0] !== 'crate' && (own === undefined || parts[0] !== own)) return 'package';
  const lengths = parts.slice(1).map((_part, index) => parts.length - 1 - index);
  const found = lengths
    .map((length) => posix.join('src', ...parts.slice(1, length + 1)))
    .flatMap((path) => [`${path}.rs`, `${path}/mod.rs`])
    .find((path) => isKnown(known, path));
  return found === undefined ? { path: 'src/lib.rs', isOpen: true } : { path: found };
}

function javaPlace(known: Known, { module }: Asked): Place {
  const isAll = module.endsWith('.*');
  const path = module.replace(/\.\*$/, '').replaceAll('.', '/');
  const all = [...known.base, ...known.names, ...known.written];
  if (isAll) {
    const inside = all.filter((one) => posix.dirname(one).endsWith(path) && one.endsWith('.java'));
    if (inside.length === 0) return 'package';
    return { path, isThere: true, isOpen: inside.every((one) => isInContract(known.names, one)) };
  }
  // An inner class lies in the file of its outer one.
  const outer = posix.dirname(path);
  const found = all.find((one) =>
    [path, outer].some((each) => one === `${each}.java` || one.endsWith(`/${each}.java`)),
  );
  return found === undefined ? 'package' : { path: found };
}

const SETUP = /(?:^|\/)(?:spec|test|rails)_helper$/;
const LOAD_PATHS = ['lib', '', 'app', 'test', 'spec', 'app/models'];

function rubyPlace(known: Known, { module, file }: Asked): Place {
  if (SETUP.test(module)) return 'package';
  const name = module.replace(/\.rb$/, '');
  if (name.startsWith('./')) {
    const path = `${posix.join(posix.dirname(file), name)}.rb`;
    return path.startsWith('..') ? 'outside' : { path };
  }
  const found = LOAD_PATHS.map((directory) => `${posix.join(directory, name)}.rb`).find((path) =>
    isKnown(known, path),
  );
  return found === undefined ? 'package' : { path: found };
}

function isKnown({ base, written, names }: Known, path: string): boolean {
  return base.has(path) || written.has(path) || isInContract(names, path);
}
