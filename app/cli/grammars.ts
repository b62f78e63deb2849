// Where the grammars' wasm files lie.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** A dependency, in a clone as when installed: npm decides where it lies. */
export function grammarsDirectory(): string {
  return dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
}
