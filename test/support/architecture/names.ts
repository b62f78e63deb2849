// Names of files and folders, and the few words of the language that are not used.
import type { Node } from 'oxc-parser';
import type { ParsedFile } from './parse.ts';
import { type Finding, FORBIDDEN_NAMES, type RuleId } from './rules.ts';

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export function checkNames(path: string): Finding[] {
  const words = path.split('/').flatMap((segment) => segment.split('.'));
  const names = path.split('/').map((segment) => segment.split('.')[0] ?? segment);
  const findings: Finding[] = [];
  const odd = words.find((word) => !KEBAB_CASE.test(word));
  if (odd !== undefined) {
    findings.push({ rule: 'file-name', path, line: 1, problem: `'${odd}' is not kebab-case` });
  }
  const empty = names.find((name) => FORBIDDEN_NAMES.has(name));
  if (empty !== undefined) {
    findings.push({ rule: 'forbidden-name', path, line: 1, problem: `'${empty}' says nothing` });
  }
  return findings;
}

export function checkLanguage(file: ParsedFile): Finding[] {
  return file.nodes.flatMap((node) => {
    const verdict = judge(node);
    return verdict === undefined
      ? []
      : [{ ...verdict, path: file.path, line: file.lineAt(node.start) }];
  });
}

function judge(node: Node): { rule: RuleId; problem: string } | undefined {
  if (node.type === 'TSEnumDeclaration') {
    return { rule: 'no-enum', problem: `declares the enum ${node.id.name}` };
  }
  if (isDefaultExport(node)) return { rule: 'no-default-export', problem: 'has a default export' };
  return undefined;
}

function isDefaultExport(node: Node): boolean {
  if (node.type !== 'ExportSpecifier') {
    return node.type === 'ExportDefaultDeclaration' || node.type === 'TSExportAssignment';
  }
  const { exported } = node;
  return (exported.type === 'Literal' ? exported.value : exported.name) === 'default';
}
