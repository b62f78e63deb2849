// Bash: output, verdict, time limit, working directory, environment, what is left running.
import assert from 'node:assert/strict';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../../support/waiting.ts';
import { isRunning, openToolWorld } from './tool-world.ts';

test('joins standard output and standard error', async () => {
  await using world = await openToolWorld();
  const both = await world.run('Bash', { command: 'echo out; echo err >&2' });
  assert.deepEqual(both, { outcome: 'success', content: 'out\n\n--- stderr ---\nerr\n' });
  const one = await world.run('Bash', { command: 'echo out', description: 'say it' });
  assert.deepEqual(one, { outcome: 'success', content: 'out\n' });
  const none = await world.run('Bash', { command: 'true' });
  assert.deepEqual(none, { outcome: 'success', content: '' });
});

test('a failing command is an error that tells its exit code', async () => {
  await using world = await openToolWorld();
  const failed = await world.run('Bash', { command: 'echo no; exit 3' });
  assert.deepEqual(failed, { outcome: 'tool_rejected', content: 'no\n\n[exit code 3]' });
  const silent = await world.run('Bash', { command: 'false' });
  assert.equal(silent.content, '[exit code 1]');
  const killed = await world.run('Bash', { command: 'kill -SEGV $$' });
  assert.equal(killed.content, '[exit code 139]');
  const wrong = await world.run('Bash', { command: 'if' });
  assert.match(wrong.content, /syntax error/);
});

test('cuts each stream at its limit, between characters', async () => {
  await using world = await openToolWorld({ limits: { outputBytes: 5 } });
  const result = await world.run('Bash', { command: 'printf ääää; printf 123456 >&2' });
  const content = 'ää[SDLC_TRUNCATED]\n--- stderr ---\n12345[SDLC_TRUNCATED]';
  assert.deepEqual(result, { outcome: 'success', content });
  const exact = await world.run('Bash', { command: 'printf 12345' });
  assert.equal(exact.content, '12345');
});

test('a command that takes too long is killed with everything it started', async () => {
  await using world = await openToolWorld();
  const command = 'sleep 30 & echo $! > child; echo begun; sleep 30';
  const startedAt = performance.now();
  const result = await world.run('Bash', { command, timeout: 2_000 });
  assert.ok(performance.now() - startedAt < 10_000);
  assert.equal(result.outcome, 'internal_failure');
  assert.match(
    result.content,
    /^\[SDLC_INTERNAL\] The command was killed after 2000 ms[\s\S]*begun/,
  );
  const child = Number(await readFile(join(world.root, 'child'), 'utf8'));
  assert.equal(await isRunning(child), false);
});

test('a cancelled session kills the command at once', async () => {
  await using world = await openToolWorld();
  setTimeout(world.cancel, 100);
  const startedAt = performance.now();
  const result = await world.run('Bash', { command: 'sleep 30' });
  assert.ok(performance.now() - startedAt < 10_000);
  assert.equal(result.outcome, 'internal_failure');
});

test('the time limit that a call names stays below the longest allowed', async () => {
  await using world = await openToolWorld({ limits: { bashTimeoutMaxMs: 200 } });
  const result = await world.run('Bash', { command: 'sleep 30', timeout: 100_000 });
  assert.match(result.content, /killed after 200 ms/);
});

test('the working directory is kept inside the workspace, and nothing else of the shell', async () => {
  await using world = await openToolWorld();
  await mkdir(join(world.root, 'sub'));
  await world.run('Bash', { command: 'cd sub; export KEPT=1; alias x=y; exit 4' });
  const inside = await world.run('Bash', { command: 'pwd; echo "[$KEPT]"' });
  assert.equal(inside.content, `${join(world.root, 'sub')}\n[]\n`);
  const left = await world.run('Bash', { command: 'cd /; pwd' });
  assert.match(left.content, /^\/\n\n--- stderr ---\nThe working directory is .*workspace again/);
  const back = await world.run('Bash', { command: 'pwd' });
  assert.equal(back.content, `${world.root}\n`);
});

test('a working directory that is gone is the workspace again', async () => {
  await using world = await openToolWorld();
  await world.run('Bash', { command: 'mkdir gone; cd gone' });
  await rm(join(world.root, 'gone'), { recursive: true });
  const { content } = await world.run('Bash', { command: 'pwd' });
  assert.equal(content, `${world.root}\n`);
});

test('has only the environment it is given, no input, and no descriptor of ours', async () => {
  await using world = await openToolWorld();
  const { content } = await world.run('Bash', {
    command: 'env | cut -d= -f1 | sort | tr "\\n" " "',
  });
  assert.equal(content, 'HOME PATH PWD SHLVL TERM _ ');
  assert.equal((await world.run('Bash', { command: 'cat' })).content, '');
  const open = await world.run('Bash', { command: 'test -e /proc/self/fd/3; echo $?' });
  assert.equal(open.content.trim(), '1');
});

test('a process left running does not hold the call up, and ends with the session', async () => {
  await using world = await openToolWorld();
  const startedAt = performance.now();
  const result = await world.run('Bash', { command: 'sleep 30 & echo $!' });
  assert.ok(performance.now() - startedAt < 10_000);
  const child = Number(result.content);
  assert.equal(await isRunning(child), true);
  world.context.shell.close();
  await until(async () => !(await isRunning(child)));
});
