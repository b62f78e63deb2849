// A sandbox that says it is as it was made may be used for the next run of a test. So whatever a run
// can leave behind has to show, and what only looks at things must not.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { type LocalWorld, openLocalWorld } from './local-world.ts';

const LOOKS = [
  'cat /workspace/sub/kept.txt; ls -la /workspace /tmp /home/user',
  'find /home /tmp /workspace /dev -newer /etc/passwd >/dev/null 2>&1; true',
  "node -e 'process.exitCode = 3'",
  "bash -c 'exit 7'; (sleep 0.01; true) | cat",
  'mkdir /usr/x /opt/x /run/x; echo > /etc/passwd; true',
  // They end with the question.
  'setsid sleep 1000 & disown; true',
  'setsid bash -c "sleep 1; echo late > /tmp/late" & true',
];

const TOUCHES: Record<string, string> = {
  'a new file': 'echo > /tmp/new',
  'a new file that is gone again': 'echo > /tmp/new; rm /tmp/new',
  'a file written as it was': 'cat sub/kept.txt > /tmp/x; cat /tmp/x > sub/kept.txt',
  'a file with an old date': 'touch -d 2001-02-03 sub/kept.txt',
  'a new file with an old date': 'echo > new; touch -d 2001-02-03 new',
  'a removed file': 'rm sub/kept.txt',
  'a removed directory': 'rm -r sub',
  'another mode': 'chmod 600 sub/kept.txt',
  'a link': 'ln -s kept.txt sub/link',
  'another name for a file': 'ln sub/kept.txt sub/other',
  'a file moved over itself': 'cp -p sub/kept.txt x; mv x sub/kept.txt',
  'an attribute': `python3 -c "import os; os.setxattr('sub/kept.txt', 'user.a', b'1')"`,
  'a setting of the user': 'echo x > ~/.profile',
  'a file below the temporary directories': 'echo > /var/tmp/x',
  'shared memory': 'echo > /dev/shm/x',
  'a directory that nobody may list': 'mkdir /tmp/d; chmod 0 /tmp/d',
  'a change through a mapping': `python3 -c "
import mmap
with open('sub/kept.txt', 'r+b') as file:
    mmap.mmap(file.fileno(), 0)[0] = 65"`,
  'a message queue': 'ipcmk -Q',
  'a semaphore': 'ipcmk -S 1',
  'a piece of memory': 'ipcmk -M 100',
};

describe('a sandbox from a snapshot', () => {
  let world: LocalWorld;
  let snapshotId = '';
  const inOne = async (work: (sandbox: Sandbox) => Promise<void>) => {
    const sandbox = await world.create({ from: { kind: 'snapshot', snapshotId } });
    await work(sandbox);
    await sandbox.destroy();
  };
  const run = async (sandbox: Sandbox, command: string) =>
    await sandbox.exec({ command, cwd: '/workspace', timeoutMs: 15_000 });

  before(async () => {
    world = await openLocalWorld();
    const first = await world.create();
    await run(first, 'mkdir sub && echo kept > sub/kept.txt');
    ({ snapshotId } = await first.snapshot());
    await first.destroy();
  });
  after(async () => await world.close());

  it('is untouched by whatever only looks, and nothing runs in it afterwards', async () => {
    await inOne(async (sandbox) => {
      assert.equal(await sandbox.isUntouched(), true);
      for (const command of LOOKS) {
        await run(sandbox, command);
        assert.equal(await sandbox.isUntouched(), true, command);
        const { stdout } = await run(sandbox, 'pgrep -c sleep');
        assert.equal(stdout.trim(), '0', command);
      }
    });
  });

  for (const [what, command] of Object.entries(TOUCHES)) {
    it(`is touched by ${what}, for good`, async () => {
      await inOne(async (sandbox) => {
        const { exitCode, stderr } = await run(sandbox, command);
        assert.equal(exitCode, 0, stderr);
        assert.equal(await sandbox.isUntouched(), false);
        await run(sandbox, 'true');
        assert.equal(await sandbox.isUntouched(), false);
      });
    });
  }

  it('is compared with what was kept of it', async () => {
    await inOne(async (sandbox) => {
      await run(sandbox, 'echo laid > sub/laid.txt; echo > ~/laid');
      assert.equal(await sandbox.isUntouched(), false);
      const kept = await sandbox.snapshot();
      await run(sandbox, 'cat sub/laid.txt');
      assert.equal(await sandbox.isUntouched(), true);
      await run(sandbox, 'touch -d 2001-02-03 sub/laid.txt');
      assert.equal(await sandbox.isUntouched(), false);
      await world.driver.deleteSnapshot(kept.snapshotId);
    });
  });

  it('with more in it than is worth a look is not said to be untouched', async () => {
    await inOne(async (sandbox) => {
      await run(sandbox, 'for i in {1..3100}; do : > sub/$i; done');
      const kept = await sandbox.snapshot();
      assert.equal(await sandbox.isUntouched(), false);
      await world.driver.deleteSnapshot(kept.snapshotId);
    });
  });

  it('is touched by a file brought in from outside', async () => {
    await inOne(async (sandbox) => {
      await sandbox.upload('/workspace/sub/kept.txt', Buffer.from('kept\n'));
      assert.equal(await sandbox.isUntouched(), false);
    });
  });

  it('is not said to be untouched when it is gone', async () => {
    const sandbox = await world.create({ from: { kind: 'snapshot', snapshotId } });
    await sandbox.destroy();
    assert.equal(await sandbox.isUntouched(), false);
  });
});
