// Which changed paths are material of the repository's tests: tests, what they read, what decides how
// they run. By what runs touched where that is known, and by the path. Pure.
import { isDependencyFile, isSnapshot, isTestPath, isTestSetting } from '../path-rules.ts';
import { isReadByTests, type Roles } from '../roles/roles.ts';

export type IsMaterial = (path: string) => boolean;

/** A manifest says what the code needs, whoever reads it. */
export function materialBy(roles: Roles): IsMaterial {
  return (path) => isNamedSo(path) || (!isDependencyFile(path) && isReadByTests(roles, path));
}

function isNamedSo(path: string): boolean {
  return isTestPath(path) || isTestSetting(path) || isSnapshot(path);
}
