// Where the package's own files are, whether run from source or from the bundle.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export function packageRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'package.json'))) directory = dirname(directory);
  return directory;
}

export function migrationsDirectory(): string {
  return join(packageRoot(), 'migrations');
}

/** Of the grammars' wasm files: a dependency, in a clone as when installed; npm decides where it lies. */
export function grammarsDirectory(): string {
  return dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
}

export function packageVersion(): string {
  const text = readFileSync(join(packageRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
