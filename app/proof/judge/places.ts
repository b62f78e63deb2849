// Where authored tests may lie: new files, recognisable as tests, apart from what the implementation
// writes, from what decides how tests run, and from protected paths. Pure.

import { SETTINGS } from '../../../sandbox/languages/languages.ts';
import { fileName } from '../../../sandbox/projects/place.ts';
import type { FileContent } from '../../../sandbox/protocol/cases.ts';
import { isProtectedPath } from '../../../sandbox/protocol/protected-paths.ts';
import {
  isBesideCode,
  isContinuousIntegration,
  isDependencyFile,
  isInsideFence,
  isInTestDirectory,
  isTestPath,
  isTestSetting,
} from '../path-rules.ts';
import type { Objection } from './objection.ts';
import type { Submission } from './submission.ts';

const LARGEST_FILE = 262_144;

export function judgePlaces(submission: Submission): Objection[] {
  const base = new Set(submission.basePaths);
  return submission.files.flatMap((file) =>
    problemsOf(submission, file, base).map(
      (message): Objection => ({ rule: 'place', message, path: file.path }),
    ),
  );
}

function problemsOf(
  { plan, basePaths }: Submission,
  file: FileContent,
  base: ReadonlySet<string>,
): string[] {
  const { path } = file;
  if (isProtectedPath(path)) return ['this path is protected; write the test elsewhere'];
  if (base.has(path)) return ['the base commit has this file; write a new one'];
  if (isBlocked(path, base, basePaths)) return ['the base commit has a file or directory there'];
  if (file.mode === 0o120000) return ['a test must be a file, not a link'];
  const problems: string[] = [];
  if (decidesHowTestsRun(path)) {
    problems.push('this file decides how tests run; a test may not');
  } else if (!isTestPath(path)) {
    problems.push('this does not look like a test; put it below a test directory');
  } else if (isInsideFence(plan, path) && !isInTestDirectory(path) && !isBesideCode(path)) {
    problems.push('this lies where the implementation is written; put it below a test directory');
  }
  if (Buffer.byteLength(file.content, 'base64') > LARGEST_FILE) {
    problems.push(`the file is larger than ${LARGEST_FILE} bytes`);
  }
  return problems;
}

function isBlocked(path: string, base: ReadonlySet<string>, all: readonly string[]): boolean {
  const parts = path.split('/');
  const parents = parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join('/'));
  return (
    parents.some((parent) => base.has(parent)) || all.some((one) => one.startsWith(`${path}/`))
  );
}

function decidesHowTestsRun(path: string): boolean {
  return (
    isTestSetting(path) ||
    isContinuousIntegration(path) ||
    isDependencyFile(path) ||
    SETTINGS.some(({ compiling }) => compiling.some((pattern) => pattern.test(fileName(path))))
  );
}
