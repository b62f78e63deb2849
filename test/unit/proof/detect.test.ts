// Every repository of the corpus is detected as it says; the facts name their evidence, and what a
// repository contains never makes detection throw.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detect } from '../../../app/proof/detect/detect.ts';
import { factLines, setupLine, suiteLine } from '../../../app/proof/detect/lines.ts';
import { isSetupFile, wantedFiles } from '../../../app/proof/detect/manifests.ts';
import type { Root } from '../../../sandbox/projects/facts.ts';
import { readToml } from '../../../sandbox/projects/toml.ts';
import { processorMs } from '../../support/processor-time.ts';
import { NODE } from './repositories/node.ts';
import { NODE_WORKSPACES } from './repositories/node-workspaces.ts';
import { OTHERS } from './repositories/others.ts';
import { PYTHON } from './repositories/python.ts';
import {
  type Files,
  packageJson,
  type Repository,
  type WantedRoot,
} from './repositories/repository.ts';

const CORPUS: readonly Repository[] = [...NODE, ...NODE_WORKSPACES, ...PYTHON, ...OTHERS];

/** As the host gives it: texts of the wanted files only. */
function detected(files: Files) {
  const paths = Object.keys(files);
  const texts = new Map(wantedFiles(paths).map((path) => [path, files[path] ?? '']));
  return detect({ paths, texts });
}

function shown(root: Root): WantedRoot {
  const { directory, language, packageManager, setup, test, testRunner, partOf } = root;
  return {
    ...(directory !== '' && { at: directory }),
    language,
    ...(packageManager !== undefined && { by: packageManager }),
    ...(setup !== undefined && { setup }),
    ...(test !== undefined && { test }),
    ...(testRunner !== undefined && { testRunner }),
    ...(partOf !== undefined && { partOf }),
  };
}

describe('detection', () => {
  it('has a corpus worth the name', () => {
    assert.ok(CORPUS.length >= 60, String(CORPUS.length));
    assert.equal(new Set(CORPUS.map(({ name }) => name)).size, CORPUS.length);
  });

  for (const { name, files, roots, notes = [], hasTests = true, suite } of CORPUS) {
    it(name, () => {
      const facts = detected(files);
      assert.deepEqual(facts.roots.map(shown), roots);
      assert.equal(facts.hasTests, hasTests);
      assert.equal(facts.notes.length, notes.length, facts.notes.join('\n'));
      notes.forEach((note, index) => assert.match(facts.notes[index] ?? '', note));
      const only = roots.length === 1 ? roots[0]?.test : undefined;
      assert.equal(suiteLine(facts), suite ?? only ?? roots.find(({ test }) => test)?.test);
      for (const { why, manifests, lockFiles } of facts.roots) {
        assert.ok(why.length > 0);
        for (const path of [...manifests, ...lockFiles]) assert.ok(path in files, path);
      }
    });
  }

  it('says in each reason which file of the repository is the evidence', () => {
    for (const { files } of CORPUS) {
      for (const { why } of detected(files).roots) {
        const [first = ''] = why;
        assert.ok(
          Object.keys(files).some((path) => first.includes(path)),
          first,
        );
      }
    }
  });

  it('joins what several roots need into one line each', () => {
    const repository = PYTHON.find(({ name }) => name.includes('beside')) ?? assert.fail();
    const facts = detected(repository.files);
    assert.equal(setupLine(facts), '(cd -- api && uv sync --locked) && (cd -- web && npm ci)');
    assert.equal(setupLine(detected({})), undefined);
  });

  it('has no suite line that a plan could not hold', () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `service-${index}/package.json`,
        '{"scripts":{"test":"jest"}}',
      ]),
    );
    assert.equal(suiteLine(detected(many)), undefined);
    const odd = { 'a\nb/package.json': '{"scripts":{"test":"jest"}}' };
    assert.equal(suiteLine(detected(odd)), undefined);
  });

  it('lists no more than fifty projects', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`m${n}/go.mod`, '']));
    const { roots, notes } = detected(many);
    assert.equal(roots.length, 50);
    assert.match(notes.join(), /60 projects/);
  });

  it('is quick in a large repository whose scripts all call each other', () => {
    const names = Array.from({ length: 300 }, (_, n) => `s${n}`);
    const scripts = Object.fromEntries(names.map((name) => [name, `npm run ${names.join(' ')}`]));
    const manifest = packageJson({ scripts: { ...scripts, test: 'run-s s*' } });
    const files = Object.fromEntries([
      ['package.json', manifest],
      ...Array.from({ length: 30_000 }, (_, n) => [`p/${n % 3_000}/${n}.ts`, '']),
      ...Array.from({ length: 3_000 }, (_, n) => [`p/${n}/package.json`, '{}']),
    ]);
    const started = processorMs();
    assert.equal(detected(files).roots.length, 50);
    assert.ok(processorMs() - started < 10_000);
  });

  it('never throws, whatever the manifests hold', () => {
    const texts = [
      '',
      '\0',
      '[',
      '[[[[',
      '{"scripts":{"test":null}}',
      '"""',
      'a = [',
      '<',
      '- : x',
      '*a',
    ];
    const names = wantedFiles(CORPUS.flatMap(({ files }) => Object.keys(files)));
    for (const text of [...texts, `x = ${'['.repeat(5_000)}`]) {
      const facts = detected(Object.fromEntries(names.map((name) => [name, text])));
      assert.ok(facts.roots.length > 0);
      assert.ok(factLines(facts, {}).every((line) => !line.includes('\n')));
    }
  });
});

describe('what a planner is told', () => {
  const facts = detected({
    'package.json': '{"scripts":{"test":"jest"}}',
    'package-lock.json': '',
  });

  it('is what was found, with its evidence', () => {
    const text = factLines(facts, {}).join('\n');
    assert.match(text, /^- Setup, done already \(found\): npm ci$/m);
    assert.match(text, /^- Tests \(found\): npm test$/m);
    assert.match(
      text,
      /^- \.: node, npm, tested with jest, `npm test` \(package-lock\.json is there/m,
    );
  });

  it('is what the settings say, where they say something', () => {
    const text = factLines(facts, { setup: 'make deps', test: 'make a\nmake b' }).join('\n');
    assert.match(text, /^- Setup, done already \(from the settings\): make deps$/m);
    assert.match(text, /^- Tests \(from the settings\): make a make b$/m);
  });

  it('is also that there is nothing', () => {
    const text = factLines(detected({}), {}).join('\n');
    assert.match(text, /Setup: none was found/);
    assert.match(text, /Tests: none were found/);
  });
});

describe('files after whose change setup runs again', () => {
  it('are manifests, lock files and versions of every ecosystem', () => {
    const paths = `package.json web/pnpm-lock.yaml pnpm-workspace.yaml .npmrc yarn.lock bun.lockb
      pyproject.toml uv.lock requirements.txt requirements/dev.txt requirements-dev.in constraints.txt
      setup.py Pipfile.lock go.mod go.sum go.work Cargo.toml Cargo.lock rust-toolchain.toml pom.xml
      build.gradle.kts gradle/libs.versions.toml gradle/wrapper/gradle-wrapper.properties
      .mvn/wrapper/maven-wrapper.properties Gemfile.lock composer.json`.split(/\s+/);
    assert.deepEqual(paths.filter(isSetupFile), paths);
  });

  it('are not sources, tests, documents or what lies in vendored folders', () => {
    const paths =
      `src/package.ts README.md test/requirements.py docs/go.md Makefile .github/redgreen.yml
      node_modules/a/package.json vendor/x/go.mod src/lib.rs package.json.md`.split(/\s+/);
    assert.deepEqual(paths.filter(isSetupFile), []);
  });
});

describe('TOML', () => {
  it('is read as far as manifests need it', () => {
    const text = `top = 1 # one
[project]
name = 'shop'
"quoted key" = "a \\"b\\" # no comment"
dependencies = [
  "one>=1", # first
  'two[extra]',
]
long = """
[not.a.table]
"""
[tool . "my.tool"]
a.b = { version = "1", features = ["x"] }
[[bin]]
name = "app"`;
    const toml = readToml(text) ?? assert.fail();
    assert.equal(toml.get('')?.get('top'), '1');
    assert.equal(toml.get('project')?.get('name'), 'shop');
    assert.equal(toml.get('project')?.get('quoted key'), 'a "b" # no comment');
    assert.deepEqual(toml.get('project')?.get('dependencies'), ['one>=1', 'two[extra]']);
    assert.equal(toml.has('not.a.table'), false);
    assert.deepEqual(toml.get('tool.my.tool.a')?.get('b'), ['1', 'x']);
    assert.equal(toml.get('bin')?.get('name'), 'app');
  });

  it('is given up when it is broken', () => {
    for (const text of ['[a', 'a = ', 'a = "b', 'a = [1', 'a = "1" b', 'a', '= 1', 'a = {x = 1']) {
      assert.equal(readToml(text), undefined, text);
    }
  });
});
