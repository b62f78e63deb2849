// The grammars the runner carries. Its bundler packs each into the one file that a sandbox gets, and
// nothing of it is unpacked before it is needed.
import type { ReadWasm } from '../syntax/parsers.ts';

/** Works in the bundle only: Node itself would try to start such a file. */
export const readGrammar: ReadWasm = async (file) => {
  switch (file) {
    case 'tree-sitter.wasm':
      return (await import('@vscode/tree-sitter-wasm/wasm/tree-sitter.wasm')).bytes;
    case 'tree-sitter-bash.wasm':
      return (await import('@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm')).bytes;
    default:
      throw new Error(`the runner does not carry ${file}`);
  }
};
