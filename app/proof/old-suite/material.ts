// Which paths are material of the repository's tests: tests, what they read, what decides how they
// run. The one place that says so; today by the path alone. Pure.
import { isSnapshot, isTestPath, isTestSetting } from '../path-rules.ts';

export type IsMaterial = (path: string) => boolean;

export const isMaterial: IsMaterial = (path) =>
  isTestPath(path) || isTestSetting(path) || isSnapshot(path);
