// An existing test file to which tests of new names were added, classes of them, and imports for
// them, and nothing else: they could as well lie in a new file, which is no finding. Pure.
import { languageOf } from '../../../sandbox/languages/languages.ts';
import { type Code, readCode } from '../../../sandbox/syntax/code/code.ts';
import { isInside } from '../../../sandbox/syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../../sandbox/syntax/tree.ts';
import type { Sides } from './finding.ts';

export function onlyAddsTests({ path, before, base, head }: Sides): boolean {
  const table = languageOf(path)?.table;
  if (table === undefined || base === undefined || head === undefined) return false;
  if (base.hasError || head.hasError) return false;
  const added = addedTo(readCode(table, base), readCode(table, head));
  let [left, at] = ['', 0];
  for (const { start, end } of added.toSorted((one, other) => one.start - other.start)) {
    left += head.text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return linesOf(left + head.text.slice(at)) === linesOf(before);
}

function addedTo(was: Code, is: Code): SyntaxNode[] {
  const known = new Set(was.tests.map(({ name }) => name));
  const words = new Set(was.view.tree.text.match(/[\p{L}\p{N}_$]+/gu));
  // `*` may stand for names that are there.
  const isNew = (name: string) => name !== '*' && !words.has(name);
  const tests = is.tests.filter(({ name }) => !known.has(name)).map(({ node }) => node);
  const imports = is.imports.filter(({ names }) => names.length > 0 && names.every(isNew));
  return [...tests, ...imports.map(({ node }) => node), ...classesIn(is, isNew)];
}

/** Whatever they hold is of their own tests alone. */
function classesIn({ view, tests }: Code, isNew: (name: string) => boolean): SyntaxNode[] {
  return view.ofType('class_definition').filter((node) => {
    const name = childOf(node, 'name');
    const isTested = tests.some((test) => isInside(test.node, node));
    return isTested && name !== undefined && isNew(view.text(name));
  });
}

/** Without blank ones, and those where only the end of a statement is left. */
function linesOf(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines.filter((line) => !/^\s*;?$/.test(line)).join('\n');
}
