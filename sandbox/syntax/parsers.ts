// Text → syntax tree, by tree-sitter's grammars. A grammar is loaded on first use and kept. Where
// the files lie is the caller's business: it hands in how their bytes are read.
import { setFlagsFromString } from 'node:v8';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import type { Language as Grammar, Node, ParseOptions, TreeCursor } from '@vscode/tree-sitter-wasm';
import type { SyntaxNode, SyntaxTree } from './tree.ts';

export type Parsers = {
  /**
   * Throws only when a grammar cannot be loaded: a text that makes no sense has error nodes, and
   * one beyond the limits gives a bare root with `hasError`.
   */
  parse(grammar: string, text: string, limits?: ParseLimits): Promise<SyntaxTree>;
};

/**
 * For texts of a stranger: some take the parser time that grows with the square of their length. It is
 * the processor's time: by the clock an honest line takes long too where others have the processor.
 */
type ParseLimits = { cpuMs: number; maxNodes: number };

/** The bytes of `tree-sitter.wasm` (the runtime) or `tree-sitter-<grammar>.wasm`. */
export type ReadWasm = (file: string) => Promise<Uint8Array>;

type Runtime = Pick<typeof TreeSitter, 'Language' | 'Parser'>;

export function createParsers(readWasm: ReadWasm): Parsers {
  let runtime: Promise<Runtime> | undefined;
  const grammars = new Map<string, Promise<Grammar>>();
  const load = async (name: string): Promise<Grammar> => {
    runtime ??= openRuntime(readWasm);
    const { Language } = await runtime;
    return await Language.load(await readWasm(`tree-sitter-${name}.wasm`));
  };
  return {
    async parse(name, text, limits) {
      const loading = grammars.get(name) ?? load(name);
      grammars.set(name, loading);
      const grammar = await loading;
      const { Parser } = await (runtime ?? openRuntime(readWasm));
      try {
        return parseWith(new Parser(), grammar, { text, limits });
      } catch (error) {
        if (!(error instanceof Error && error.name === 'RuntimeError')) throw error;
        // Out of its memory: what is left of it is not to be trusted with the next text.
        runtime = undefined;
        grammars.clear();
        return unread(text);
      }
    },
  };
}

function parseWith(
  parser: TreeSitter.Parser,
  grammar: Grammar,
  { text, limits }: { text: string; limits: ParseLimits | undefined },
): SyntaxTree {
  parser.setLanguage(grammar);
  const tree = parser.parse(text, undefined, stopAfter(limits?.cpuMs));
  if (tree === null) {
    parser.delete();
    return unread(text);
  }
  const { hasError, descendantCount } = tree.rootNode;
  const isTooLarge = limits !== undefined && descendantCount > limits.maxNodes;
  const root = isTooLarge ? undefined : toPlain(tree.walk());
  tree.delete();
  parser.delete();
  return root === undefined ? unread(text) : { text, root, hasError };
}

function stopAfter(cpuMs: number | undefined): ParseOptions {
  if (cpuMs === undefined) return {};
  const before = process.threadCpuUsage();
  return {
    progressCallback: () => {
      const { user, system } = process.threadCpuUsage(before);
      return user + system > cpuMs * 1000;
    },
  };
}

function unread(text: string): SyntaxTree {
  const end = text.length;
  const root = { type: 'ERROR', start: 0, end, isNamed: true, isError: true, children: [] };
  return { text, root, hasError: true };
}

async function openRuntime(readWasm: ReadWasm): Promise<Runtime> {
  // V8's optimiser would take half a gigabyte for the grammar of shell lines, for nothing.
  for (const flag of ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up']) setFlagsFromString(flag);
  const imported = await import('@vscode/tree-sitter-wasm');
  // A CommonJS module: Node gives its exports as `default`, a bundler as the module itself.
  const runtime: Runtime = 'default' in imported ? imported.default : imported;
  const wasmBinary = await readWasm('tree-sitter.wasm');
  // The types know one option of the module; this is another of the same.
  await runtime.Parser.init({ wasmBinary } as unknown as Parameters<typeof runtime.Parser.init>[0]);
  return runtime;
}

/** Without recursion: a hostile text may be nested as deep as it is long. */
function toPlain(cursor: TreeCursor): SyntaxNode {
  const root = plainNode(cursor);
  const parents: { children: SyntaxNode[] }[] = [];
  let current = root;
  for (;;) {
    if (cursor.gotoFirstChild()) {
      parents.push(current);
      current = plainNode(cursor);
      parents.at(-1)?.children.push(current);
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent() || parents.pop() === undefined) {
        cursor.delete();
        return root;
      }
    }
    current = plainNode(cursor);
    parents.at(-1)?.children.push(current);
  }
}

function plainNode(cursor: TreeCursor): SyntaxNode & { children: SyntaxNode[] } {
  const node: Node = cursor.currentNode;
  const field = cursor.currentFieldName;
  return {
    type: node.type,
    ...(field !== null && { field }),
    start: node.startIndex,
    end: node.endIndex,
    isNamed: node.isNamed,
    isError: node.isError || node.isMissing,
    children: [],
  };
}
