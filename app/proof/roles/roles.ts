// What a changed file is by what the runs on the head touched of it, whatever it is called and wherever
// it lies. Pure.
import { languageOf } from '../../../sandbox/languages/languages.ts';
import { isTestPath, isTestSetting } from '../path-rules.ts';
import type { Touch } from './touches.ts';

/**
 * `code`: a traced case reads or runs it. `material`: only the suite does. `unread`: no run does.
 * `unknown`: a run of which nobody could tell may have.
 */
type Role = 'code' | 'material' | 'unread' | 'unknown';
export type Roles = ReadonlyMap<string, Role>;

/** Of each path that is there on the head. Without a single run nothing is known of any. */
export function rolesOf(paths: readonly string[], touches: readonly Touch[]): Roles {
  const ofCases = pathsIn(touches.filter(({ caseId }) => caseId !== undefined));
  const all = pathsIn(touches);
  const isTold = touches.length > 0 && touches.every((one) => one.paths !== undefined);
  const roleOf = (path: string): Role => {
    if (ofCases.has(path)) return 'code';
    if (!isTold) return 'unknown';
    return all.has(path) ? 'material' : 'unread';
  };
  return new Map(paths.map((path) => [path, roleOf(path)]));
}

function pathsIn(touches: readonly Touch[]): Set<string> {
  return new Set(touches.flatMap(({ paths = [] }) => paths));
}

/**
 * What existing tests are made of: only they read it, and it is a test, a setting of tests or no program.
 * Other code that only they run is code that no traced case covers.
 */
export function isReadByTests(roles: Roles, path: string): boolean {
  if (roles.get(path) !== 'material') return false;
  return isTestPath(path) || isTestSetting(path) || languageOf(path) === undefined;
}

/** For "Not measured"; undefined: every run was told. */
export function untoldText(touches: readonly Touch[]): string | undefined {
  const untold = touches.filter(({ paths }) => paths === undefined);
  if (untold.length === 0) return undefined;
  return untold.length === touches.length ? NOT_TOLD : SOME_NOT_TOLD;
}

/** A provider that cannot tell says so of every run. */
export const NOT_TOLD =
  'Which changed files the tests read: what is code was decided by the names of files.';
const SOME_NOT_TOLD =
  'Which changed files some of the tests read: it could not be told of every run.';
