// Commands in the background: Bash starts them, TaskOutput follows them, TaskStop ends them.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createTailCapture } from '../../../../sandbox/runner/processes/capture.ts';
import { isRunning, openToolWorld, type ToolWorld } from './tool-world.ts';

const start = async (world: ToolWorld, command: string): Promise<string> => {
  const { outcome, content } = await world.run('Bash', { command, run_in_background: true });
  assert.equal(outcome, 'success', content);
  return /as task (\S+)\./.exec(content)?.[1] ?? assert.fail(content);
};
const show = async (world: ToolWorld, input: object): Promise<string> => {
  const { outcome, content } = await world.run('TaskOutput', input);
  assert.equal(outcome, 'success', content);
  return content;
};

test('a task runs on while others are run, and its end is told', async () => {
  await using world = await openToolWorld();
  const id = await start(
    world,
    'echo begun; until test -e go; do sleep 0.02; done; echo no >&2; exit 3',
  );
  const early = await show(world, { task_id: id, block: true, timeout: 100 });
  assert.match(early, /^task_id: \S+\nstatus: running\n(output:\nbegun\n|There is no output\.)$/);
  assert.equal((await world.run('Bash', { command: 'touch go' })).outcome, 'success');
  const end = `task_id: ${id}\nstatus: failed\nexit_code: 3\noutput:\nbegun\n\n--- stderr ---\nno\n`;
  assert.equal(await show(world, { task_id: id }), end);
  assert.equal(await show(world, { task_id: id, block: false }), end, 'the same when asked again');
  const quiet = await start(world, 'true');
  assert.match(
    await show(world, { task_id: quiet }),
    /completed\nexit_code: 0\nThere is no output/,
  );
});

test('a task that is stopped is killed with everything it started', async () => {
  await using world = await openToolWorld();
  const id = await start(world, 'sleep 30 & echo $! > child; wait');
  const waiting = 'until test -s child; do sleep 0.02; done; cat child';
  const child = Number((await world.run('Bash', { command: waiting })).content);
  assert.equal(await isRunning(child), true);
  const stopped = await world.run('TaskStop', { task_id: id });
  assert.match(stopped.content, /was stopped: sleep 30/);
  assert.equal(await isRunning(child), false);
  assert.match(await show(world, { task_id: id }), /status: killed\nexit_code: 137/);
  const again = await world.run('TaskStop', { shell_id: id });
  assert.equal(again.outcome, 'tool_rejected');
  assert.match(again.content, /does not run: it is killed/);
});

test('a task begins in the working directory and does not change it', async () => {
  await using world = await openToolWorld();
  await mkdir(join(world.root, 'sub'));
  await world.run('Bash', { command: 'cd sub' });
  const id = await start(world, 'pwd; cd /');
  assert.match(await show(world, { task_id: id }), new RegExp(`output:\n${world.root}/sub\n$`));
  assert.equal((await world.run('Bash', { command: 'pwd' })).content, `${world.root}/sub\n`);
});

test('of a long output the end is kept', async () => {
  await using world = await openToolWorld({ limits: { outputBytes: 10 } });
  const id = await start(world, 'for i in 1 2 3 4 5 6 7 8 9; do echo line $i; done');
  assert.match(await show(world, { task_id: id }), /output:\n\[SDLC_TRUNCATED\] 8\nline 9\n$/);
});

test('the kept end of a stream begins with a whole character', async () => {
  const stream = new PassThrough();
  const tail = createTailCapture(stream, 5);
  stream.write('abcdefghijklmnop');
  stream.end('äää');
  await new Promise((resolve) => stream.once('end', resolve));
  assert.deepEqual(tail(), { text: 'ää', isCut: true });
});

test('there are only so many tasks, and none outlives the session', async () => {
  await using world = await openToolWorld();
  const pids = [];
  for (let count = 0; count < 8; count += 1) await start(world, `echo $$ > pid${count}; sleep 30`);
  const ninth = await world.run('Bash', { command: 'sleep 30', run_in_background: true });
  assert.equal(ninth.outcome, 'tool_rejected');
  assert.match(ninth.content, /8 tasks run already \(bash_1, .*bash_8\)/);
  const wait = 'until test $(cat pid? | wc -l) = 8; do sleep 0.02; done; cat pid?';
  const { content } = await world.run('Bash', { command: wait });
  pids.push(...content.trim().split('\n').map(Number));
  world.context.shell.close();
  await Promise.all(
    Array.from(
      { length: 8 },
      async (_, index) => await show(world, { task_id: `bash_${index + 1}` }),
    ),
  );
  for (const pid of pids) assert.equal(await isRunning(pid), false);
  for (let count = 0; count < 12; count += 1) {
    await show(world, { task_id: await start(world, 'true') });
  }
  const forgotten = await world.run('TaskOutput', { task_id: 'bash_1' });
  assert.equal(forgotten.outcome, 'tool_rejected');
  assert.match(forgotten.content, /There is no task bash_1\. Known: bash_5, /);
});

test('a cancelled session does not wait for a task', async () => {
  await using world = await openToolWorld();
  const id = await start(world, 'sleep 30');
  setTimeout(world.cancel, 50);
  await assert.rejects(world.run('TaskOutput', { task_id: id }));
});

test('wrong inputs are refused', async () => {
  await using world = await openToolWorld();
  for (const [name, input, words] of [
    ['TaskOutput', { task_id: 'none' }, /no task none. Known: none/],
    ['TaskOutput', {}, /task_id/],
    ['TaskOutput', { task_id: 'a', timeout: 600_001 }, /timeout/],
    ['TaskStop', { task_id: 'none' }, /no task none/],
    ['TaskStop', {}, /task_id is missing/],
    ['Bash', { command: 'true', dangerouslyDisableSandbox: true }, /dangerouslyDisableSandbox/],
  ] as const) {
    const result = await world.run(name, input);
    assert.equal(result.outcome, 'tool_rejected', JSON.stringify(input));
    assert.match(result.content, words);
  }
});
