// How a session ends before its time: cancelled, its runner killed, its runner silent.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runSession } from '../../../../sandbox/driver/session/session.ts';
import { isRunning } from '../runner/tool-world.ts';
import { LossySandbox } from './lossy-sandbox.ts';
import {
  FAST,
  FINISH,
  makeTask,
  makeWorkspace,
  reply,
  runOptions,
  Transcript,
  use,
  useRunnerBundle,
} from './session-world.ts';

const bundle = useRunnerBundle();

async function until(what: () => Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + 5_000;
  while (!(await what())) {
    assert.ok(Date.now() < endsAt, 'it did not happen');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('cancelling in the middle of a command kills its whole group and keeps its row', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const command = 'sleep 60 & echo $! > child; echo $$ > shell; sleep 60';
  const handlers = transcript.handlers([reply(use('Bash', { command }))]);
  const cancel = new AbortController();
  const task = makeTask(workspace.path);
  const session = runSession(runOptions(world, bundle, { task, handlers, signal: cancel.signal }));
  const read = async (name: string) =>
    Number(await readFile(join(workspace.path, name), 'utf8').catch(() => ''));
  await until(async () => (await read('shell')) > 0 && (await read('child')) > 0);
  const pids = [await read('shell'), await read('child'), transcript.pid];
  for (const pid of pids) assert.ok(await isRunning(pid));
  const cancelledAt = performance.now();
  cancel.abort();
  await assert.rejects(session, { code: 'CANCELLED' });
  assert.ok(performance.now() - cancelledAt < 10_000);
  for (const pid of pids) await until(async () => !(await isRunning(pid)));
  const last = transcript.last?.payload;
  assert.ok(last?._t === 'tool_result' && last.content.startsWith('[SDLC_INTERNAL]'));
});

test('cancelling while the model speaks stops the generation at once', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const cancel = new AbortController();
  const handlers = {
    ...transcript.handlers([]),
    turn: async (_request: unknown, signal: AbortSignal) => {
      setTimeout(() => cancel.abort(), 20);
      return await new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
      });
    },
  };
  const task = makeTask(workspace.path);
  const options = runOptions(world, bundle, { task, handlers, signal: cancel.signal });
  await assert.rejects(runSession(options), { code: 'CANCELLED' });
  await until(async () => !(await isRunning(world.pids[0] ?? 0)));
});

test('a runner that is killed is told as dead, with its signal', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers([reply(use('Bash', { command: 'kill -9 $PPID; sleep 5' }))]);
  const task = makeTask(workspace.path);
  const end = await runSession(runOptions(world, bundle, { task, handlers }));
  assert.deepEqual(end, {
    kind: 'runner_died',
    cause: 'exit',
    exitCode: 137,
    signal: 'SIGKILL',
    stderr: '',
  });
});

test('a runner that dies while the model speaks stops the generation', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = {
    ...transcript.handlers([]),
    turn: async (_request: unknown, signal: AbortSignal) => {
      process.kill(transcript.pid, 'SIGKILL');
      return await new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
      });
    },
  };
  const task = makeTask(workspace.path);
  const end = await runSession(runOptions(world, bundle, { task, handlers }));
  assert.equal(end.kind, 'runner_died');
});

test('silence stops the generation; a runner that comes back is asked the same turn again', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers([reply(FINISH)]);
  const { turn } = handlers;
  let stops = 0;
  handlers.turn = async (request, signal) => {
    if (stops > 0) return await turn(request, signal);
    process.kill(transcript.pid, 'SIGSTOP');
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    stops += 1;
    process.kill(transcript.pid, 'SIGCONT');
    throw new Error('stopped');
  };
  const limits = { ...FAST, stalledAfterMs: 300 };
  const task = makeTask(workspace.path);
  const end = await runSession(runOptions(world, bundle, { task, handlers, limits }));
  assert.equal(end.kind, 'done');
  assert.equal(stops, 1);
  assert.ok(world.connects >= 1, 'no new connection was tried');
});

test('a runner that stays silent ends the session', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers([reply(use('Bash', { command: 'kill -STOP $PPID' }))]);
  const limits = { ...FAST, stalledAfterMs: 200, silentAfterMs: 500 };
  const task = makeTask(workspace.path);
  const end = await runSession(runOptions(world, bundle, { task, handlers, limits }));
  assert.deepEqual(end, { kind: 'silent' });
  await until(async () => !(await isRunning(transcript.pid)));
});

test('a runner whose standard input is closed ends by itself', async () => {
  await using world = new LossySandbox();
  const handle = await world.sandbox.start({
    command: [process.execPath, bundle.path],
    onData: () => undefined,
  });
  await handle.closeStdin();
  const end = await handle.ended;
  assert.equal(end.kind === 'exit' && end.exitCode, 0);
});

test('what a handler throws comes out, and the runner is left for another host', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const fault = new Error('the database is gone');
  const handlers = {
    ...transcript.handlers([]),
    rows: async () => await Promise.reject(fault),
  };
  const task = makeTask(workspace.path);
  await assert.rejects(runSession(runOptions(world, bundle, { task, handlers })), fault);
  assert.ok(await isRunning(transcript.pid));
});
