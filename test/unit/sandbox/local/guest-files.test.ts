// The guest in a clone: its modules joined without a bundler. What it does is asked by the contract
// of the driver, on every sandbox.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempDisposable, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { copyGuest } from '../../../../sandbox/local/guest-files.ts';

test('the guest is one program that anybody may read and that needs nothing but Node', async () => {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'redgreen-guest-'));
  await copyGuest(directory.path);
  assert.deepEqual(await readdir(directory.path), ['agent.mjs']);
  const path = join(directory.path, 'agent.mjs');
  assert.equal((await stat(path)).mode & 0o777, 0o644);
  // Fails where two modules declare the same name.
  await promisify(execFile)(process.execPath, ['--check', path]);
  const text = await readFile(path, 'utf8');
  const imports = [...text.matchAll(/\bfrom '([^']+)'/g)].map(([, name = '']) => name);
  assert.ok(imports.length > 3);
  assert.deepEqual(
    imports.filter((name) => !name.startsWith('node:')),
    [],
  );
});
