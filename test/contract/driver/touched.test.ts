// What a run read, executed or changed is told from outside. Whatever way it takes to a file's bytes
// shows, or is refused; and asking whether a file is there does not show.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { type LocalWorld, openLocalWorld } from './local-world.ts';

const python = (body: string) => `python3 -c "
import ctypes, fcntl, mmap, os, struct, sys
path = 'sub/kept.txt'
if True:
${body.replaceAll(/^/gm, '    ')}"`;

const opened = (flags: string) => `file = os.open(path, os.O_RDONLY | ${flags})`;

/** Each of them gets at the bytes: in `touched` is that file alone. */
const READS: Record<string, string> = {
  'is read': 'cat sub/kept.txt',
  'is read by one byte': 'head -c 1 sub/kept.txt',
  'is read a second time': 'cat sub/kept.txt; sleep 0.1; cat sub/kept.txt',
  'is copied': 'cp sub/kept.txt /tmp/copy',
  'is mapped': python(
    'mmap.mmap(os.open(path, os.O_RDONLY), 0, mmap.MAP_PRIVATE, mmap.PROT_READ)[0]',
  ),
  'is mapped to be run': python(
    'mmap.mmap(os.open(path, os.O_RDONLY), 0, mmap.MAP_PRIVATE, mmap.PROT_EXEC)',
  ),
  'is executed': './sub/kept.txt',
  'is executed by a descriptor': python(
    `${opened('0')}\nos.set_inheritable(file, True)\nos.execve(file, ['x'], {})`,
  ),
  'is sourced': '. sub/kept.txt',
  'is sent': python(`${opened('0')}\nos.sendfile(os.pipe()[1], file, 0, 5)`),
  'is spliced': python(`${opened('0')}\nos.splice(file, os.pipe()[1], 5)`),
  'is read past the cache': python(
    `${opened('os.O_DIRECT')}\nos.preadv(file, [mmap.mmap(-1, 4096)], 0)`,
  ),
  'is read by several vectors': python(
    `${opened('0')}\nos.preadv(file, [bytearray(2), bytearray(2)], 1)`,
  ),
  'is read through its descriptor': python(
    `${opened('os.O_PATH')}\nopen(f'/proc/self/fd/{file}').read()`,
  ),
  'is read through a link': 'ln -s /workspace/sub/kept.txt /tmp/link; cat /tmp/link',
  'is read by another name': 'ln sub/kept.txt /workspace/sub/other; cat sub/other',
  'is read elsewhere and put back': 'mv sub away; cat away/kept.txt; mv away sub',
  'is read, and its times are set back': python(
    `old = os.stat(path)\nopen(path).read()\nos.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))`,
  ),
  'is read behind a flag against times': 'chattr +A sub/kept.txt && cat sub/kept.txt',
  'is read by a process that is left':
    'setsid sh -c "cat sub/kept.txt; touch /tmp/x; sleep 99" & until test -e /tmp/x; do sleep 0.01; done',
  'is read by a process beside it': 'exec 9< sub/kept.txt; cat /proc/$$/fd/9',
  'is read by Node': `node -e 'require("fs").readFileSync("sub/kept.txt")'`,
  'is written': 'echo more >> sub/kept.txt',
  'is written through a mapping': python(
    `page = mmap.mmap(os.open(path, os.O_RDWR), 0)\npage[0]\npage[0] = 65`,
  ),
  'is removed': 'rm sub/kept.txt',
  'is replaced': 'cp sub/kept.txt /tmp/x; mv /tmp/x sub/kept.txt',
  'is made unreadable': 'chmod 0 sub/kept.txt',
  'lies in a directory that is moved': 'mv sub elsewhere',
  'lies in a directory that is closed': 'cat sub/kept.txt; chmod 0 sub',
  'is hidden among very many': 'cat sub/kept.txt; mkdir /tmp/m; cd /tmp/m; seq 62000 | xargs touch',
};

/** Ways to read that leave no time: refused. */
const REFUSED: Record<string, string> = {
  'without a time of reading': python(`${opened('os.O_NOATIME')}\nos.read(file, 5)`),
  'without a time of reading, said late': python(
    `${opened('0')}\nfcntl.fcntl(file, fcntl.F_SETFL, os.O_NOATIME)\nos.read(file, 5)`,
  ),
  'by the newer way to open': python(
    `how = struct.pack('QQQ', os.O_NOATIME, 0, 0)
got = ctypes.CDLL(None).syscall(437, -100, path.encode(), how, len(how))
sys.exit(1 if got < 0 else 0)`,
  ),
  'by copying within the kernel': python(
    `${opened('0')}\nos.copy_file_range(file, os.open('/workspace/out', os.O_RDWR | os.O_CREAT), 5)`,
  ),
  'by sharing its blocks': python(
    `${opened('0')}\nfcntl.ioctl(os.open('/workspace/out', os.O_RDWR | os.O_CREAT), 0x40049409, file)`,
  ),
  'by a handle': python(
    `got = ctypes.CDLL(None).syscall(303, -100, path.encode(), bytes(200), bytes(8), 0)
sys.exit(1 if got < 0 else 0)`,
  ),
  'by a ring of requests': python(
    `got = ctypes.CDLL(None).syscall(425, 4, bytes(200))\nsys.exit(1 if got < 0 else 0)`,
  ),
  'from the memory of another process': python(
    `got = ctypes.CDLL(None).syscall(310, 2, bytes(16), 1, bytes(16), 1, 0)
sys.exit(1 if got < 0 else 0)`,
  ),
  'by comparing blocks': python(
    `open('/workspace/out', 'wb').write(open('sub/other.txt', 'rb').read())
ask = bytearray(struct.pack('QQHHIqQQiI', 0, 5, 1, 0, 0, os.open('/workspace/out', os.O_RDWR), 0, 0, 0, 0))
fcntl.ioctl(os.open(path, os.O_RDONLY), 0xc0189436, ask)
status = struct.unpack('QQHHIqQQiI', ask)[8]
sys.exit(1 if status < 0 else 0)`,
  ),
};

const LOOKS: readonly string[] = [
  'ls -la sub; stat sub/kept.txt; test -x sub/kept.txt; find . -newer sub/kept.txt',
  python(opened('0')),
  'cat below.txt',
  'true',
];

describe('which files were touched', () => {
  let world: LocalWorld;
  let snapshotId = '';
  const inOne = async (work: (sandbox: Sandbox) => Promise<void>) => {
    const sandbox = await world.create({ from: { kind: 'snapshot', snapshotId } });
    await run(sandbox, 'touch -a -c -h -- sub/kept.txt sub/other.txt');
    await sandbox.mark();
    await work(sandbox);
    await sandbox.destroy();
  };
  const run = async (sandbox: Sandbox, command: string) =>
    await sandbox.exec({ command, cwd: '/workspace', timeoutMs: 30_000 });

  before(async () => {
    world = await openLocalWorld({ limits: { processes: 128, files: 100_000 } });
    const first = await world.create();
    await run(
      first,
      `mkdir -p sub deep .git; printf '#!/bin/sh\\ntrue\\n' > sub/kept.txt; chmod 755 sub/kept.txt
       cp sub/kept.txt sub/other.txt; echo below > below.txt; echo in > deep/in.txt; echo x > .git/x`,
    );
    ({ snapshotId } = await first.snapshot());
    await first.destroy();
  });
  after(async () => await world.close());

  for (const [how, command] of Object.entries(READS)) {
    it(`shows a file that ${how}`, async () => {
      await inOne(async (sandbox) => {
        const { exitCode, stderr } = await run(sandbox, command);
        assert.equal(exitCode, 0, stderr);
        const touched = (await sandbox.traces()).touched ?? [];
        assert.ok(touched.includes('sub/kept.txt'), JSON.stringify(touched));
        // Where a whole directory moves or closes, all in it does.
        if (!/moved|closed|elsewhere/.test(how)) assert.deepEqual(touched, ['sub/kept.txt']);
      });
    });
  }

  for (const [how, command] of Object.entries(REFUSED)) {
    it(`refuses to read ${how}`, async () => {
      await inOne(async (sandbox) => {
        const { exitCode, stderr } = await run(sandbox, command);
        assert.notEqual(exitCode, 0, stderr);
      });
    });
  }

  it('shows nothing of a file that is only looked at, and again what the next run reads', async () => {
    await inOne(async (sandbox) => {
      for (const command of LOOKS) {
        await run(sandbox, command);
        assert.deepEqual(
          await sandbox.traces(),
          { isUntouched: true, touched: [], left: [] },
          command,
        );
      }
      for (const path of ['sub/kept.txt', 'sub/other.txt', 'sub/kept.txt']) {
        await run(sandbox, `cat ${path}`);
        assert.deepEqual((await sandbox.traces()).touched, [path]);
      }
    });
  });

  it('shows what lies below only when it is changed', async () => {
    await inOne(async (sandbox) => {
      await run(sandbox, 'cat below.txt deep/in.txt; touch below.txt; chmod 600 deep/in.txt');
      assert.deepEqual(await sandbox.traces(), { isUntouched: false, touched: [], left: [] });
      await run(
        sandbox,
        'echo x > below.txt; rm -r deep; mkdir deep; echo > new.xml; echo > .git/y',
      );
      assert.deepEqual(await sandbox.traces(), {
        isUntouched: false,
        touched: ['below.txt', 'deep/in.txt'],
        left: ['below.txt', 'deep/in.txt', 'new.xml'],
      });
    });
  });

  it('tells what was left, by content', async () => {
    await inOne(async (sandbox) => {
      await run(sandbox, 'touch sub/other.txt; chmod 644 sub/kept.txt; ln -s x sub/link');
      assert.deepEqual((await sandbox.traces()).left, ['sub/kept.txt', 'sub/link']);
      await run(sandbox, 'rm -r sub');
      const all = ['sub', 'sub/kept.txt', 'sub/other.txt'];
      assert.deepEqual((await sandbox.traces()).left, all);
    });
  });

  it('is measured on trees too large to be compared', async () => {
    await inOne(async (sandbox) => {
      await run(sandbox, 'cd sub; seq 5000 | xargs touch; echo x > 7');
      await sandbox.mark();
      await run(sandbox, 'cat sub/7; rm sub/8; echo y > sub/9');
      const { isUntouched, touched, left } = await sandbox.traces();
      assert.equal(isUntouched, false);
      assert.deepEqual(touched, ['sub/7', 'sub/8', 'sub/9']);
      assert.deepEqual(left, ['sub/8', 'sub/9']);
    });
  });
});
