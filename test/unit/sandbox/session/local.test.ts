// The runner inside a real local sandbox: bubblewrap, the e2b SDK, the sealed node.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { SANDBOX_PATHS } from '../../../../sandbox/driver/port.ts';
import {
  attachSession,
  runSession,
  SESSION_LIMITS,
} from '../../../../sandbox/driver/session/session.ts';
import { type LocalWorld, openLocalWorld } from '../../../contract/driver/local-world.ts';
import {
  DEPS,
  FINISH,
  makeTask,
  reply,
  Transcript,
  use,
  useRunnerBundle,
} from './session-world.ts';

const RUNNER = '/home/user/runner.mjs';
const bundle = useRunnerBundle();
let local: LocalWorld;
before(async () => {
  local = await openLocalWorld();
});
after(async () => await local.close());

test('works in its workspace, survives a host that leaves, and is closed to its commands', async () => {
  const sandbox = await local.create();
  await sandbox.upload(RUNNER, await readFile(bundle.path));
  await sandbox.upload(`${SANDBOX_PATHS.workspace}/greet.txt`, Buffer.from('hello\n'));
  const transcript = new Transcript();
  const peek =
    'for f in environ mem maps fd/0; do head -c 1 /proc/$PPID/$f; done; readlink /proc/$PPID/exe';
  const handlers = transcript.handlers([
    reply(use('Read', { file_path: 'greet.txt' }), use('Bash', { command: 'pwd; whoami' })),
    reply(use('Bash', { command: peek })),
    reply(use('Bash', { command: 'head -c 3000000 /dev/zero | tr "\\0" x' })),
    reply(FINISH),
  ]);
  const leaving = new AbortController();
  const { turn } = handlers;
  handlers.turn = async (request, signal) => {
    if (request.call === 3 && !leaving.signal.aborted) {
      leaving.abort();
      signal.throwIfAborted();
    }
    return await turn(request, signal);
  };
  const task = makeTask(SANDBOX_PATHS.workspace);
  const limits = { ...SESSION_LIMITS, heartbeatMs: 500 };
  const signal = AbortSignal.timeout(30_000);
  const options = { sandbox, task, handlers, deps: DEPS, limits, signal };
  const first = await runSession({ ...options, runnerPath: RUNNER, leave: leaving.signal });
  assert.deepEqual(first, { kind: 'left' });
  const { pid, last } = transcript;
  const end = await attachSession({
    ...options,
    sandbox: await local.driver.attach(sandbox.id),
    pid,
    last,
  });
  assert.equal(end.kind, 'done');
  const results = transcript.results();
  assert.match(results[0]?.content ?? '', /1→hello/);
  assert.equal(results[1]?.content, `${SANDBOX_PATHS.workspace}\nuser\n`);
  const words = results[2]?.content ?? '';
  assert.equal(words.match(/Permission denied/g)?.length, 4, words);
  assert.ok(results[3]?.content.endsWith('x[SDLC_TRUNCATED]'));
  const left = await sandbox.exec({ command: ['test', '-d', `/proc/${pid}`], timeoutMs: 20_000 });
  assert.equal(left.exitCode, 1, 'the runner is left');
  await sandbox.destroy();
});
