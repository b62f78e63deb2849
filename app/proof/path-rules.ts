// What a path is to us: protected, inside the plan's fence, a test, a part of the build's own
// machinery. Decided by name alone, so that nobody has to look into a tree. Pure.

import { languageOf, PROJECTS, SETTINGS } from '../../sandbox/languages/languages.ts';
import { matchesAny } from '../../sandbox/projects/path-pattern.ts';
import { fileName } from '../../sandbox/projects/place.ts';
import type { Plan } from '../../sandbox/protocol/plan.ts';

/** What a repository's settings say of paths, whatever a plan says. */
export type PathLimits = {
  /** Empty: all. */ allow: readonly string[];
  protect: readonly string[];
};

export type Fence = Pick<Plan, 'paths' | 'packages'> & { limits?: PathLimits };

export function isWithinLimits({ allow, protect }: PathLimits, path: string): boolean {
  if (matchesAny(protect, path)) return false;
  return allow.length === 0 || matchesAny(allow, path);
}

/** With packages in the plan, the files that name packages belong to it too. */
export function isInsideFence(plan: Fence, path: string): boolean {
  if (plan.limits !== undefined && !isWithinLimits(plan.limits, path)) return false;
  if (matchesAny(plan.paths, path)) return true;
  return plan.packages.length > 0 && isDependencyFile(path);
}

const TEST_DIRECTORIES: ReadonlySet<string> = new Set(
  'test tests __tests__ spec specs e2e testing testdata'.split(' '),
);
const TEST_NAMES: readonly RegExp[] = [
  /[._-](?:test|tests|spec|specs|cy)\.[a-z0-9]+$/i,
  /^tests?[._-][^/]*$/,
  /(?:Test|Tests|TestCase|Spec|IT)\.(?:java|kt|cs|php|swift|scala|groovy)$/,
];

/** A test by its place or by its name. */
export function isTestPath(path: string): boolean {
  return isInTestDirectory(path) || isTestName(path);
}

export function isInTestDirectory(path: string): boolean {
  const directories = path.split('/').slice(0, -1);
  return directories.some((name) => TEST_DIRECTORIES.has(name.toLowerCase()));
}

function isTestName(path: string): boolean {
  return TEST_NAMES.some((pattern) => pattern.test(fileName(path)));
}

/** By rule of its language. */
export function isBesideCode(path: string): boolean {
  return languageOf(path)?.besideCode?.test(path) === true;
}

/** What existing tests expect, written down by a tool. */
export function isSnapshot(path: string): boolean {
  return /\.(?:snap|ambr|approved\.\w+)$|(?:^|\/)__(?:file_)?snapshots__\//.test(path);
}

const CI: readonly string[] = [
  '.github/workflows',
  '.github/actions',
  '.gitlab-ci.yml',
  '.circleci',
  '.travis.yml',
  '.buildkite',
  '.drone.yml',
  '.woodpecker*',
  'azure-pipelines*.yml',
  'bitbucket-pipelines.yml',
  'appveyor.yml',
  'cloudbuild.yaml',
  'Jenkinsfile',
];

export function isContinuousIntegration(path: string): boolean {
  return matchesAny(CI, path);
}

/** Of no language in particular. */
const TEST_SETTINGS: readonly RegExp[] = [
  /^(?:codecov\.yml|\.codecov\.yml|xunit\.runner\.json)$/,
  /^(?:test[-_]?setup|setup[-_]?tests?|global[-_]?(?:setup|teardown))\.[a-z]+$/i,
  /\.runsettings$/,
  ...SETTINGS.flatMap(({ files }) => files),
];

/** Settings that decide what runs, what is skipped and what counts as passed. */
export function isTestSetting(path: string): boolean {
  return TEST_SETTINGS.some((pattern) => pattern.test(fileName(path)));
}

/** Manifests and lock files. */
export function isDependencyFile(path: string): boolean {
  return PROJECTS.some(({ files }) => files.dependencies(path));
}
