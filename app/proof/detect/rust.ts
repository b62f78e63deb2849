// Rust crates and workspaces. Pure.
import type { Found } from './facts.ts';
import { type Place, present } from './place.ts';
import { readToml } from './toml.ts';

export function detectRust(place: Place): Found {
  const path = place.path('Cargo.toml');
  const toml = readToml(place.text('Cargo.toml') ?? '');
  const lockFiles = present(place, ['Cargo.lock']);
  const isWorkspace = isCargoWorkspace(place);
  return {
    root: {
      directory: place.directory,
      language: 'rust',
      packageManager: 'cargo',
      setup: lockFiles.length === 0 ? 'cargo fetch' : 'cargo fetch --locked',
      // Tests lie inside the sources: no listing can say that there are none.
      test: isWorkspace ? 'cargo test --workspace' : 'cargo test',
      runner: 'cargo test',
      manifests: [path],
      lockFiles,
      why: [isWorkspace ? `${path} [workspace]` : `${path} is there`],
    },
    notes: toml === undefined ? [`${path} is broken: what it says was not heeded.`] : [],
  };
}

export function isCargoWorkspace(place: Place): boolean {
  return readToml(place.text('Cargo.toml') ?? '')?.has('workspace') === true;
}
