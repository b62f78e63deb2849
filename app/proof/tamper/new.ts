// New files that decide how tests run: settings, files that tests load by themselves, modules in the
// place of those that tests load. New tests that only add to the others are none of these. Pure.

import { SETTINGS } from '../../../sandbox/languages/languages.ts';
import { fileName } from '../../../sandbox/projects/place.ts';
import type { SyntaxTree } from '../../../sandbox/syntax/tree.ts';
import { isInTestDirectory, isTestSetting } from '../path-rules.ts';
import type { TamperFinding } from './finding.ts';

type NewFile = { path: string; text: string; tree: SyntaxTree | undefined };

export function newFileFindings(file: NewFile): TamperFinding[] {
  const { path } = file;
  if (shadows(path)) {
    const detail = 'tests would load it instead of the module of that name';
    return [{ kind: 'runner-shadowed', path, detail }];
  }
  const detail = decides(file);
  return detail === undefined ? [] : [{ kind: 'test-setting-added', path, detail }];
}

const MIXED = SETTINGS.flatMap((one) => one.mixed);
const NEAR_TESTS = [/(?:^|\/)setup\.\w+$/, ...SETTINGS.flatMap(({ nearTests }) => nearTests)];

function decides({ path, text, tree }: NewFile): string | undefined {
  const name = fileName(path);
  const mixed = MIXED.filter(([pattern]) => pattern.test(name));
  const isMixed = mixed.some(([, wanted]) => wanted.test(text));
  if (isMixed || (mixed.length === 0 && isTestSetting(path))) {
    return 'was not there on the base commit and decides how tests run';
  }
  if (/^(?:GNU)?makefile$/.test(name)) return 'is run in the place of the Makefile';
  const isInTests = isInTestDirectory(path);
  if (SETTINGS.some(({ runsFirst }) => runsFirst?.({ name, text, tree, isInTests }))) {
    return 'runs before every test of its package';
  }
  const isNear = isInTests && NEAR_TESTS.some((pattern) => pattern.test(path));
  return isNear ? 'is loaded by tests beside or below it' : undefined;
}

function shadows(path: string): boolean {
  return SETTINGS.some((one) => one.shadows.some((pattern) => pattern.test(path)));
}
