// GitHub's own published payloads → what happened.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { WORLD_READERS } from '../../../app/world/read/read.ts';
import type { Reader } from '../../../app/world/read/shapes.ts';

type Example = { name: string; examples: Record<string, unknown>[] };

async function examples(): Promise<{ event: string; reader: Reader; payload: object }[]> {
  const path = createRequire(import.meta.url).resolve('@octokit/webhooks-examples');
  const events = JSON.parse(await readFile(path, 'utf8')) as Example[];
  const readers = new Map<string, Reader>(Object.entries(WORLD_READERS));
  return events.flatMap(({ name, examples: all }) =>
    all.flatMap((payload) => {
      const { action } = payload;
      const event = typeof action === 'string' ? `${name}.${action}` : name;
      const reader = readers.get(event);
      const installation = payload['installation'] ?? { id: 5 };
      return reader === undefined ? [] : [{ event, reader, payload: { ...payload, installation } }];
    }),
  );
}

test('every published payload of an event that is listened to is read', async () => {
  const all = await examples();
  assert.ok(all.length > 50, `${all.length} payloads`);
  for (const { event, reader, payload } of all) {
    const read = reader(payload);
    assert.ok(read.ok, `${event}: ${read.ok ? '' : read.problem}`);
  }
});

test('what is kept of a payload means the same when it is read again, and is small', async () => {
  for (const { event, reader, payload } of await examples()) {
    const first = reader(payload);
    assert.ok(first.ok);
    const kept = JSON.stringify(first.kept);
    const again = reader(JSON.parse(kept));
    assert.ok(again.ok);
    assert.deepEqual(again.happening, first.happening, event);
    assert.deepEqual(JSON.parse(JSON.stringify(again.kept)), JSON.parse(kept), event);
    assert.ok(kept.length < 4_000, `${event}: ${kept.length}`);
  }
});

test('a payload that says too little is told by its places, never by what it says', () => {
  for (const [event, reader] of Object.entries(WORLD_READERS)) {
    const read = reader({ installation: { id: 'secret' }, repository: { name: '../secret' } });
    assert.ok(!read.ok, event);
    assert.match(read.problem, /installation\.id/);
    assert.doesNotMatch(read.problem, /secret/);
  }
});

test('of several changes to a pull request the base weighs most, then the description', () => {
  const pull_request = {
    number: 3,
    merged: false,
    updated_at: '2026-11-19T20:00:00Z',
    head: { ref: 'redgreen/issue-1', sha: 'a'.repeat(40) },
    base: { ref: 'dev' },
  };
  const owner = { id: 1, login: 'octo' };
  const repository = { id: 9, name: 'hello', owner, default_branch: 'main', private: false };
  const sender = { id: 3, login: 'mona', type: 'User' };
  const base = { ref: { from: 'main' } };
  const nameOf = (changes: object) => {
    const payload = { installation: { id: 5 }, repository, sender, pull_request, changes };
    const read = WORLD_READERS['pull_request.edited'](payload);
    return read.ok ? read.happening?.name : read.problem;
  };
  const [title, body] = [{ from: 'Old' }, { from: 'Old.' }];
  assert.equal(nameOf({ title, body, base }), 'pull_request.edited/base');
  assert.equal(nameOf({ title, body }), 'pull_request.edited/body');
  assert.equal(nameOf({ title }), 'pull_request.edited/title');
  assert.equal(nameOf({}), undefined);
});
