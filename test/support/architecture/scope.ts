// Finds where a file uses names it did not declare itself: globals and imported names. Knows
// enough of scopes to leave alone a parameter, a property or a type of the same name.
import type { Node } from 'oxc-parser';
import type { ParsedFile } from './parse.ts';

export type Origin =
  | { from: 'global'; name: string }
  | { from: 'import'; specifier: string; name: string };
export type Reference = { node: Node; origin: Origin };

/** Undefined marks a name declared in the file. */
type Scopes = Map<Node, Map<string, Origin | undefined>>;

export function findReferences(file: ParsedFile): Reference[] {
  const scopes = declareAll(file);
  return file.nodes.flatMap((node) => {
    if (node.type !== 'Identifier' || !isRead(node, file.parentOf)) return [];
    const origin = resolve(node, node.name, { scopes, file });
    return origin === undefined ? [] : [{ node, origin }];
  });
}

function resolve(
  node: Node,
  name: string,
  { scopes, file }: { scopes: Scopes; file: ParsedFile },
): Origin | undefined {
  for (let at: Node | undefined = node; at !== undefined; at = file.parentOf.get(at)) {
    if (isTypeSyntax(at)) return undefined;
    const names = scopes.get(at);
    if (names?.has(name)) return names.get(name);
  }
  return { from: 'global', name };
}

function declareAll(file: ParsedFile): Scopes {
  const scopes: Scopes = new Map();
  for (const node of file.nodes) {
    for (const { scope, name, origin } of declarationsOf(node, file.parentOf)) {
      const names = scopes.get(scope) ?? new Map<string, Origin | undefined>();
      scopes.set(scope, names.set(name, origin));
    }
  }
  return scopes;
}

type Declaration = { scope: Node; name: string; origin?: Origin };

function declarationsOf(node: Node, parentOf: ReadonlyMap<Node, Node>): Declaration[] {
  const parent = parentOf.get(node);
  if (parent === undefined) return [];
  if (node.type === 'FunctionDeclaration') {
    return [...declared(scopeAround(parent, parentOf), node.id), ...declared(node, ...node.params)];
  }
  if (node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression') {
    return declared(node, node.id, ...node.params);
  }
  if (node.type === 'ClassDeclaration') return declared(scopeAround(parent, parentOf), node.id);
  if (node.type === 'ClassExpression') return declared(node, node.id);
  if (node.type === 'CatchClause') return declared(node, node.param);
  if (node.type === 'VariableDeclarator' && parent.type === 'VariableDeclaration') {
    if (isTypeSyntax(parent)) return [];
    return declared(scopeAround(parent, parentOf, parent.kind === 'var'), node.id);
  }
  if (node.type !== 'ImportDeclaration') return [];
  return node.specifiers.map((specifier) => ({
    scope: parent,
    name: specifier.local.name,
    origin: { from: 'import', specifier: node.source.value, name: importedName(specifier) },
  }));
}

function importedName(specifier: Node): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  if (specifier.type !== 'ImportSpecifier') return '*';
  return specifier.imported.type === 'Literal' ? specifier.imported.value : specifier.imported.name;
}

function declared(scope: Node, ...patterns: (Node | null)[]): Declaration[] {
  return patterns.flatMap((pattern) => boundNames(pattern).map((name) => ({ scope, name })));
}

function boundNames(pattern: Node | null): string[] {
  if (pattern === null) return [];
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'ObjectPattern') return pattern.properties.flatMap((one) => boundNames(one));
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((one) => boundNames(one));
  if (pattern.type === 'Property') return boundNames(pattern.value);
  if (pattern.type === 'RestElement') return boundNames(pattern.argument);
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern.left);
  return pattern.type === 'TSParameterProperty' ? boundNames(pattern.parameter) : [];
}

const FUNCTION_SCOPES = new Set([
  'Program',
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'StaticBlock',
]);
const BLOCK_SCOPES = new Set([
  ...FUNCTION_SCOPES,
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
]);

function scopeAround(node: Node, parentOf: ReadonlyMap<Node, Node>, isVar = false): Node {
  const kinds = isVar ? FUNCTION_SCOPES : BLOCK_SCOPES;
  if (kinds.has(node.type)) return node;
  const parent = parentOf.get(node);
  return parent === undefined ? node : scopeAround(parent, parentOf, isVar);
}

/** False for names that are only labels: keys, properties, what an import or export is called. */
function isRead(node: Node, parentOf: ReadonlyMap<Node, Node>): boolean {
  const parent = parentOf.get(node);
  if (parent === undefined || LABEL_HOLDERS.has(parent.type)) return false;
  if (parent.type === 'MemberExpression') return parent.computed || parent.object === node;
  if (
    parent.type === 'Property' ||
    parent.type === 'MethodDefinition' ||
    parent.type === 'PropertyDefinition' ||
    parent.type === 'AccessorProperty'
  ) {
    return parent.computed || parent.key !== node;
  }
  if (parent.type !== 'ExportSpecifier') return true;
  const statement = parentOf.get(parent);
  const isFrom = statement?.type === 'ExportNamedDeclaration' && statement.source !== null;
  return !isFrom && parent.local === node;
}

const LABEL_HOLDERS = new Set([
  'ImportSpecifier',
  'ImportDefaultSpecifier',
  'ImportNamespaceSpecifier',
  'ImportAttribute',
  'ExportAllDeclaration',
  'LabeledStatement',
  'BreakStatement',
  'ContinueStatement',
  'MetaProperty',
]);

const VALUES_IN_TYPE_SYNTAX = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSParameterProperty',
  'TSExportAssignment',
]);

/** `declare const` makes no variable either: the name is still the global. */
function isTypeSyntax(node: Node): boolean {
  if (node.type === 'VariableDeclaration') return node.declare === true;
  return node.type.startsWith('TS') && !VALUES_IN_TYPE_SYNTAX.has(node.type);
}
