// Rust crates and workspaces. Pure.
import type { Found } from '../../projects/facts.ts';
import { type Place, present, withoutMembers } from '../../projects/place.ts';
import { filesNamed, type Projects } from '../../projects/projects.ts';
import { readToml } from '../../projects/toml.ts';

const DEPENDENCIES = 'Cargo.toml Cargo.lock';

export const PROJECTS: Projects = {
  isRoot: filesNamed('Cargo.toml'),
  detect: (places) => withoutMembers(places, isWorkspace).map(detectCrate),
  files: {
    dependencies: filesNamed(DEPENDENCIES),
    setup: filesNamed(`${DEPENDENCIES} rust-toolchain rust-toolchain.toml`),
    alsoRead: filesNamed(''),
    neverRead: filesNamed('Cargo.lock'),
  },
  packages: [[/(?:^|\/)Cargo\.toml$/, packagesOf]],
  locking: { cargo: 'cargo update --workspace' },
  registries: ['crates.io', 'index.crates.io', 'static.crates.io'],
};

function detectCrate(place: Place): Found {
  const path = place.path('Cargo.toml');
  const toml = readToml(place.text('Cargo.toml') ?? '');
  const lockFiles = present(place, ['Cargo.lock']);
  const isWhole = isWorkspace(place);
  return {
    root: {
      directory: place.directory,
      language: 'rust',
      packageManager: 'cargo',
      setup: lockFiles.length === 0 ? 'cargo fetch' : 'cargo fetch --locked',
      // Tests lie inside the sources: no listing can say that there are none.
      test: isWhole ? 'cargo test --workspace' : 'cargo test',
      testRunner: 'cargo test',
      manifests: [path],
      lockFiles,
      why: [isWhole ? `${path} [workspace]` : `${path} is there`],
    },
    notes: toml === undefined ? [`${path} is broken: what it says was not heeded.`] : [],
  };
}

function isWorkspace(place: Place): boolean {
  return readToml(place.text('Cargo.toml') ?? '')?.has('workspace') === true;
}

const TABLES = /(?:^|\.)(?:dev-|build-)?dependencies(?:\.([\w-]+))?$/;

function packagesOf(text: string): string[] {
  return [...(readToml(text) ?? [])].flatMap(([table, keys]) => {
    const match = TABLES.exec(table);
    if (match === null) return [];
    return match[1] === undefined ? keys.keys().toArray() : [match[1]];
  });
}
