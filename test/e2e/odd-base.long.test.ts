// A repository with names and links that are no text, and attributes that have a clone look otherwise
// than what git keeps: its job ends as any other, and a fresh clone is what was verified.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStage, REPOSITORY, type Stage } from '../../app/cli/demo/stage.ts';
import { reservationsOf } from '../../app/proof/headline.ts';
import { readReport } from '../../app/proof/read-report.ts';
import { approvePlan } from '../chaos/thread/story.ts';
import { BRANCH } from '../support/moved-world.ts';
import { openRecords, reaches, startPlay } from '../support/thread-play.ts';
import { latin, runGit } from '../unit/workspace/odd-world.ts';

test('a base with odd names, links and line ends is served, and a clone is what was verified', async () => {
  await using stage = await openStage();
  await using place = await makePlace();
  await commitToMain(stage, place.at('work'), [
    ['100644', Buffer.from('.gitattributes'), '*.mjs text eol=crlf\n'],
    ['100644', latin('caf\xe9/\xff.txt'), 'odd\n'],
    ['120000', Buffer.from('link'), latin('caf\xe9')],
  ]);
  assert.equal(await deliver(stage), 'Proven');
  const clone = place.at('clone');
  await runGit(['clone', '--quiet', '--branch', BRANCH, await urlOf(stage), clone]);
  assert.equal(await runGit(['-C', clone, 'status', '--porcelain']), '');
  assert.match(await readFile(join(clone, 'src/greet.mjs'), 'utf8'), /\r\n/);
  const kept = await runGit(['-C', clone, 'show', 'HEAD:src/greet.mjs']);
  assert.doesNotMatch(kept, /\r/);
  assert.equal(
    await readFile(Buffer.concat([Buffer.from(`${clone}/`), latin('caf\xe9/\xff.txt')]), 'utf8'),
    'odd\n',
  );
});

test('files that a program of each machine makes are a reservation that names them', async () => {
  await using stage = await openStage();
  await using place = await makePlace();
  await commitToMain(stage, place.at('work'), [
    ['100644', Buffer.from('.gitattributes'), '*.bin filter=lfs\n'],
    ['100644', Buffer.from('deep/a.bin'), 'pointer'],
  ]);
  assert.deepEqual(await deliver(stage, 'reservations'), ['checkout-differs deep/a.bin']);
});

async function deliver(stage: Stage, what: 'headline' | 'reservations' = 'headline') {
  await using _app = await startPlay(stage, 'story');
  await using store = await openRecords(stage);
  await stage.openAndLabel();
  await approvePlan(stage);
  const { id } = (await reaches(store, 'DELIVERED')).job;
  const reports = await store.transaction(async ({ proof }) => await proof.reportsOfJob(id));
  const report = readReport(reports.at(-1)?.content);
  assert.ok(report);
  if (what === 'headline') return report.headline;
  return reservationsOf(report).map(({ kind, path = '' }) => `${kind} ${path}`);
}

async function urlOf({ forge, octokit }: Stage): Promise<string> {
  const { token } = (await octokit.auth()) as { token: string };
  const url = new URL(`${forge.url}/${REPOSITORY}.git`);
  [url.username, url.password] = ['x-access-token', token];
  return url.href;
}

type Entry = [mode: string, path: Buffer, content: string | Buffer];

async function commitToMain(stage: Stage, work: string, entries: readonly Entry[]): Promise<void> {
  const url = await urlOf(stage);
  await runGit(['clone', '--quiet', '--bare', url, work]);
  const git = async (args: readonly string[], input: string | Buffer = '') =>
    await runGit(['--git-dir', work, ...args], input, join(work, 'index'));
  await git(['read-tree', 'main']);
  for (const [mode, path, content] of entries) {
    const object = await git(['hash-object', '-w', '--stdin'], content);
    const line = Buffer.concat([Buffer.from(`${mode} ${object}\t`), path, Buffer.of(0)]);
    await git(['update-index', '-z', '--index-info'], line);
  }
  const tree = await git(['write-tree']);
  const sha = await git(['commit-tree', '-p', 'main', '-m', 'odd', tree]);
  await git(['push', '--quiet', url, `${sha}:refs/heads/main`]);
}

async function makePlace() {
  const place = await mkdtemp(join(tmpdir(), 'redgreen-odd-base-'));
  return {
    at: (name: string) => join(place, name),
    [Symbol.asyncDispose]: async () => await rm(place, { recursive: true, force: true }),
  };
}
