// A host that goes away in the middle of a session, and one that goes on: the transcript is the
// same as that of a host that stayed.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SessionHandlers } from '../../../../sandbox/driver/session/port.ts';
import { attachSession, runSession } from '../../../../sandbox/driver/session/session.ts';
import { until } from '../../../support/waiting.ts';
import { type Losses, LossySandbox } from './lossy-sandbox.ts';
import {
  FINISH,
  makeTask,
  makeWorkspace,
  type Reply,
  reply,
  runOptions,
  Transcript,
  use,
  useRunnerBundle,
} from './session-world.ts';

const bundle = useRunnerBundle();

class HostDied extends Error {}

function script(): Reply[] {
  const turn = (index: number) =>
    reply(
      use('Bash', { command: `echo ${index} | tee -a log.txt` }),
      use('TodoWrite', { todos: [] }),
    );
  return [turn(1), turn(2), turn(3), reply(FINISH)];
}

/** Dies at the n-th point at which a host can die, before or after what it is doing. */
function dyingAt(handlers: SessionHandlers, point: number): SessionHandlers {
  let points = 0;
  const pass = () => {
    points += 1;
    if (points >= point) throw new HostDied();
  };
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    pass();
    const result = await work();
    pass();
    return result;
  };
  return {
    started: async (runner) => await around(async () => await handlers.started?.(runner)),
    rows: async (entries, decisions) =>
      await around(async () => await handlers.rows(entries, decisions)),
    turn: async (request, signal) => await around(async () => await handlers.turn(request, signal)),
    ask: async (request, signal) => await around(async () => await handlers.ask(request, signal)),
    submit: async (request, signal) =>
      await around(async () => await handlers.submit(request, signal)),
    progress: async (todos) => await around(async () => await handlers.progress(todos)),
  };
}

/** Runs a session whose host dies once at that point; false when it was over before. */
async function runWithDeath(point: number, losses?: Losses): Promise<boolean> {
  await using world = new LossySandbox(losses);
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers(script());
  const task = makeTask(workspace.path);
  const options = runOptions(world, bundle, { task, handlers });
  const first = await runSession({ ...options, handlers: dyingAt(handlers, point) }).catch(
    (error: unknown) => {
      assert.ok(error instanceof HostDied, String(error));
      return undefined;
    },
  );
  const [pid = 0] = world.pids;
  const end = first ?? (await attachSession({ ...options, pid, last: transcript.last }));
  const outcome = { kind: 'finished', summary: 'All done.' };
  assert.deepEqual(end, { kind: 'done', outcome }, `after a death at ${point}`);
  assert.equal(transcript.entries.length, 12, `rows after a death at ${point}`);
  const log = await readFile(join(workspace.path, 'log.txt'), 'utf8');
  assert.equal(log, '1\n2\n3\n', `commands after a death at ${point}`);
  assert.deepEqual(
    [...new Set(transcript.calls)],
    [1, 2, 3, 4],
    `model calls after a death at ${point}`,
  );
  assert.ok(transcript.calls.length <= 5, 'at most the call that the death lost is made again');
  return first === undefined;
}

test('a host may die before or after anything it does: nothing is lost and nothing doubled', async () => {
  let point = 1;
  while (await runWithDeath(point)) point += 4;
  assert.ok(point > 30, `only ${point} points`);
});

test('the same over a wire with losses', async () => {
  const losses = { drop: 0.1, double: 0.1, cut: 0.1, soil: 0.1 };
  for (const point of [2, 9, 20, 29]) await runWithDeath(point, { seed: point, ...losses });
});

test('a reply that was persisted but never reached the runner is not asked for again', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers(script());
  const { rows } = handlers;
  const dying: SessionHandlers = {
    ...handlers,
    rows: async (entries, decisions) => {
      await rows(entries, decisions);
      if (entries.at(-1)?.row === 5) throw new HostDied();
    },
  };
  const task = makeTask(workspace.path);
  const options = runOptions(world, bundle, { task, handlers });
  await assert.rejects(runSession({ ...options, handlers: dying }), HostDied);
  assert.equal(transcript.last?.payload._t, 'assistant');
  const { pid, last } = transcript;
  const end = await attachSession({ ...options, pid, last });
  assert.equal(end.kind, 'done');
  assert.deepEqual(transcript.calls, [1, 2, 3, 4]);
});

test('a host that leaves lets the runner work on, and one that attaches hears the rest', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers([
    reply(use('Bash', { command: 'until test -e go; do sleep 0.02; done; echo slept > done.txt' })),
    reply(FINISH),
  ]);
  const leaving = new AbortController();
  const { rows } = handlers;
  handlers.rows = async (entries, decisions) => {
    await rows(entries, decisions);
    if (entries.at(-1)?.payload._t === 'assistant') setTimeout(() => leaving.abort(), 50);
  };
  const task = makeTask(workspace.path);
  const options = runOptions(world, bundle, { task, handlers });
  const left = await runSession({ ...options, leave: leaving.signal });
  assert.deepEqual(left, { kind: 'left' });
  await writeFile(join(workspace.path, 'go'), '');
  const done = join(workspace.path, 'done.txt');
  await until(() => existsSync(done));
  const { pid, last } = transcript;
  const end = await attachSession({ ...options, pid, last });
  assert.equal(end.kind, 'done');
  assert.equal(await readFile(done, 'utf8'), 'slept\n');
  assert.equal(transcript.results()[0]?.is_error, false);
});

test('a runner that has ended meanwhile is told as dead', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers(script());
  const task = makeTask(workspace.path);
  const options = runOptions(world, bundle, { task, handlers });
  const end = await attachSession({ ...options, pid: 999_999, last: undefined });
  assert.deepEqual(end, { kind: 'runner_died', cause: 'vanished', stderr: '' });
});

test('a session can be cancelled by a host that has just attached', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers([reply(use('Bash', { command: 'sleep 60' }))]);
  const task = makeTask(workspace.path);
  const options = runOptions(world, bundle, { task, handlers });
  const leaving = new AbortController();
  const { rows } = handlers;
  handlers.rows = async (entries, decisions) => {
    await rows(entries, decisions);
    if (entries.at(-1)?.row === 2) setTimeout(() => leaving.abort(), 20);
  };
  await runSession({ ...options, leave: leaving.signal });
  const { pid, last } = transcript;
  const signal = AbortSignal.abort();
  await assert.rejects(attachSession({ ...options, pid, last, signal }), { code: 'CANCELLED' });
  assert.equal(transcript.entries.length, 3, 'the row of the command that was stopped');
});
