// Running one program to its end.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAppError } from '../../../app/errors.ts';
import { runProcess } from '../../../app/machine/run-process.ts';
import { isAlive, until } from '../../support/embedded-home.ts';

const options = { env: { PATH: '/usr/bin:/bin' }, deadlineMs: 10_000 };

test('returns exit code and output, and passes arguments and environment as they are', async () => {
  const script = 'echo "$1"; env | grep -c ^SECRET_; echo err >&2; exit 3';
  const result = await runProcess(['sh', '-c', script, 'sh', '$(id); *'], options);
  assert.equal(result.exitCode, 3);
  assert.deepEqual(result.output.trim().split('\n').sort(), ['$(id); *', '0', 'err']);
});

test('a missing program is 127, one that may not be started 126, a signal 128 and more', async () => {
  assert.equal((await runProcess(['redgreen-no-such-program'], options)).exitCode, 127);
  assert.equal((await runProcess(['/etc/passwd'], options)).exitCode, 126);
  assert.equal((await runProcess(['sh', '-c', 'kill -TERM $$'], options)).exitCode, 143);
});

test('keeps the end of a long output', async () => {
  const { output } = await runProcess(['sh', '-c', 'seq 1 100000'], options);
  assert.equal(output.length, 64 * 1024);
  assert.ok(output.endsWith('100000\n'));
});

test('the deadline and the signal end the program with everything it started', async (t) => {
  const directory = await mkdtemp('/tmp/rg-run-');
  t.after(async () => await rm(directory, { recursive: true }));
  const file = join(directory, 'pid');
  const slow = ['sh', '-c', 'sleep 60 & echo $! > "$1"; wait', 'sh', file] as const;
  await assert.rejects(runProcess(slow, { ...options, deadlineMs: 300 }), (error) =>
    isAppError(error, 'TIMEOUT'),
  );
  await until(() => !isAlive(Number(readFileSync(file, 'utf8'))));
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 300);
  await assert.rejects(runProcess(slow, { ...options, signal: abort.signal }), (error) =>
    isAppError(error, 'CANCELLED'),
  );
  await until(() => !isAlive(Number(readFileSync(file, 'utf8'))));
});
