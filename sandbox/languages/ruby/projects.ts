// Ruby projects: bundler; rspec, minitest, rake and Rails. Pure.
import type { Found } from '../../projects/facts.ts';
import { type Place, present } from '../../projects/place.ts';
import { filesNamed, matches, type Projects } from '../../projects/projects.ts';

type Tests = { test: string; testRunner: string; why: string };

/** Either name of the two files. */
const ROOTS: readonly string[] = ['Gemfile', 'gems.rb'];
const DEPENDENCIES = 'Gemfile Gemfile.lock';

export const PROJECTS: Projects = {
  isRoot: filesNamed(ROOTS.join(' ')),
  detect: (places) => places.map(detectBundle),
  files: {
    dependencies: filesNamed(DEPENDENCIES),
    setup: filesNamed(`${DEPENDENCIES} gems.rb gems.locked .ruby-version`),
    alsoRead: filesNamed('Rakefile .rspec'),
    neverRead: filesNamed(''),
  },
  packages: [
    [
      /(?:^|\/)(?:Gemfile|gems\.rb)$/,
      (text) => matches(text, /^[ \t]*gem[ (]+["']([\w.-]+)["']/gm),
    ],
  ],
  locking: { bundler: 'bundle lock' },
  registries: ['rubygems.org', 'index.rubygems.org'],
};

function detectBundle(place: Place): Found {
  const lockFiles = present(place, ['Gemfile.lock', 'gems.locked']);
  const found = [rspec(place), minitest(place)].filter((one) => one !== undefined);
  const manifests = present(place, ROOTS);
  return {
    root: {
      directory: place.directory,
      language: 'ruby',
      packageManager: 'bundler',
      setup: lockFiles.length === 0 ? undefined : 'BUNDLE_FROZEN=true bundle install',
      test: found.length === 0 ? undefined : found.map(({ test }) => test).join(' && '),
      testRunner: found[0]?.testRunner,
      manifests,
      lockFiles,
      why: [`${manifests[0]} is there: bundler`, ...found.map(({ why }) => why)],
    },
    notes:
      found.length > 1
        ? [`Tests of ${found.map(({ testRunner }) => testRunner).join(' and ')}: both are run.`]
        : [],
  };
}

function rspec(place: Place): Tests | undefined {
  const spec = place.below.find((path) => /(?:^|\/)spec\/.*_spec\.rb$/.test(path));
  if (spec === undefined) return undefined;
  return {
    test: 'bundle exec rspec',
    testRunner: 'rspec',
    why: `${place.path(spec)} is an example`,
  };
}

function minitest(place: Place): Tests | undefined {
  const isTest = (path: string) => /^test\/(?:.*\/)?(?:[^/]*_test|test_[^/]*)\.rb$/.test(path);
  const test = place.below.find(isTest);
  if (test === undefined) return undefined;
  const why = `${place.path(test)} is a test`;
  const testRunner = 'minitest';
  if (place.has('bin/rails')) return { test: 'bin/rails test', testRunner, why };
  if (/\btest\b/i.test(place.text('Rakefile') ?? '')) {
    return { test: 'bundle exec rake test', testRunner, why };
  }
  const load = `Dir["./test/**/{*_test,test_*}.rb"].each { |file| require file }`;
  return { test: `bundle exec ruby -Ilib -Itest -e '${load}'`, testRunner, why };
}
