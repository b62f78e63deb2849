// Length of files and functions.
import type { Node } from 'oxc-parser';
import type { ParsedFile } from './parse.ts';
import { isTest } from './patterns.ts';
import {
  CLOSURE_LINES,
  type Finding,
  FUNCTION_LINES,
  PRODUCT_FILE_LINES,
  TEST_FILE_LINES,
} from './rules.ts';

export function checkSizes(file: ParsedFile): Finding[] {
  const limit = isTest(file.path) ? TEST_FILE_LINES : PRODUCT_FILE_LINES;
  const { path, lineCount } = file;
  const tooLong: Finding[] =
    lineCount > limit
      ? [{ rule: 'file-size', path, line: limit + 1, problem: `has ${lineCount} lines` }]
      : [];
  const functions = isTest(path) ? [] : file.nodes.flatMap((node) => checkFunction(node, file));
  return [...tooLong, ...functions];
}

/** A factory of small functions is fine; a closure of 400 lines is 400 lines. */
function checkFunction(node: Node, file: ParsedFile): Finding[] {
  if (!isFunction(node) || node.body === null) return [];
  const lines = linesOf(node.body, file);
  const inner = file.nodes.filter((one) => isFunction(one) && enclosing(one, file) === node);
  const own = inner.reduce((left, one) => left - linesOf(one, file) + 1, lines);
  if (own <= FUNCTION_LINES && lines <= CLOSURE_LINES) return [];
  const name = nameOf(node, file.parentOf);
  const problem = `${name} has ${own} lines of its own, ${lines} in all`;
  return [{ rule: 'function-size', path: file.path, line: file.lineAt(node.start), problem }];
}

function linesOf({ start, end }: Node, file: ParsedFile): number {
  return file.lineAt(end - 1) - file.lineAt(start) + 1;
}

function enclosing(node: Node, { parentOf }: ParsedFile): Node | undefined {
  let parent = parentOf.get(node);
  while (parent !== undefined && !isFunction(parent)) parent = parentOf.get(parent);
  return parent;
}

type FunctionNode = Node & {
  type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression';
};

function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  );
}

/** Its own name, or that of the variable, property or method that holds it. */
function nameOf(node: FunctionNode, parentOf: ReadonlyMap<Node, Node>): string {
  if (node.id !== null) return node.id.name;
  const parent = parentOf.get(node);
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier')
    return parent.id.name;
  const isMember =
    parent?.type === 'Property' ||
    parent?.type === 'MethodDefinition' ||
    parent?.type === 'PropertyDefinition';
  return isMember && parent.key.type === 'Identifier' ? parent.key.name : 'an unnamed function';
}
