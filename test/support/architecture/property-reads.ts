// Says which properties the code takes from a value: by a dot, by brackets, by destructuring.
import type { Node } from 'oxc-parser';
import { constantText } from './parse.ts';

/** `name` is `*` when the code may take anything; `node` is the value taken, if it is in reach. */
export type PropertyRead = { name: string; node?: Node };

export function readsOf(node: Node, parentOf: ReadonlyMap<Node, Node>): PropertyRead[] {
  const parent = parentOf.get(node);
  if (parent === undefined) return [];
  if (SAME_VALUE.has(parent.type)) return readsOf(parent, parentOf);
  if (PASSED_ON.has(parent.type)) return [{ name: '*' }];
  if (parent.type === 'MemberExpression') {
    return parent.object === node ? [{ name: memberName(parent), node: parent }] : [];
  }
  if (parent.type === 'VariableDeclarator') {
    return parent.init === node ? readsOfPattern(parent.id) : [];
  }
  if (parent.type === 'AssignmentExpression' || parent.type === 'AssignmentPattern') {
    return parent.right === node ? readsOfPattern(parent.left) : [];
  }
  // Handed to a function (`once(process, 'SIGTERM')`), compared, asked for its type.
  return [];
}

const SAME_VALUE = new Set([
  'ChainExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
]);
/** Whoever gets it under another name can take what he likes. */
const PASSED_ON = new Set([
  'Property',
  'SpreadElement',
  'ReturnStatement',
  'ExportSpecifier',
  'LogicalExpression',
  'ConditionalExpression',
  'ArrowFunctionExpression',
]);

function memberName(member: Node & { type: 'MemberExpression' }): string {
  if (member.computed) return constantText(member.property) ?? '*';
  return member.property.name;
}

function readsOfPattern(pattern: Node): PropertyRead[] {
  if (pattern.type !== 'ObjectPattern') return [{ name: '*' }];
  return pattern.properties.map((property) => {
    if (property.type === 'RestElement') return { name: '*' };
    const { key, computed } = property;
    if (computed || key.type === 'Literal') return { name: constantText(key) ?? '*' };
    return { name: 'name' in key && typeof key.name === 'string' ? key.name : '*' };
  });
}
