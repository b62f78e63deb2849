// A sandbox that says it is as it was made may be used for the next run of a test. So whatever a run
// can leave behind has to show, and what only looks at things must not.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { type LocalWorld, openLocalWorld } from './local-world.ts';

const LOOKS = [
  'cat sub/kept.txt below.txt; ls -la /workspace /tmp /home/user',
  'find /home /tmp /workspace /dev -newer /etc/passwd >/dev/null 2>&1; true',
  "node -e 'process.exitCode = 3'",
  "bash -c 'exit 7'; (sleep 0.01; true) | cat",
  'mkdir /usr/x /opt/x /run/x; echo > /etc/passwd; true',
  // They end with the question.
  'setsid sleep 1000 & disown; true',
  'setsid bash -c "sleep 1; echo late > /tmp/late" & true',
  'setsid flock sub/kept.txt sleep 1000 & sleep 0.1',
  `setsid python3 -c "
import mmap, os, socket, time
held = os.memfd_create('held')
listening = socket.socket(socket.AF_UNIX); listening.bind('\\0held'); listening.listen()
page = mmap.mmap(os.open('sub/kept.txt', os.O_RDWR), 0); page[0]; time.sleep(1); page[0] = 65
" & sleep 0.3`,
  'echo 77 > /proc/sys/kernel/msgmax; echo 1 > /proc/sys/fs/mqueue/msg_max; echo 400 > /proc/sys/kernel/pid_max; true',
  `python3 -c "
import pty; pty.openpty()"`,
];

/** Reads the page of a shared mapping first: a write then shows in no time. */
const MAPPED = (write: string) => `python3 -c "
import ctypes, mmap, os
file = os.open('sub/kept.txt', os.O_RDWR)
page = mmap.mmap(file, 0); page[0]
${write}"`;

const AGENT = 2;

const TOUCHES: Record<string, string> = {
  'a new file': 'echo > /tmp/new',
  'a new file that is gone again': 'echo > /tmp/new; rm /tmp/new',
  'a file written as it was': 'cat sub/kept.txt > /tmp/x; cat /tmp/x > sub/kept.txt',
  'a file with an old date': 'touch -d 2001-02-03 sub/kept.txt',
  'a file below with an old date': 'touch -d 2001-02-03 below.txt',
  'a file below that is opened for writing': 'exec 7<> below.txt',
  'a new file with an old date': 'echo > new; touch -d 2001-02-03 new',
  'a time of reading set back': 'cat sub/kept.txt; touch -a -d 2001-02-03 sub/kept.txt',
  'all times set back': `python3 -c "
import os
old = os.stat('sub/kept.txt'); open('sub/kept.txt', 'r+').write('K')
os.utime('sub/kept.txt', ns=(old.st_atime_ns, old.st_mtime_ns))"`,
  'a removed file': 'rm sub/kept.txt',
  'a removed file below': 'rm below.txt',
  'a removed directory': 'rm -r sub',
  'a directory made again': 'rm -r deep; mkdir deep',
  'a directory moved away and back': 'mv sub away; mv away sub',
  'a directory below moved away and back': 'cp -r deep x; rm -r deep; mv x deep',
  'another mode': 'chmod 600 sub/kept.txt',
  'a mode set back': 'chmod 600 sub/kept.txt; chmod 644 sub/kept.txt',
  'a link': 'ln -s kept.txt sub/link',
  'another name for a file': 'ln sub/kept.txt sub/other',
  'another name that is gone again': 'ln sub/kept.txt sub/other; rm sub/other',
  'a file moved over itself': 'cp -p sub/kept.txt x; mv x sub/kept.txt',
  'a pipe with a name': 'mkfifo sub/pipe',
  'a socket with a name': `python3 -c "
import socket; socket.socket(socket.AF_UNIX).bind('sub/socket')"`,
  'a name that is no text': `touch $'sub/\\xff'`,
  'a hole in a file': 'fallocate --punch-hole --offset 0 --length 2 sub/kept.txt',
  'a file that gets a name late': `python3 -c "
import ctypes, os
file = os.open('/tmp', os.O_TMPFILE | os.O_RDWR)
ctypes.CDLL(None).linkat(-100, f'/proc/self/fd/{file}'.encode(), -100, b'/tmp/late', 0x400)"`,
  'an attribute': `python3 -c "import os; os.setxattr('sub/kept.txt', 'user.a', b'1')"`,
  'an attribute of an overlay': `python3 -c "import os; os.setxattr('sub', 'user.overlay.opaque', b'y')"`,
  'a flag against times of reading': 'chattr +A sub/kept.txt',
  'a setting of the user': 'echo x > ~/.profile',
  'a file below the temporary directories': 'echo > /var/tmp/x',
  'shared memory': 'echo > /dev/shm/x',
  'a directory that nobody may list': 'mkdir /tmp/d; chmod 0 /tmp/d',
  'a change through a mapping': MAPPED('page[0] = 65'),
  'a change through a mapping, and waiting for it': MAPPED('page[0] = 65; page.flush()'),
  'a change through the memory of a mapping': MAPPED(`
where = ctypes.addressof(ctypes.c_char.from_buffer(page))
memory = open('/proc/self/mem', 'r+b', buffering=0); memory.seek(where); memory.write(b'A')`),
  'a change by a read into a mapping': MAPPED(`
import io; io.FileIO('/dev/zero').readinto(memoryview(page)[:1])`),
  'a change through a mapping whose file is closed': MAPPED('os.close(file); page[0] = 65'),
  'a change through a mapping in a thread': MAPPED(`
import threading; one = threading.Thread(target=lambda: page.__setitem__(0, 65)); one.start(); one.join()`),
  // Without cgroups there are no queues.
  'a message queue': 'ipcmk -Q || ipcmk -S 1',
  'a semaphore': 'ipcmk -S 1',
  'a piece of memory': 'ipcmk -M 100',
  'a terminal directory with an old date': 'touch -d 2001-02-03 /dev/pts',
  'the niceness of who starts the next': `renice 5 ${AGENT}`,
  'the niceness of the first process': 'renice 5 1',
  'the niceness of everybody': 'renice 5 -u 1000',
  'the processors of who starts the next': `taskset -p 1 ${AGENT}`,
  'the limits of who starts the next': `prlimit --pid ${AGENT} --nofile=99`,
  'the policy of who starts the next': `python3 -c "
import os; os.sched_setscheduler(${AGENT}, os.SCHED_BATCH, os.sched_param(0))"`,
  'what is counted of a network': `python3 -c "
import socket; one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); one.sendto(b'1', ('127.0.0.1', 9))"`,
  'a number made of processes': 'for i in {1..320}; do (:); done',
};

/** What would make the next run another's: refused, whatever is seen of it. */
const REFUSED: Record<string, string> = {
  'a debugger of who starts the next': `kill -USR1 ${AGENT}; sleep 0.3; ! exec 7<>/dev/tcp/127.0.0.1/9229`,
  'the memory of who starts the next': `! head -c 1 /proc/${AGENT}/mem && ! cat /proc/${AGENT}/environ`,
  'the memory of the first process': '! exec 7<>/proc/1/mem && ! cat /proc/1/maps',
  'an order of disks for who starts the next': `! ionice -c 3 -p ${AGENT}`,
};

describe('a sandbox from a snapshot, with files brought into it', () => {
  let world: LocalWorld;
  let snapshotId = '';
  const inOne = async (work: (sandbox: Sandbox) => Promise<void>) => {
    const sandbox = await world.create({ from: { kind: 'snapshot', snapshotId } });
    await sandbox.upload('/workspace/sub/kept.txt', Buffer.from('kept\n'));
    await sandbox.mark();
    await work(sandbox);
    await sandbox.destroy();
  };
  const run = async (sandbox: Sandbox, command: string) =>
    await sandbox.exec({ command, cwd: '/workspace', timeoutMs: 15_000 });
  const isUntouched = async (sandbox: Sandbox) => (await sandbox.traces()).isUntouched;

  before(async () => {
    world = await openLocalWorld();
    const first = await world.create();
    await run(first, 'mkdir sub deep && echo below > below.txt && echo in > deep/in.txt');
    ({ snapshotId } = await first.snapshot());
    await first.destroy();
  });
  after(async () => await world.close());

  it('is untouched by whatever only looks, and nothing runs in it afterwards', async () => {
    await inOne(async (sandbox) => {
      assert.equal(await isUntouched(sandbox), true);
      for (const command of LOOKS) {
        await run(sandbox, command);
        assert.equal(await isUntouched(sandbox), true, command);
        const { stdout } = await run(sandbox, 'pgrep -c "sleep|python3|flock"');
        assert.equal(stdout.trim(), '0', command);
      }
    });
  });

  it('shows a run nothing of what the run before has read', async () => {
    await inOne(async (sandbox) => {
      const times = `stat -c '%n %x' sub sub/kept.txt . | awk '{print $3}' | sort -u | wc -l`;
      assert.equal((await run(sandbox, times)).stdout.trim(), '1');
      await run(sandbox, 'cat sub/kept.txt; ls sub');
      assert.equal(await isUntouched(sandbox), true);
      assert.equal((await run(sandbox, times)).stdout.trim(), '1');
    });
  });

  for (const [what, command] of Object.entries(TOUCHES)) {
    it(`is touched by ${what}, for good`, async () => {
      await inOne(async (sandbox) => {
        const { exitCode, stderr } = await run(sandbox, command);
        assert.equal(exitCode, 0, stderr);
        assert.equal(await isUntouched(sandbox), false);
        await run(sandbox, 'true');
        assert.equal(await isUntouched(sandbox), false);
      });
    });
  }

  for (const [what, command] of Object.entries(REFUSED)) {
    it(`does not give a run ${what}`, async () => {
      await inOne(async (sandbox) => {
        const { exitCode, stdout } = await run(sandbox, command);
        assert.equal(exitCode, 0, stdout);
        assert.equal(stdout, '');
      });
    });
  }

  it('keeps no orphan', async () => {
    await inOne(async (sandbox) => {
      await run(sandbox, 'for i in 1 2 3; do (setsid sleep 0.1 &); done; sleep 0.4');
      const { stdout } = await run(sandbox, 'grep -l "^State:.Z" /proc/[0-9]*/status | wc -l');
      assert.equal(stdout.trim(), '0');
    });
  });

  it('is compared with what was kept of it', async () => {
    await inOne(async (sandbox) => {
      await run(sandbox, 'echo laid > sub/laid.txt; echo > ~/laid');
      assert.equal(await isUntouched(sandbox), false);
      const kept = await sandbox.snapshot();
      await run(sandbox, 'cat sub/laid.txt');
      assert.equal(await isUntouched(sandbox), true);
      await run(sandbox, 'touch -d 2001-02-03 sub/laid.txt');
      assert.equal(await isUntouched(sandbox), false);
      await world.driver.deleteSnapshot(kept.snapshotId);
    });
  });

  it('with more in it than is worth a look is not said to be untouched', async () => {
    await inOne(async (sandbox) => {
      await run(sandbox, 'for i in {1..3100}; do : > sub/$i; done');
      await sandbox.mark();
      assert.equal(await isUntouched(sandbox), false);
    });
  });

  it('is touched by a file brought in from outside', async () => {
    await inOne(async (sandbox) => {
      await sandbox.upload('/workspace/sub/kept.txt', Buffer.from('kept\n'));
      assert.equal(await isUntouched(sandbox), false);
    });
  });

  it('is not said to be untouched when it is gone', async () => {
    const sandbox = await world.create({ from: { kind: 'snapshot', snapshotId } });
    await sandbox.destroy();
    assert.deepEqual(await sandbox.traces(), { isUntouched: false });
  });
});
