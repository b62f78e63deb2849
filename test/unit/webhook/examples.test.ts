import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { readCommented, readLabeled } from '../../../app/command/payload.ts';
import { isHappening } from '../../../app/webhook/happenings.ts';
import { webhookWorld } from './webhook-world.ts';

type Example = { name: string; examples: Record<string, unknown>[] };

async function examples(): Promise<{ event: string; payload: Record<string, unknown> }[]> {
  const path = createRequire(import.meta.url).resolve('@octokit/webhooks-examples');
  const events = JSON.parse(await readFile(path, 'utf8')) as Example[];
  return events.flatMap(({ name, examples: all }) =>
    all.map((payload) => ({ event: name, payload: { ...payload, installation: { id: 5 } } })),
  );
}

function isBound(event: string, action: unknown): boolean {
  return isHappening(typeof action === 'string' ? `${event}.${action}` : event);
}

test("GitHub's 329 published payloads are survived, and none of them starts a job", async () => {
  await using world = await webhookWorld();
  world.github.permissions.set('Codertocat', 'admin');
  const all = await examples();
  assert.equal(all.length, 329);
  const statuses = new Map<number, number>();
  for (let at = 0; at < all.length; at += 20) {
    const answers = await Promise.all(all.slice(at, at + 20).map((one) => world.post(one)));
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.deepEqual([...statuses], [[200, 329]]);
  assert.equal(await world.count('jobs'), 0);
  await world.decided();
  const bound = all.filter(({ event, payload }) => isBound(event, payload['action']));
  assert.ok(bound.length > 60, `${bound.length} are listened to`);
  // Some tell of the same comment.
  assert.ok((await world.count('webhook_deliveries')) > bound.length - 10);
  assert.equal(await world.count('webhook_deliveries', `outcome not in ('ignored', 'noted')`), 0);
  assert.deepEqual(
    world.logged.filter((line) => /"level":"(?:error|fatal)"/.test(line)),
    [],
  );
});

test("GitHub's label and comment payloads are read, and the same label of ours starts a job", async () => {
  const all = await examples();
  const first = all.find((one) => one.event === 'issues' && one.payload['action'] === 'labeled');
  assert.ok(first);
  const read = readLabeled(first.payload);
  assert.ok(read.ok && read.trigger.kind === 'label');
  assert.equal(read.trigger.issue.title, 'Spelling error in the README file');
  assert.equal(read.trigger.repository.owner, 'Codertocat');
  for (const one of all.filter(({ event }) => event === 'issue_comment')) {
    assert.ok(readCommented(one.payload).ok);
  }
  await using world = await webhookWorld();
  world.github.permissions.set('Codertocat', 'admin');
  await world.send({ ...first, payload: { ...first.payload, label: { name: 'redgreen' } } });
  assert.equal(await world.count('jobs'), 1);
});

test('a payload of a bound event that says too little is ignored, with the places that are wrong', async () => {
  await using world = await webhookWorld();
  const all = await examples();
  const { payload = {} } = all.find((one) => one.payload['action'] === 'labeled') ?? {};
  const broken: Record<string, unknown>[] = [
    { action: 'labeled' },
    { ...payload, installation: null },
    { ...payload, sender: { id: 1.5, login: 'x\ny', type: 'User' } },
    { ...payload, repository: { id: 1, name: 'a/b', owner: { id: 1, login: '../x' } } },
    { ...payload, issue: { number: 2 ** 40, title: 'x' } },
    { ...payload, issue: 'x', label: [] },
  ];
  for (const one of broken) {
    assert.equal(
      (await world.send({ event: 'issues', payload: { ...one, action: 'labeled' } })).status,
      200,
    );
    assert.equal(
      (await world.send({ event: 'issue_comment', payload: { ...one, action: 'created' } })).status,
      200,
    );
  }
  assert.equal(await world.count('jobs'), 0);
  const where = `outcome = 'ignored' and reason like 'the payload is not one we can use: %'`;
  assert.equal(await world.count('webhook_deliveries', where), 2 * broken.length);
});
