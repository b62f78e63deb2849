import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Profile } from '../../../../../sandbox/local/isolation/bubblewrap.ts';
import {
  digestProfile,
  watchProfile,
} from '../../../../../sandbox/local/isolation/profile-watch.ts';
import { Limits } from '../../../../../sandbox/local/options.ts';

describe('a changed profile', () => {
  it('is tested once before the next sandbox, and refused until the test passes', async () => {
    let digest = 'first';
    let isGood = true;
    let tests = 0;
    const watch = watchProfile({
      tested: 'first',
      digest: () => digest,
      async test() {
        tests += 1;
        await Promise.resolve();
        if (!isGood) throw new Error('the wall has a hole');
      },
      log: () => undefined,
    });
    await watch.requireIsolation();
    assert.equal(tests, 0, 'the server has tested it at its start');
    digest = 'second';
    await Promise.all([watch.requireIsolation(), watch.requireIsolation()]);
    await watch.requireIsolation();
    assert.equal(tests, 1);
    digest = 'third';
    isGood = false;
    await assert.rejects(watch.requireIsolation(), /hole/);
    await assert.rejects(watch.requireIsolation(), /hole/);
    isGood = true;
    await watch.requireIsolation();
    assert.equal(tests, 4);
  });

  it('is noticed by its programs, its guest and its filter', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'redgreen-profile-'));
    const path = (name: string) => join(directory, name);
    const names = ['bwrap', 'unshare', 'setpriv', 'sh', 'bash', 'cp', 'chmod', 'node', 'sealed'];
    for (const name of names) await writeFile(path(name), name);
    for (const name of ['etc', 'guest']) {
      await mkdir(path(name));
      await writeFile(join(path(name), 'file'), 'text');
    }
    const [bwrap, unshare, setpriv, sh, bash, cp, chmodPath] = names.map(path);
    const tools = { bwrap, unshare, setpriv, sh, bash, cp, chmod: chmodPath };
    const profile = {
      tools,
      system: { links: [], paths: [] },
      etcDirectory: path('etc'),
      guestDirectory: path('guest'),
      nodeBinary: path('node'),
      sealedNodeBinary: path('sealed'),
      limits: Limits.parse({}),
      uid: 64_000,
    } as Profile;
    const filter = Buffer.from('filter');
    const seen = [digestProfile(profile, filter)];
    assert.equal(digestProfile(profile, filter), seen[0], 'nothing changed');
    const changes = [
      async () => await writeFile(path('bwrap'), 'a new bubblewrap'),
      async () => await chmod(path('sealed'), 0o755),
      async () => await writeFile(join(path('guest'), 'file'), 'another agent'),
      async () => await writeFile(join(path('etc'), 'more'), ''),
      async () => await rm(path('unshare')),
    ];
    for (const change of changes) {
      await change();
      seen.push(digestProfile(profile, filter));
    }
    seen.push(digestProfile(profile, Buffer.from('other')));
    assert.equal(new Set(seen).size, changes.length + 2);
    await rm(directory, { recursive: true });
  });
});
