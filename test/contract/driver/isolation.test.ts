// Things that code in a local sandbox must not be able to do. Every probe runs inside; what it aims
// at is planted outside and shown to work from there, so that a failure means the wall and not the
// probe.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SANDBOX_PATHS, type Sandbox } from '../../../sandbox/driver/port.ts';
import { type LocalWorld, openLocalWorld } from './local-world.ts';
import { RAW_CALLS, rawCallsScript } from './raw-calls.ts';

describe('isolation of a local sandbox', () => {
  const canary = randomUUID();
  const file = join(tmpdir(), `redgreen-canary-${canary}`);
  const abstractName = `\0redgreen-canary-${canary}`;
  const servers: Server[] = [];
  let visitors = 0;
  let port = 0;
  let world: LocalWorld;
  let sandbox: Sandbox;

  const run = async (command: string) => await sandbox.exec({ command, timeoutMs: 15_000 });
  const python = async (script: string) =>
    await sandbox.exec({ command: ['python3', '-c', script], timeoutMs: 15_000 });
  const listen = async (address: { port: number; host: string } | { path: string }) => {
    const server = createServer((socket) => {
      visitors += 1;
      socket.end(canary);
    });
    server.listen(address);
    await once(server, 'listening');
    servers.push(server);
    return server;
  };

  before(async () => {
    await writeFile(file, canary);
    await chmod(file, 0o644);
    const tcp = (await listen({ port: 0, host: '0.0.0.0' })).address();
    port = typeof tcp === 'object' && tcp !== null ? tcp.port : 0;
    await listen({ path: abstractName });
    process.env['REDGREEN_CANARY'] = canary;
    world = await openLocalWorld();
    sandbox = await world.create();
  });
  after(async () => {
    delete process.env['REDGREEN_CANARY'];
    for (const server of servers) server.close();
    await rm(file, { force: true });
    await world.close();
  });

  it('cannot read files of the host', async () => {
    assert.equal(readFileSync(file, 'utf8'), canary);
    const { runtimeDirectory } = world.options;
    const paths = [file, '/root', '/etc/shadow', '/work', '/home/user/../../root', '/sys', '/boot'];
    for (const path of [...paths, runtimeDirectory, `/proc/1/root${file}`, `/proc/1/cwd`]) {
      const result = await run(`cat '${path}' || ls '${path}/'`);
      assert.equal(result.stdout.includes(canary), false, path);
    }
    const seen = await run('ls /; ls /etc; ls /proc/1/root/; ls -A /home/user /tmp');
    assert.doesNotMatch(seen.stdout, /root\b.*\n|shadow|redgreen-/);
    const mounts = await run(
      'cat /proc/self/mounts /proc/1/environ /proc/1/cmdline | tr "\\0" " "',
    );
    assert.equal(mounts.stdout.includes(runtimeDirectory), false, mounts.stdout);
  });

  it('cannot see variables or processes of the host', async () => {
    const result = await run(
      'env; cat /proc/[0-9]*/environ 2>/dev/null; echo; ls -d /proc/[0-9]* | wc -l',
    );
    assert.equal(result.stdout.includes(canary), false);
    assert.ok(Number(result.stdout.trim().split('\n').at(-1)) < 20, result.stdout);
  });

  it('cannot reach ports, abstract sockets or names', async () => {
    const socket = createConnection(port, '127.0.0.1');
    const [bytes] = await once(socket.setEncoding('utf8'), 'data');
    assert.equal(bytes, canary);
    const visitorsBefore = visitors;
    const own = execFileSync('hostname', ['-I'], { encoding: 'utf8' }).trim().split(' ')[0] ?? '';
    for (const host of ['127.0.0.1', 'localhost', own, '169.254.169.254', '10.0.0.1', '8.8.8.8']) {
      const result = await run(`timeout 3 bash -c 'exec 3<>/dev/tcp/${host}/${port}; cat <&3'`);
      assert.notEqual(result.exitCode, 0, host);
    }
    const abstract = await python(
      `import socket\ns=socket.socket(socket.AF_UNIX)\ns.connect(${JSON.stringify(abstractName)})\nprint(s.recv(99))`,
    );
    assert.match(abstract.stderr, /Connection refused/);
    const names = await run('getent ahosts example.com; cat /etc/resolv.conf; cat /proc/net/route');
    assert.doesNotMatch(names.stdout, /\d+\.\d+\.\d+\.\d+/);
    const udp = await python(
      'import socket\nsocket.socket(socket.AF_INET,socket.SOCK_DGRAM).sendto(b"x",("8.8.8.8",53))',
    );
    assert.match(udp.stderr, /Network is unreachable/);
    assert.equal(visitors, visitorsBefore);
    const links = await run("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '");
    assert.equal(links.stdout, 'lo\n');
  });

  it('cannot write to the system', async () => {
    const places = [
      '/x',
      '/usr/x',
      '/usr/bin/x',
      '/etc/x',
      '/dev/x',
      '/opt/redgreen/bin/x',
      '/opt/redgreen/egress/x',
      '/run/x',
    ];
    const files = ['/etc/passwd', '/opt/redgreen/guest/agent.mjs', '/opt/redgreen/bin/sealed-node'];
    const kernel = [
      '/proc/sysrq-trigger',
      '/proc/sys/kernel/core_pattern',
      '/proc/1/oom_score_adj',
    ];
    for (const path of [...places, ...files, ...kernel]) {
      const result = await run(`echo -1000 >> '${path}' || chmod 777 '${path}'`);
      assert.notEqual(result.exitCode, 0, path);
    }
  });

  it('cannot mount, make namespaces or become somebody else', async () => {
    const commands = [
      'mount -t tmpfs tmpfs /tmp',
      'mount -o remount,rw /usr',
      'umount /usr',
      'unshare --user true',
      'unshare --mount true',
      'unshare --net true',
      'nsenter --target 1 --all true',
      'chroot / true',
      'setpriv --reuid 0 true',
      'su root -c true </dev/null',
      'python3 -c "import os; os.setuid(0)"',
      'mknod /tmp/sda b 8 0',
      'dmesg',
      'cat /proc/kcore',
    ];
    for (const command of commands) {
      const result = await run(command);
      assert.notEqual(result.exitCode, 0, command);
    }
    const status = await run('grep -E "^(Cap|NoNewPrivs|Seccomp:|Uid)" /proc/self/status');
    assert.match(status.stdout, /CapEff:\t0+\n/);
    assert.match(status.stdout, /CapBnd:\t0+\n/);
    assert.match(status.stdout, /NoNewPrivs:\t1\n/);
    assert.match(status.stdout, /Seccomp:\t2\n/);
  });

  it('gets no power from setuid programs', async () => {
    const result = await run(
      'cp /usr/bin/id /tmp/id; chmod 6755 /tmp/id; /tmp/id; find /usr/bin -perm -4000 | head -1; ' +
        "awk '{print $4}' /proc/self/mounts | grep -vc nosuid",
    );
    const lines = result.stdout.trim().split('\n');
    assert.match(lines[0] ?? '', /^uid=1000\(user\) gid=1000\(user\) groups=1000\(user\)$/);
    assert.ok(lines[1]?.startsWith('/usr/bin/'), 'the machine has a setuid program to try');
    assert.equal(lines.at(-1), '0');
  });

  it('is refused the system calls of the deny list', async () => {
    const result = await python(rawCallsScript('x86_64'));
    if (process.arch === 'x64') {
      assert.equal(result.exitCode, 0, result.stderr);
      const seen = JSON.parse(result.stdout) as Record<string, number>;
      assert.deepEqual(seen, Object.fromEntries(RAW_CALLS.map(({ name, errno }) => [name, errno])));
    }
  });

  it('dies at a call of another architecture', { skip: process.arch !== 'x64' }, async () => {
    const result = await python('import ctypes; ctypes.CDLL(None).syscall(0x40000000 + 39)');
    assert.deepEqual([result.exitCode, result.signal], [159, 'bad system call']);
  });

  it('cannot push input into a terminal, also with high bits set', async () => {
    const result = await python(`
import ctypes, os, pty, json
libc = ctypes.CDLL(None, use_errno=True)
master, slave = pty.openpty()
def ioctl(request):
    result = libc.syscall(ctypes.c_long(${process.arch === 'x64' ? 16 : 29}), ctypes.c_long(slave), ctypes.c_ulong(request), b"x")
    return [result, ctypes.get_errno()]
print(json.dumps([ioctl(0x5412), ioctl(0x5412 + (1 << 32)), ioctl(0x541c), ioctl(0x541c + (5 << 40))]))
`);
    const EPERM = 1;
    assert.deepEqual(
      JSON.parse(result.stdout),
      Array.from({ length: 4 }, () => [-1, EPERM]),
    );
    const noTerminal = await run('tty; echo x > /dev/tty');
    assert.match(noTerminal.stdout, /not a tty/);
    assert.notEqual(noTerminal.exitCode, 0);
  });

  it('closes memory, descriptors and environment of what runs from the sealed node', async () => {
    const reach = (pid: number) =>
      run(`cd /proc/${pid}; head -c1 environ; cat maps | head -1; ls fd; head -c1 mem; echo > mem`);
    const serve = async (node: string) =>
      await sandbox.start({
        command: [node, '-e', 'process.stdin.resume()'],
        env: { SECRET: canary },
        onData: () => undefined,
      });
    const open = await serve(SANDBOX_PATHS.node);
    const control = await reach(open.pid);
    assert.match(control.stdout, /node/, 'an ordinary process can be looked into');
    const sealed = await serve(SANDBOX_PATHS.sealedNode);
    const agent = 2;
    for (const pid of [sealed.pid, agent]) {
      const result = await reach(pid);
      assert.equal(result.stdout, '', `pid ${pid}`);
      assert.ok((result.stderr.match(/Permission denied/g)?.length ?? 0) >= 5, result.stderr);
    }
    await open.kill();
    await sealed.kill();
  });

  it('inherits no descriptors and keeps its agent through a careless kill', async () => {
    const result = await run('echo /proc/self/fd/*; pkill "[n]ode"; pkill -f "[n]ode"; echo still');
    assert.match(
      result.stdout,
      /^\/proc\/self\/fd\/0 \S+\/1 \S+\/2 \S+\/3\nstill\n$/,
      "3 is the shell's own look at the directory",
    );
    assert.equal((await run('echo alive')).stdout, 'alive\n');
  });

  it('runs as an ordinary user of the host, filtered, without powers', async () => {
    const process = await sandbox.start({ command: ['sleep', '60'], onData: () => undefined });
    const server = await world.server();
    const rows = await world.processes();
    assert.ok(rows.length >= 4, 'bubblewrap twice, the agent, sleep');
    for (const { pid } of rows) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const uid = Number(/^Uid:\t(\d+)/m.exec(status)?.[1]);
      assert.notEqual(uid, 0, `pid ${pid} below ${server.pid}`);
      assert.match(status, /^CapEff:\t0+$/m);
    }
    const inside = rows.map(({ pid }) => readFileSync(`/proc/${pid}/status`, 'utf8'));
    assert.equal(inside.filter((status) => /^Seccomp:\t2$/m.test(status)).length, rows.length - 1);
    await process.kill();
  });
});
