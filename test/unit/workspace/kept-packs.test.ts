import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepPacks } from '../../../app/workspace/kept-packs.ts';
import type { Workspaces } from '../../../app/workspace/port.ts';

const repository = { owner: 'acme', name: 'app', installationId: 1 };
const signal = new AbortController().signal;

function counting(): { workspaces: Workspaces; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    workspaces: {
      async pack({ sha }) {
        asked.push(sha);
        if (sha === 'bad') throw new Error('no such commit');
        return new Uint8Array(10);
      },
      async look({ sha }) {
        asked.push(`look ${sha}`);
        return { paths: [sha], texts: new Map(), entries: new Map(), folders: new Map() };
      },
      changes: async () => ({ ok: true, files: [] }),
    },
  };
}

test('a commit is packed once, for its own repository and installation only', async () => {
  const { workspaces, asked } = counting();
  const kept = keepPacks(workspaces);
  await kept.pack({ repository, sha: 'a' }, signal);
  await kept.pack({ repository, sha: 'a' }, signal);
  assert.deepEqual(asked, ['a']);
  await kept.pack({ repository: { ...repository, installationId: 2 }, sha: 'a' }, signal);
  await kept.pack({ repository: { ...repository, name: 'other' }, sha: 'a' }, signal);
  assert.deepEqual(asked, ['a', 'a', 'a']);
});

test('the one used longest ago goes when there are too many or they are too large', async () => {
  for (const limits of [
    { packs: 2, bytes: 1_000 },
    { packs: 9, bytes: 25 },
  ]) {
    const { workspaces, asked } = counting();
    const kept = keepPacks(workspaces, limits);
    for (const sha of ['a', 'b', 'a', 'c', 'a', 'b']) await kept.pack({ repository, sha }, signal);
    assert.deepEqual(asked, ['a', 'b', 'c', 'b']);
  }
});

test('a commit is looked into once, and those looked into longest ago are forgotten', async () => {
  const { workspaces, asked } = counting();
  const kept = keepPacks(workspaces);
  const look = async (sha: string) =>
    await kept.look({ repository, sha, wanted: () => [] }, signal);
  assert.deepEqual((await look('a')).paths, ['a']);
  assert.deepEqual((await look('a')).paths, ['a']);
  assert.deepEqual(asked, ['look a']);
  for (const sha of ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'a']) await look(sha);
  assert.equal(asked.filter((one) => one === 'look a').length, 2);
});

test('a commit that could not be had is asked for again', async () => {
  const { workspaces, asked } = counting();
  const kept = keepPacks(workspaces);
  await assert.rejects(kept.pack({ repository, sha: 'bad' }, signal));
  await assert.rejects(kept.pack({ repository, sha: 'bad' }, signal));
  assert.deepEqual(asked, ['bad', 'bad']);
});
