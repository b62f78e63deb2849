import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { choosePaths, type PathFacts } from '../../../app/config/paths.ts';

const USER: PathFacts = { uid: 1000, home: '/home/someone', temp: '/tmp' };
/** The longest thing we put below the runtime directory. */
const SOCKET = '/postgres/.s.PGSQL.65535.lock';

suite('paths', () => {
  test('of an ordinary user follow the XDG defaults', () => {
    assert.deepEqual(choosePaths(USER), {
      cache: '/home/someone/.cache/redgreen',
      state: '/home/someone/.local/state/redgreen',
      runtime: '/tmp/redgreen-1000',
    });
  });

  test('of an ordinary user follow the XDG variables', () => {
    const facts = {
      ...USER,
      xdgCacheHome: '/x/cache',
      xdgStateHome: '/x/state',
      xdgRuntimeDir: '/run/user/1000',
    };
    assert.deepEqual(choosePaths(facts), {
      cache: '/x/cache/redgreen',
      state: '/x/state/redgreen',
      runtime: '/run/user/1000/redgreen',
    });
  });

  test('of root are those of the system, whatever XDG says', () => {
    const facts = { ...USER, uid: 0, xdgCacheHome: '/x', xdgStateHome: '/x', xdgRuntimeDir: '/x' };
    assert.deepEqual(choosePaths(facts), {
      cache: '/var/cache/redgreen',
      state: '/var/lib/redgreen',
      runtime: '/run/redgreen',
    });
  });

  test('lie in REDGREEN_HOME if it is set, for root too', () => {
    for (const uid of [0, 1000]) {
      const facts = { ...USER, uid, xdgCacheHome: '/x', redgreenHome: '/srv/redgreen' };
      assert.deepEqual(choosePaths(facts), {
        cache: '/srv/redgreen/cache',
        state: '/srv/redgreen/state',
        runtime: '/srv/redgreen/run',
      });
      const { cache, state } = choosePaths({ ...facts, redgreenCache: '/srv/programs' });
      assert.deepEqual([cache, state], ['/srv/programs', '/srv/redgreen/state']);
    }
  });

  test('never make a socket path longer than the 107 bytes the kernel takes', () => {
    for (let length = 1; length <= 200; length += 1) {
      const redgreenHome = `/${'é'.repeat(length)}`;
      const { cache, state, runtime } = choosePaths({ ...USER, redgreenHome });
      assert.ok(Buffer.byteLength(runtime + SOCKET) <= 107, runtime);
      assert.deepEqual([cache, state], [`${redgreenHome}/cache`, `${redgreenHome}/state`]);
    }
  });

  test('stay short where the temp directory is long too', () => {
    const temp = `/${'t'.repeat(90)}`;
    for (const facts of [
      { ...USER, temp },
      { ...USER, temp, xdgRuntimeDir: temp },
    ]) {
      assert.match(choosePaths(facts).runtime, /^\/tmp\/redgreen-1000-[0-9a-f]{12}$/);
    }
  });

  test('too long for a socket get a short place that is the same each time and differs by home', () => {
    const first = choosePaths({ ...USER, redgreenHome: `/${'a'.repeat(99)}` });
    const again = choosePaths({ ...USER, redgreenHome: `/${'a'.repeat(99)}` });
    const other = choosePaths({ ...USER, redgreenHome: `/${'b'.repeat(99)}` });
    assert.match(first.runtime, /^\/tmp\/redgreen-1000-[0-9a-f]{12}$/);
    assert.equal(first.runtime, again.runtime);
    assert.notEqual(first.runtime, other.runtime);
  });
});
