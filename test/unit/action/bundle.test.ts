// The committed bundle is what the sources give, byte for byte.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { bundleAction } from '../../../app/cli/bundle/action.ts';

const COMMITTED = join(import.meta.dirname, '..', '..', '..', 'action', 'dist');
/** A third of it is grammars. */
const LARGEST_BYTES = 6.5 * 1024 * 1024;

test('action/dist equals a rebuild; `npm run bundle` makes it so', async () => {
  const directory = await mkdtemp('/tmp/redgreen-bundle-');
  try {
    await bundleAction(build, directory);
    const names = await filesIn(directory);
    assert.deepEqual(await filesIn(COMMITTED), names);
    let bytes = 0;
    for (const name of names) {
      const made = await readFile(join(directory, name));
      bytes += made.length;
      const isSame = made.equals(await readFile(join(COMMITTED, name)));
      assert.ok(isSame, `${name} is not what the sources give: run \`npm run bundle\``);
      assert.ok(
        !made.includes(import.meta.dirname.split('/test/')[0] ?? ''),
        'no path of a machine',
      );
    }
    assert.ok(bytes < LARGEST_BYTES, `${bytes} bytes`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
    .toSorted();
}
