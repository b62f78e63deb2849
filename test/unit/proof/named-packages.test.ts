// Which packages manifests name, and how their lock files follow.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detect } from '../../../app/proof/detect/detect.ts';
import { lockings } from '../../../app/proof/detect/locking.ts';
import { ownName, packageName, packagesIn } from '../../../app/proof/detect/named-packages.ts';
import { processorMs } from '../../support/processor-time.ts';

type Row = readonly [path: string, text: string, expected: readonly string[]];

const ROWS: readonly Row[] = [
  [
    'package.json',
    '{"dependencies": {"a": "1"}, "devDependencies": {"@s/b": "^2"}, "optionalDependencies": {"c": "*"}, "peerDependencies": {"d": "1"}}',
    ['a', '@s/b', 'c', 'd'],
  ],
  ['web/package.json', '{"dependencies": {"a": "npm:other@1", "b": "file:../b"}}', ['other']],
  ['package.json', '{"dependencies": ', []],
  ['composer.json', '{"require": {"php": "^8", "ext-json": "*", "acme/a": "1"}}', ['acme/a']],
  ['requirements-dev.txt', '-r base.txt\n# no\nLeft_Words[all]>=1 # yes\nb\n', ['Left_Words', 'b']],
  ['requirements/dev.txt', 'a==1\n', ['a']],
  ['pyproject.toml', '[project]\ndependencies = ["a>=1", "b"]\n', ['a>=1', 'b']],
  ['pyproject.toml', '[tool.poetry.dependencies]\npython = "^3"\na = "^1"\n', ['a']],
  ['Cargo.toml', '[dependencies]\na = "1"\n[dev-dependencies.b]\nversion = "1"\n', ['a', 'b']],
  ['go.mod', 'module x\n\nrequire (\n\tg.co/a v1.0.0\n\tg.co/b v1 // indirect\n)\n', ['g.co/a']],
  ['Gemfile', "source 'https://rubygems.org'\ngem 'a', '~> 1'\n", ['a']],
  ['pom.xml', '<dependency><groupId>g</groupId><artifactId>a</artifactId></dependency>', ['g:a']],
  ['build.gradle.kts', 'implementation("g.h:a:1.0")', ['g.h:a']],
  ['README.md', 'gem "a"', []],
];

describe('packages that a manifest names', () => {
  for (const [path, text, expected] of ROWS) {
    it(`are ${expected.join(', ') || 'none'} in ${path}: ${text.slice(0, 40).trim()}`, () => {
      assert.deepEqual(packagesIn(path, text), expected);
    });
  }

  it('are the same in every spelling and version', () => {
    for (const text of [
      'Left_Words[all]>=1',
      'left.words@1.0.0',
      ' left-words ~= 2',
      'left-words',
    ]) {
      assert.equal(packageName(text), 'left-words');
    }
    assert.equal(packageName('@s/b@1'), '@s/b');
    assert.equal(packageName('g.h:a:1.0'), packageName('g.h:a'));
    assert.notEqual(packageName('g.h:a'), packageName('g.h:b'));
  });

  it('are read in time that grows with the text alone', () => {
    const hostile: [string, string][] = [
      ['Gemfile', '\n'],
      ['go.mod', 'a.'],
      ['pom.xml', '<dependency>'],
      ['build.gradle', '"a:'],
      ['requirements.txt', ' '],
    ];
    for (const [path, piece] of hostile) {
      const start = processorMs();
      packagesIn(path, piece.repeat(500_000));
      assert.ok(processorMs() - start < 5_000, path);
    }
    assert.ok(packageName(`a${'@'.repeat(100_000)}\n`).length <= 300);
  });

  it('do not include the project itself', () => {
    assert.deepEqual(ownName('{"name": "phrases"}'), ['phrases']);
    assert.deepEqual(ownName('[project]'), []);
  });
});

describe('a lock file', () => {
  const paths = ['package.json', 'package-lock.json', 'tool/Cargo.toml', 'tool/Cargo.lock'];
  const texts = new Map([
    ['package.json', '{"name": "a"}'],
    ['tool/Cargo.toml', '[package]\nname = "t"\n'],
  ]);
  const facts = detect({ paths, texts });

  it('is brought up to date where its manifest was changed, and nowhere else', () => {
    const [npm, ...more] = lockings(facts, ['package.json', 'src/a.mjs']);
    assert.match(npm?.line ?? '', /^npm install --package-lock-only --ignore-scripts/);
    assert.deepEqual(npm?.lockFiles, ['package-lock.json']);
    assert.deepEqual(more, []);
    assert.deepEqual(lockings(facts, ['src/a.mjs']), []);
  });

  it('is brought up to date in its own directory', () => {
    const directories = lockings(facts, ['tool/Cargo.toml']).map(({ directory }) => directory);
    assert.deepEqual(directories, ['tool']);
  });

  it('that is not there is not made', () => {
    const bare = detect({ paths: ['package.json'], texts });
    assert.deepEqual(lockings(bare, ['package.json']), []);
  });
});
