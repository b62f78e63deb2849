// PHP projects: composer; phpunit and pest. Pure.
import { z } from 'zod';
import type { Found, Root } from '../../projects/facts.ts';
import { type Place, present } from '../../projects/place.ts';
import { filesNamed, isEmptyScript, type Projects, parsedJson } from '../../projects/projects.ts';

const Names = z.record(z.string(), z.unknown()).catch({});
const Composer = z.object({ require: Names, 'require-dev': Names, scripts: Names });

const DEPENDENCIES = 'composer.json composer.lock';

export const PROJECTS: Projects = {
  isRoot: filesNamed('composer.json'),
  detect: (places) => places.map(detectComposer),
  files: {
    dependencies: filesNamed(DEPENDENCIES),
    setup: filesNamed(DEPENDENCIES),
    alsoRead: filesNamed(''),
    neverRead: filesNamed('composer.lock'),
  },
  packages: [[/(?:^|\/)composer\.json$/, packagesOf]],
  locking: {},
  registries: ['repo.packagist.org', 'packagist.org'],
};

function packagesOf(text: string): string[] {
  const read = Composer.safeParse(parsedJson(text));
  if (!read.success) return [];
  const names = [read.data.require, read.data['require-dev']].flatMap((one) => Object.keys(one));
  return names.filter((name) => name.includes('/'));
}

function detectComposer(place: Place): Found {
  const path = place.path('composer.json');
  const lockFiles = present(place, ['composer.lock']);
  const read = Composer.safeParse(parsedJson(place.text('composer.json') ?? ''));
  const setup =
    lockFiles.length === 0 ? undefined : 'composer install --no-interaction --no-progress';
  const tested = read.success
    ? findTests(place, read.data)
    : { test: undefined, testRunner: undefined };
  return {
    root: {
      directory: place.directory,
      language: 'php',
      packageManager: 'composer',
      setup: read.success ? setup : undefined,
      manifests: [path],
      lockFiles,
      ...tested,
      why: [`${path} is there: composer`, ...(tested.why ?? [])],
    },
    notes: read.success ? [] : [`${path} is broken: it says nothing of setup and tests.`],
  };
}

type Tests = Pick<Root, 'test' | 'testRunner'> & Partial<Pick<Root, 'why'>>;

function findTests(place: Place, composer: z.output<typeof Composer>): Tests {
  const { scripts } = composer;
  const names = new Set([
    ...Object.keys(composer.require),
    ...Object.keys(composer['require-dev']),
  ]);
  const path = place.path('composer.json');
  const testRunner = names.has('pestphp/pest')
    ? 'pest'
    : names.has('phpunit/phpunit')
      ? 'phpunit'
      : undefined;
  const script = [scripts['test']].flat().filter((line) => typeof line === 'string');
  if (script.some((line) => !isEmptyScript(line))) {
    return {
      test: 'composer test',
      testRunner,
      why: [`${path} "scripts.test": ${script.join('; ')}`],
    };
  }
  const seen =
    present(place, ['phpunit.xml', 'phpunit.xml.dist'])[0] ??
    place.below.find((one) => /(?:^|\/)tests?\/.+\.php$/i.test(one));
  if (testRunner === undefined || seen === undefined)
    return { test: undefined, testRunner: undefined };
  return {
    test: `vendor/bin/${testRunner}`,
    testRunner,
    why: [`${path} names the package of ${testRunner}`, `${seen} is there`],
  };
}
