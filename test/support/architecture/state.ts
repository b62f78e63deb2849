// State that lives as long as its module: variables at the top of a file, and collections that begin
// empty there, which only makes sense for what is put into them later.
import type { Node } from 'oxc-parser';
import type { ParsedFile } from './parse.ts';
import { isTest } from './patterns.ts';
import type { Finding } from './rules.ts';

export function checkState({ path, nodes, lineAt }: ParsedFile): Finding[] {
  const [program] = nodes;
  if (isTest(path) || program?.type !== 'Program') return [];
  return program.body
    .flatMap((node) => (node.type === 'ExportNamedDeclaration' ? [node.declaration] : [node]))
    .flatMap((node) => {
      if (node?.type !== 'VariableDeclaration') return [];
      const isState =
        node.kind !== 'const' || node.declarations.some(({ init }) => init && isEmpty(init));
      const problem = 'keeps state at the top of the file';
      return isState ? [{ rule: 'module-state', path, line: lineAt(node.start), problem }] : [];
    });
}

function isEmpty(init: Node): boolean {
  if (init.type === 'ArrayExpression') return init.elements.length === 0;
  if (init.type !== 'NewExpression' || init.arguments.length > 0) return false;
  const { callee } = init;
  return callee.type === 'Identifier' && /^(?:Weak)?(?:Map|Set)$/.test(callee.name);
}
