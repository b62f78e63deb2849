// Whether a test could not load because the behaviour is not there yet: what is missing is in the
// plan's contract. A missing package or a test that does not parse is something else. Pure.
import type { Plan } from '../../../sandbox/protocol/plan.ts';
import { contractNames } from '../contract.ts';
import { readable } from './red-kind.ts';

/** What the output says is missing: modules, files, or names in a package. */
const MISSING: readonly RegExp[] = [
  /Cannot find module '([^'\n]{1,500})'/g,
  /The requested module '([^'\n]{1,500})' does not provide an export named/g,
  /Failed to (?:resolve import|load url) "?([^"\s]{1,500})"?/g,
  /Module not found: Error: Can't resolve '([^'\n]{1,500})'/g,
  /No module named '([\w.]{1,300})'/g,
  /cannot import name '\w{1,200}' from (?:partially initialized module )?'([\w.]{1,300})'/g,
  /no required module provides package ([\w./@-]{1,300})/g,
  /package ([\w./@-]{1,300}) is not in (?:std|GOROOT)/g,
  /([\w./@-]{1,300}): (?:No such file or directory|not found|command not found)/g,
  /can't open file '([^'\n]{1,500})'/g,
];
/** A package that the plan will add is a part of what is not there yet. */
const MISSING_PACKAGE = /Cannot find package '([^'\n]{1,214})'/g;
/** Go names the package only by its last part. */
const GO_UNDEFINED = /\bundefined: (\w{1,200})\.\w+/g;

export function isMissingBehaviour(
  output: string,
  plan: Pick<Plan, 'contract' | 'packages'>,
): boolean {
  const text = readable(output);
  const entries = contractNames(plan).map(bareName);
  const missing = MISSING.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, name = '']) => bareName(name)),
  );
  if (missing.some((name) => entries.some((entry) => isSameModule(name, entry)))) return true;
  const planned = new Set(plan.packages.map((name) => name.replace(/(?<=.)[@=<>~^ ].*$/, '')));
  if ([...text.matchAll(MISSING_PACKAGE)].some(([, name = '']) => planned.has(name))) {
    return true;
  }
  const packages = [...text.matchAll(GO_UNDEFINED)].map(([, name = '']) => name);
  return packages.some((name) => entries.some((entry) => entry.split('/').includes(name)));
}

/** Without its way from the importing file, its ending, and with slashes for dots. */
function bareName(name: string): string {
  const path = name.replace(/^file:\/\//, '').replace(/^(?:\.{1,2}\/)+|^\/+/, '');
  const dotted = /^\w+(?:\.\w+)+$/.test(path) && !/\.(?:[cm]?[jt]sx?|py|go|sh)$/.test(path);
  const plain = dotted ? path.replaceAll('.', '/') : path;
  return plain
    .replace(/\.(?:[cm]?[jt]sx?|py|json|go|sh)$/, '')
    .replace(/\/(?:index|__init__)$/, '');
}

/** The output names a file from the root of the disk, from the test, or by its module. */
function isSameModule(missing: string, entry: string): boolean {
  return missing === entry || missing.endsWith(`/${entry}`) || entry.endsWith(`/${missing}`);
}
