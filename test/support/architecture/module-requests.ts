// Lists what a file asks other modules for: imports, re-exports, import(), require() and the
// import types of TypeScript. Judges nothing.
import type { ImportDeclarationSpecifier, ModuleExportName, Node } from 'oxc-parser';
import { constantText, type ParsedFile } from './parse.ts';
import { readsOf } from './property-reads.ts';

export type ModuleRequest = {
  /** Undefined when the code computes it. */
  specifier: string | undefined;
  /** Erased before the program runs. `import { type X }` is not: the module is still loaded. */
  isTypeOnly: boolean;
  /** Names taken from the module; `*` stands for all of them. */
  names: readonly string[];
  line: number;
};

export function listRequests(file: ParsedFile): ModuleRequest[] {
  return file.nodes.flatMap((node) => {
    const found = toRequest(node, file);
    return found === undefined ? [] : [{ ...found, line: file.lineAt(node.start) }];
  });
}

function toRequest(node: Node, file: ParsedFile): Omit<ModuleRequest, 'line'> | undefined {
  if (node.type === 'ImportDeclaration') {
    return request(node.source, node.specifiers.map(importedName), node.importKind === 'type');
  }
  if (node.type === 'ExportNamedDeclaration' && node.source !== null) {
    const names = node.specifiers.map(({ local }) => nameOf(local));
    return request(node.source, names, node.exportKind === 'type');
  }
  if (node.type === 'ExportAllDeclaration') {
    return request(node.source, ['*'], node.exportKind === 'type');
  }
  if (node.type === 'TSImportType') return request(node.source, ['*'], true);
  if (node.type === 'ImportExpression')
    return request(node.source, awaitedNames(node, file), false);
  if (node.type === 'TSExternalModuleReference') return request(node.expression, ['*'], false);
  if (node.type === 'CallExpression' && isRequire(node.callee)) {
    return request(node.arguments[0], ['*'], false);
  }
  return undefined;
}

/** What is taken of `await import()` at once; of a default export nobody knows what is taken next. */
function awaitedNames(node: Node, { parentOf }: ParsedFile): string[] {
  const awaited = parentOf.get(node);
  if (awaited?.type !== 'AwaitExpression') return ['*'];
  const names = readsOf(awaited, parentOf).map(({ name }) => name);
  return names.length === 0 || names.includes('default') ? ['*'] : names;
}

function request(
  source: Node | undefined,
  names: readonly string[],
  isTypeOnly: boolean,
): Omit<ModuleRequest, 'line'> {
  return { specifier: source && constantText(source), names, isTypeOnly };
}

/** By name alone: whether it is Node's own or made with createRequire, it loads a module. */
function isRequire(callee: Node): boolean {
  return callee.type === 'Identifier' && callee.name === 'require';
}

function importedName(specifier: ImportDeclarationSpecifier): string {
  if (specifier.type === 'ImportSpecifier') return nameOf(specifier.imported);
  return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*';
}

function nameOf(name: ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}
