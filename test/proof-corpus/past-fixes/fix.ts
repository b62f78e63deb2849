// A past fix of a public package as a job: the older version is the base, the files of the fix as
// they are in the newer one are the work. Here stands what we wrote: the plan in the words of the
// changelog, and tests of what it promises. Nothing of the packages themselves is kept. Pure.
import type { Criterion, Plan } from '../../../sandbox/protocol/plan.ts';
import type { Files } from '../../support/proof-world/repository.ts';
import { type Honest, jobOf } from '../corpus.ts';
import { planOf } from '../samples.ts';
import type { Written } from '../script.ts';

export type Registry = 'npm' | 'pypi';

/** One published archive; npm tells its digest as `sha512-…`, PyPI a bare SHA-256. */
export type Version = { version: string; digest: string };

/** One promise and the tests of it, by title; all but the first of a new one are withheld. */
export type Promised = {
  text: string;
  kind?: Criterion['kind'];
  cases: Readonly<Record<string, string>>;
};

export type PastFix = {
  registry: Registry;
  package: string;
  base: Version;
  head: Version;
  /** What of the older version lies in the repository: files, and folders with a slash at the end. */
  files: readonly string[];
  /** The files of the fix, each as in the newer version. */
  changed: readonly string[];
  goal: string;
  /** What every test begins with. */
  imports: string;
  promises: readonly Promised[];
  /** Unset: what is changed. */
  contract?: readonly string[];
  /** Its own tests, where they run without other packages. */
  suite?: string;
  changedTests?: readonly { path: string; reason: string }[];
  /** Of a Python package whose modules lie in a folder of their own. */
  pythonPath?: string;
};

export function nameOf({ registry, package: name, base, head }: PastFix): string {
  return `past fix: ${registry} ${name} ${base.version} to ${head.version}`;
}

export function planOfFix(fix: PastFix): Plan {
  const { goal, promises, changed, contract = changed, suite, changedTests } = fix;
  const criteria = promises.map(({ text, kind = 'new' }) => ({ text, kind }));
  const wanted = { goal, criteria, paths: changed, contract };
  const plan = planOf({ ...wanted, ...(suite !== undefined && { suite }) });
  return changedTests === undefined ? plan : { ...plan, changedTests: [...changedTests] };
}

/**
 * `base` is the whole of the older version that is wanted, `head` the files of the fix. A manifest
 * of npm keeps what decides how modules are loaded: its scripts want packages that are not there.
 */
export function honestOf(fix: PastFix, { base, head }: { base: Files; head: Files }): Honest {
  const language = fix.registry === 'npm' ? 'node' : 'python';
  const files = cutManifest(base);
  const sample = { language, files, plan: planOfFix(fix) } as const;
  const work = Object.entries(head).map(([path, text]) => [path, keepVersion(text, base[path])]);
  const job = jobOf({ sample, tests: testsOf(fix), work: { files: Object.fromEntries(work) } });
  return { name: nameOf(fix), job };
}

/** The number of a release is no part of the fix that it has. */
function keepVersion(text: string, before: string | undefined): string {
  const was = VERSION.exec(before ?? '')?.[0];
  return was === undefined ? text : text.replace(VERSION, () => was);
}

const VERSION = /^__version__ = .*$/m;

function cutManifest(files: Files): Files {
  const manifest = files['package.json'];
  if (manifest === undefined) return files;
  const parsed: Record<string, unknown> = JSON.parse(manifest);
  const kept = ['name', 'version', 'type', 'main', 'module', 'exports', 'license'];
  const entries = kept.flatMap((key) => (key in parsed ? [[key, parsed[key]]] : []));
  const text = JSON.stringify(Object.fromEntries(entries), undefined, 2);
  return { ...files, 'package.json': `${text}\n` };
}

export function isWanted(path: string, wanted: readonly string[]): boolean {
  return wanted.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one));
}

export function testsOf(fix: PastFix): Written[] {
  const { promises, imports, registry } = fix;
  const written = promises.flatMap(({ kind = 'new', cases }, at) =>
    Object.entries(cases).map(([title, body], index) => ({
      title,
      criterion: `R${at + 1}`,
      withheld: kind === 'new' && index > 0,
      text: registry === 'npm' ? nodeTest(imports, body) : pythonTest(imports, body),
    })),
  );
  return written.map((one, index) => Object.assign(one, besides(fix, index)));
}

/** A folder called as the modules' one is not the place for tests that are found by their name. */
function besides({ pythonPath }: PastFix, index: number): Partial<Written> {
  if (pythonPath === undefined) return {};
  const name = `test_t${index + 1}`;
  const run = () => `PYTHONPATH=${pythonPath} python3 -m unittest redgreen.${name}`;
  return { path: `redgreen/${name}.py`, run };
}

function nodeTest(imports: string, body: string): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
${imports}

test('does what is asked', () => {
  ${body.replaceAll('\n', '\n  ')}
});
`;
}

function pythonTest(imports: string, body: string): string {
  return `import unittest

${imports}


class Behaviour(unittest.TestCase):
    def test_behaviour(self):
        ${body.replaceAll('\n', '\n        ')}
`;
}
