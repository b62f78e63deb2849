// A job that adds a package, from a registry on loopback that the operator of the sandboxes excepts
// from its rules and the repository's settings allow: installed, locked, proven, published. And what
// goes wrong on the way is told to the agent, or counts against its attempt; it never ends the job.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { ScriptSession } from '../../app/gateway/scripted/script.ts';
import type { CommitFile } from '../../app/github/shapes/port.ts';
import { openLocalWorld } from '../contract/driver/local-world.ts';
import { planOf } from '../proof-corpus/samples.ts';
import { author, implementer, installing, scriptOf } from '../proof-corpus/script.ts';
import { testDatabase } from '../support/database.ts';
import { openRegistry, type Registry } from '../support/loopback-registry.ts';
import { type PlayedJob, type ProofJob, playJob } from '../support/proof-world/play.ts';
import type { Files } from '../support/proof-world/repository.ts';
import { openProofWorld, type ProofWorld } from '../support/proof-world/world.ts';

const MIB = 1024 * 1024;
const HOST = 'registry.test';
const COUNT = `export function countWords(text) {
  return text.split(/\\s+/).filter(Boolean).length;
}
`;
const PACKAGES = [
  { name: 'left-words', version: '1.0.0', module: COUNT },
  { name: 'left-words', version: '2.0.0', module: COUNT, isDamaged: true },
  { name: 'evil-words', version: '1.0.0', module: COUNT },
];

const WORDS = `import { countWords } from 'left-words';

export function words(text) {
  return countWords(text);
}
`;

const TESTS = author(
  'script',
  [
    ['counts words', 'one two', 2, false],
    ['counts other words', ' a  b c d ', 4, true],
  ].map(([title, text, expected, withheld]) => ({
    title: String(title),
    withheld: withheld === true,
    text: `import assert from 'node:assert/strict';
import { words } from '../../src/words.mjs';

assert.equal(words(${JSON.stringify(text)}), ${expected});
`,
  })),
);

function manifest(dependencies: Record<string, string>): Files {
  const about = { name: 'phrases', version: '1.0.0', private: true, type: 'module', dependencies };
  return { 'package.json': `${JSON.stringify(about, undefined, 2)}\n` };
}

function lock(dependencies: Record<string, string>): Files {
  const root = { name: 'phrases', version: '1.0.0', dependencies };
  const content = { name: 'phrases', version: '1.0.0', lockfileVersion: 3, requires: true };
  const text = JSON.stringify({ ...content, packages: { '': root } }, undefined, 2);
  return { 'package-lock.json': `${text}\n` };
}

const NEEDED = manifest({ 'left-words': '1.0.0' });
const FINISHED = implementer({ files: { 'src/words.mjs': WORDS } });

function jobOf({ port }: Registry, ...work: readonly ScriptSession[]): ProofJob {
  return {
    files: {
      ...manifest({}),
      ...lock({}),
      '.npmrc': `registry=http://${HOST}:${port}/\naudit=false\nfund=false\nfetch-retries=0\n`,
      'src/words.mjs': 'export function words() {}\n',
    },
    plan: {
      ...planOf({
        goal: 'words() counts the words of a text.',
        criteria: [{ text: 'words(text) returns the number of its words' }],
        paths: ['src/words.mjs', 'package.json', 'package-lock.json'],
        contract: ['src/words.mjs'],
      }),
      packages: ['left-words@1.0.0', 'no-words'],
    },
    script: scriptOf(TESTS, ...work),
    attempts: work.length,
    settings: { network: { allow: [`${HOST}:${port}`] } },
  };
}

const HAS_NPM = existsSync('/usr/bin/npm');
const skip = !HAS_NPM && 'no npm here';

describe('a job that adds a package', { concurrency: 2, skip }, () => {
  let world: ProofWorld;
  let registry: Registry;
  const owned = new AsyncDisposableStack();

  before(async () => {
    const { url } = owned.use(await testDatabase());
    registry = owned.use(await openRegistry(PACKAGES));
    const sandboxes = await openLocalWorld({
      limits: { memoryBytes: 512 * MIB, diskBytes: 128 * MIB, processes: 256 },
      ownerTimeoutMs: 600_000,
      allowPrivate: [`${HOST}:${registry.port}=127.0.0.1`],
    });
    owned.defer(async () => await sandboxes.close());
    world = owned.use(await openProofWorld({ url, slots: 2, sandboxes }));
  });
  after(async () => await owned.disposeAsync());

  test('tells the agent what cannot be installed, and is delivered with what can', async () => {
    const tries = [
      { 'left-words': '1.0.0', 'evil-words': '1.0.0' },
      { 'left-words': '1.0.0', 'no-words': '1.0.0' },
      { 'left-words': '2.0.0' },
      { 'left-words': '1.0.0' },
    ];
    const work = [...tries.map((one) => installing(manifest(one))), ...FINISHED];
    const played = await playJob(world, jobOf(registry, work));
    assert.equal(played.state, 'DELIVERED', wordsOf(played));
    await wereTold(
      world,
      played,
      /package\.json adds evil-words\. Only packages that the approved plan names may be added/,
      /404[^\n]{0,80}no-words/,
      /EINTEGRITY/,
      /Installed\. Lock files are brought up to date\./,
    );
    assert.ok(!registry.asked.some((path) => path.includes('evil-words')), 'never fetched');
    assert.deepEqual(played.flags, []);
    const { report, published = [] } = played;
    assert.deepEqual(report?.plan.packages, ['left-words@1.0.0', 'no-words']);
    assert.match(played.shown, /Packages of the plan: `left-words@1\.0\.0`, `no-words`/);
    assert.ok(report?.hunks.measured && report.hunks.guarded > 0);
    const files = new Map(published.map((file) => [file.path, textOf(file)]));
    assert.match(files.get('package.json') ?? '', /"left-words": "1\.0\.0"/);
    assert.match(
      files.get('package-lock.json') ?? '',
      /"node_modules\/left-words": \{[^}]*"integrity": "sha512-/,
    );
    assert.equal(files.get('src/words.mjs'), WORDS);
  });

  test('whose manifest cannot be installed is a failed attempt, with the words of the setup', async () => {
    const code = { 'src/words.mjs': WORDS };
    const evil = implementer({ files: { ...code, ...manifest({ 'evil-words': '1.0.0' }) } });
    const lagging = implementer({ files: { ...code, ...NEEDED } });
    const right = [installing(NEEDED), ...FINISHED];
    const played = await playJob(world, jobOf(registry, lagging, evil, right));
    assert.equal(played.state, 'DELIVERED', wordsOf(played));
    assert.deepEqual(
      played.report?.attempts.map(({ status }) => status),
      ['red', 'red', 'green'],
    );
    await wereTold(
      world,
      played,
      /The setup, `npm ci`, ended with 1 with the changed package\.json\. It said:/,
      /can only install packages when your package\.json and package-lock\.json/,
      /package\.json adds evil-words/,
    );
  });

  test('whose base cannot be set up ends with the name of the setting', async () => {
    const job = jobOf(registry, FINISHED);
    const files = { ...job.files, ...manifest({ 'left-words': '1.0.0' }) };
    const played = await playJob(world, { ...job, files });
    assert.equal(played.state, 'FAILED');
    assert.match(played.detail ?? '', /`npm ci`, ended with 1\. Say in the setting `setup`/);
  });
});

/** Asserts that the implementers were given these words, in what they were asked or answered. */
async function wereTold({ store }: ProofWorld, { jobId }: PlayedJob, ...words: readonly RegExp[]) {
  const rows = await store.transaction(async ({ sessions }) => {
    const ids = await sessions.ofStep(jobId, 'implement');
    return await Promise.all(ids.map(async (id) => await sessions.transcript(id)));
  });
  const told = rows
    .flat()
    .filter(({ entryType }) => entryType !== 'assistant')
    .map(({ payload }) => JSON.stringify(payload))
    .join('\n');
  for (const pattern of words) assert.ok(pattern.test(told), `${pattern.source} was told`);
}

function textOf(file: CommitFile): string {
  return 'content' in file ? Buffer.from(file.content).toString() : '';
}

function wordsOf({ detail, objections, report }: PlayedJob): string {
  const reasons = report?.verdict.reasons.map(({ message }) => message) ?? [];
  return [detail, ...objections, ...reasons].join('\n');
}
