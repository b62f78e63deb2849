// Changed files that are only called like tests: a traced case runs them and fails without the change,
// the suite does not touch them, and there is no test in them. What they are called is no finding. Pure.
import { languageOf } from '../../../sandbox/languages/languages.ts';
import { readCode } from '../../../sandbox/syntax/code/code.ts';
import type { SyntaxTree } from '../../../sandbox/syntax/tree.ts';
import type { TamperFinding } from '../tamper/finding.ts';
import type { Touch } from './touches.ts';

type Seen = {
  touches: readonly Touch[];
  /** Each with what it is worth; a guarded one is missed by a test. */
  hunks: readonly { path: string; verdict: string }[];
  trees: Record<'base' | 'head', ReadonlyMap<string, SyntaxTree>>;
};

export function withoutNames(found: readonly TamperFinding[], seen: Seen): TamperFinding[] {
  return found.filter(({ kind, path }) => kind !== 'test-changed' || !isOnlyCalledSo(path, seen));
}

function isOnlyCalledSo(path: string, { touches, hunks, trees }: Seen): boolean {
  const isTouched = (isOfCase: boolean) =>
    touches.some(({ caseId, paths = [] }) => {
      return (caseId !== undefined) === isOfCase && paths.includes(path);
    });
  const isTold = touches.every(({ paths }) => paths !== undefined);
  const isMissed = hunks.some((one) => one.path === path && one.verdict === 'guarded');
  const isCode = isTold && isTouched(true) && !isTouched(false) && isMissed;
  const base = testsIn(path, trees.base.get(path));
  const head = testsIn(path, trees.head.get(path));
  // A new `throw` may look like an assertion; what was none before cannot have become a weaker one.
  return isCode && base?.tests === 0 && base.assertions === 0 && head?.tests === 0;
}

function testsIn(path: string, tree: SyntaxTree | undefined) {
  const table = languageOf(path)?.table;
  if (table === undefined || tree === undefined || tree.hasError) return undefined;
  const { tests, assertions } = readCode(table, tree);
  return { tests: tests.length, assertions: assertions.length };
}
