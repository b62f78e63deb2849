// Names of files and folders.
import { type Finding, FORBIDDEN_NAMES } from './rules.ts';

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
