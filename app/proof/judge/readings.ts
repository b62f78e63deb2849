// Authored files read with their language's table. What cannot be read is said: unknown languages
// in notes, files that do not parse in objections. Pure.
import { languageOf } from '../../../sandbox/languages/languages.ts';
import { fileName } from '../../../sandbox/projects/place.ts';
import { type Code, readCode } from '../../../sandbox/syntax/code/code.ts';
import type { SyntaxNode, SyntaxTree } from '../../../sandbox/syntax/tree.ts';
import type { Note, Objection } from './objection.ts';
import type { Submission } from './submission.ts';

export type Reading = { path: string; code: Code };
export type Readings = {
  read: ReadonlyMap<string, Reading>;
  objections: Objection[];
  notes: Note[];
};

/** Honest code is a tenth as deep; what is deeper is written against its reader. */
const DEEPEST = 1_000;
const DATA = /\.(?:json|jsonl|txt|md|csv|tsv|ya?ml|toml|xml|html|css|svg|snap|sql|bin|png|golden)$/;

export function readSubmission({ files, trees }: Pick<Submission, 'files' | 'trees'>): Readings {
  const read = new Map<string, Reading>();
  const objections: Objection[] = [];
  const notes: Note[] = [];
  for (const { path } of files) {
    const table = languageOf(path)?.table;
    if (isData(path)) continue;
    if (table === undefined) {
      notes.push({ path, message: 'not judged: unknown language' });
      continue;
    }
    const tree = trees.get(path);
    const problem = tree === undefined ? 'could not be read' : problemOf(tree, table.name);
    if (problem !== undefined)
      objections.push({ rule: 'parse', path, ...place(tree), message: problem });
    else if (tree !== undefined) read.set(path, { path, code: readCode(table, tree) });
  }
  return { read, objections, notes };
}

export function isData(path: string): boolean {
  return DATA.test(fileName(path));
}

function problemOf(tree: SyntaxTree, name: string): string | undefined {
  if (tree.hasError) return `this cannot be read as ${name}; write it more plainly`;
  return isDeep(tree.root) ? 'the file is nested too deeply to be read' : undefined;
}

function isDeep(root: SyntaxNode): boolean {
  let level: readonly SyntaxNode[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap(({ children }) => children);
  }
  return false;
}

function place(tree: SyntaxTree | undefined): { line?: number } {
  if (tree?.hasError !== true) return {};
  const left = [tree.root];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.isError) return { line: tree.text.slice(0, next.start).split('\n').length };
    left.push(...next.children.toReversed());
  }
  return {};
}
