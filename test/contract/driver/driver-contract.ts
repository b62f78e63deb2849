// What every sandbox provider must do for us, through the driver port alone. Run by one test file
// per provider.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAppError } from '../../../app/errors.ts';
import {
  type CreateOptions,
  type Sandbox,
  type SandboxDriver,
} from '../../../sandbox/driver/port.ts';

export type ContractWorld = { driver: SandboxDriver; template: string; close(): Promise<void> };

export function describeDriverContract(name: string, open: () => Promise<ContractWorld>): void {
  describe(`sandbox driver on ${name}`, () => {
    let world: ContractWorld;
    let sandbox: Sandbox;
    const job = randomUUID();
    const create = async (changes: Partial<CreateOptions> = {}) =>
      await world.driver.create({
        from: { kind: 'template', name: world.template },
        metadata: { job, session: 'a&b=c ü', attempt: '1' },
        timeoutMs: 120_000,
        ...changes,
      });
    const fault = (code: string) => (error: unknown) => isAppError(error) && error.code === code;

    before(async () => {
      world = await open();
      sandbox = await create();
    });
    after(async () => {
      for (const { sandboxId } of await world.driver.list({ metadata: { job } })) {
        await world.driver.destroy(sandboxId);
      }
      await world.close();
    });

    describe('commands', () => {
      it('tells exit code, output and errors of a command', async () => {
        const result = await sandbox.exec({
          command: 'echo "to $WHOM in $PWD"; echo "käse" >&2; exit 7',
          cwd: '/tmp',
          env: { WHOM: 'you' },
          timeoutMs: 10_000,
        });
        assert.equal(result.ended, 'exit');
        assert.equal(result.exitCode, 7);
        assert.equal(result.stdout, 'to you in /tmp\n');
        assert.equal(result.stderr, 'käse\n');
        assert.equal(result.isStdoutCut, false);
      });

      it('passes words as they are', async () => {
        const words = ["it's", '$HOME', 'a  b', '', '*', '"x"', '\\', 'two\nlines'];
        const result = await sandbox.exec({
          command: ['printf', '<%s>', ...words],
          timeoutMs: 10_000,
        });
        assert.equal(result.stdout, words.map((word) => `<${word}>`).join(''));
      });

      it('tells which signal ended a command', async () => {
        const result = await sandbox.exec({ command: 'kill -TERM $$', timeoutMs: 10_000 });
        assert.deepEqual([result.exitCode, result.signal], [143, 'terminated']);
      });

      it('tells 127 for a program that does not exist, and refuses a missing directory', async () => {
        const result = await sandbox.exec({ command: ['no-such-program'], timeoutMs: 10_000 });
        assert.equal(result.exitCode, 127);
        await assert.rejects(
          sandbox.exec({ command: 'true', cwd: '/no/such/place', timeoutMs: 10_000 }),
          fault('SANDBOX_REFUSED'),
        );
      });

      it('calls listeners in order while the command runs', async () => {
        const heard: string[] = [];
        const result = await sandbox.exec({
          command: 'echo one; sleep 0.2; echo two >&2; sleep 0.2; echo three',
          timeoutMs: 10_000,
          onStdout: (text) => void heard.push(`out ${text}`),
          onStderr: (text) => void heard.push(`err ${text}`),
        });
        assert.equal(result.exitCode, 0);
        assert.deepEqual(heard, ['out one\n', 'err two\n', 'out three\n']);
      });

      it('kills the whole group of a command at its time limit', async () => {
        const mark = randomUUID();
        const result = await sandbox.exec({
          command: `echo before; (exec -a ${mark} sleep 300) & exec -a ${mark} sleep 300`,
          timeoutMs: 2_000,
        });
        assert.deepEqual([result.ended, result.stdout], ['timeout', 'before\n']);
        assert.ok(result.durationMs < 20_000, `took ${result.durationMs} ms`);
        await sleep(100);
        const left = await sandbox.exec({ command: countMarked(mark), timeoutMs: 10_000 });
        assert.equal(left.stdout.trim(), '0');
      });

      it('kills a command when the caller gives up', async () => {
        const mark = randomUUID();
        const signal = AbortSignal.timeout(300);
        await assert.rejects(
          sandbox.exec({ command: `exec -a ${mark} sleep 300`, timeoutMs: 60_000, signal }),
          (error) => isAppError(error, 'CANCELLED'),
        );
        const left = await sandbox.exec({ command: countMarked(mark), timeoutMs: 10_000 });
        assert.equal(left.stdout.trim(), '0');
      });

      it('cuts a flood of output at the source and keeps its head and its tail', async () => {
        const result = await sandbox.exec({
          command: 'echo FIRST; head -c 40000000 /dev/zero | tr "\\0" x; echo; echo LAST; exit 5',
          timeoutMs: 60_000,
          maxOutputBytes: 2_000,
        });
        assert.equal(result.exitCode, 5);
        assert.equal(result.isStdoutCut, true);
        assert.ok(result.stdout.startsWith('FIRST\nxxx'));
        assert.ok(result.stdout.endsWith('xxx\nLAST\n'));
        assert.ok(result.stdout.length < 2_200, `${result.stdout.length} characters`);
        const whole = await sandbox.exec({
          command: 'head -c 2000 /dev/zero | tr "\\0" y',
          timeoutMs: 10_000,
          maxOutputBytes: 2_000,
        });
        assert.deepEqual([whole.isStdoutCut, whole.stdout], [false, 'y'.repeat(2_000)]);
      });
    });

    describe('processes', () => {
      it('speaks with a process over its standard input and output', async () => {
        let heard = '';
        const process = await sandbox.start({
          command: ['cat'],
          onData: (text) => void (heard += text),
        });
        const lines = Array.from({ length: 50 }, (_, at) => `line ${at} ${'é'.repeat(at)}\n`);
        await Promise.all(lines.map(async (line) => await process.write(line)));
        const large = `${'z'.repeat(1_500_000)}\n`;
        await process.write(large);
        await process.closeStdin();
        const ended = await process.ended;
        assert.deepEqual([ended.kind, ended.kind === 'exit' && ended.exitCode], ['exit', 0]);
        assert.equal(heard, lines.join('') + large);
        assert.equal(process.receivedBytes(), Buffer.byteLength(heard));
        await assert.rejects(process.write('more'), fault('SANDBOX_PROCESS_NOT_FOUND'));
      });

      it('connects again to a running process, from another handle on the sandbox too', async () => {
        let first = '';
        const process = await sandbox.start({
          command: 'while read -r line; do echo "heard $line"; done',
          onData: (text) => void (first += text),
        });
        await process.write('a\n');
        await until(() => first === 'heard a\n');
        await process.detach();
        assert.equal((await process.ended).kind, 'detached');
        let second = '';
        const attached = await world.driver.attach(sandbox.id);
        const again = await attached.connect(process.pid, {
          onData: (text) => void (second += text),
        });
        await again.write('b\n');
        await until(() => second === 'heard b\n');
        await again.kill();
        const ended = await again.ended;
        assert.deepEqual([ended.kind, ended.kind === 'exit' && ended.signal], ['exit', 'killed']);
        assert.equal(first, 'heard a\n');
        await assert.rejects(
          attached.connect(process.pid, { onData: () => undefined }),
          fault('SANDBOX_PROCESS_NOT_FOUND'),
        );
      });
    });

    describe('files', () => {
      it('moves bytes in and out unchanged, also 5 MB of them', async () => {
        for (const bytes of [Buffer.alloc(0), randomBytes(1_000), randomBytes(5_000_000)]) {
          await sandbox.upload('/home/user/deep/er/file.bin', bytes);
          const back = await sandbox.download('/home/user/deep/er/file.bin', { maxBytes: 6e6 });
          assert.equal(digest(back), digest(bytes));
        }
        const seen = await sandbox.exec({
          command: 'sha256sum < deep/er/file.bin',
          timeoutMs: 10_000,
        });
        const back = await sandbox.download('deep/er/file.bin', { maxBytes: 6e6 });
        assert.equal(seen.stdout.split(' ')[0], digest(back));
      });

      it('unpacks a tar with modes and links', async () => {
        const source = mkdtempSync(join(tmpdir(), 'redgreen-tar-'));
        writeFileSync(join(source, 'run.sh'), '#!/bin/sh\necho ran\n', { mode: 0o755 });
        symlinkSync('run.sh', join(source, 'link'));
        const tar = execFileSync('tar', ['-czf', '-', '-C', source, '.']);
        rmSync(source, { recursive: true });
        await sandbox.uploadTar('/workspace/made', tar);
        const result = await sandbox.exec({ command: ['/workspace/made/link'], timeoutMs: 10_000 });
        assert.equal(result.stdout, 'ran\n');
        await assert.rejects(
          sandbox.uploadTar('/workspace/made', Buffer.from('no tar')),
          fault('SANDBOX_REFUSED'),
        );
      });

      it('names a missing file, and one that is too large', async () => {
        await assert.rejects(
          sandbox.download('/tmp/missing', { maxBytes: 10 }),
          fault('SANDBOX_FILE_NOT_FOUND'),
        );
        await sandbox.upload('/tmp/large', Buffer.alloc(100));
        await assert.rejects(
          sandbox.download('/tmp/large', { maxBytes: 99 }),
          fault('SANDBOX_FILE_TOO_LARGE'),
        );
      });
    });

    describe('life', () => {
      it('tells whom a sandbox spoke to, or that nobody knows', async () => {
        const contacts = await world.driver.contacts(sandbox.id);
        if (contacts !== undefined) {
          assert.deepEqual(contacts, { hosts: [], unlisted: 0, bytes: 0 });
        }
        await sandbox.setNetwork({ kind: 'allow', hosts: [{ host: 'example.com', port: 443 }] });
        await sandbox.setNetwork({ kind: 'none' });
        const probe = 'timeout 5 bash -c "echo > /dev/tcp/93.184.215.14/443"';
        const direct = await sandbox.exec({ command: probe, timeoutMs: 10_000 });
        assert.notEqual(direct.exitCode, 0);
      });

      it('lists by metadata and attaches by id', async () => {
        const found = await world.driver.list({ metadata: { job, session: 'a&b=c ü' } });
        assert.deepEqual(
          found.map(({ sandboxId }) => sandboxId),
          [sandbox.id],
        );
        assert.deepEqual(await world.driver.list({ metadata: { job, attempt: '2' } }), []);
        await sandbox.extend(200_000);
        const [summary] = await world.driver.list({ metadata: { job } });
        assert.ok((summary?.endsAt.getTime() ?? 0) > Date.now() + 150_000);
        await assert.rejects(
          world.driver.attach('local-does-not-exist'),
          fault('SANDBOX_NOT_FOUND'),
        );
      });

      it('refuses an unknown snapshot', async () => {
        await assert.rejects(
          create({ from: { kind: 'snapshot', snapshotId: 'no-such-snapshot' } }),
          fault('SANDBOX_TEMPLATE_UNKNOWN'),
        );
      });

      it('makes sandboxes from a snapshot that do not see each other', async () => {
        const origin = await create();
        const daemon = 'setsid sleep 300 >/dev/null 2>&1 &';
        await origin.exec({ command: `echo from-setup > f; ${daemon}`, timeoutMs: 10_000 });
        const { snapshotId } = await origin.snapshot();
        await origin.exec({ command: 'echo later > f', timeoutMs: 10_000 });
        const from = { kind: 'snapshot', snapshotId } as const;
        const one = await create({ from });
        const other = await create({ from });
        await one.exec({ command: 'echo one > f; touch only-one', timeoutMs: 10_000 });
        const read = 'cat f; ls only-one 2>/dev/null; pgrep -c sleep';
        const seen = await other.exec({ command: read, timeoutMs: 10_000 });
        assert.equal(seen.stdout, 'from-setup\n0\n');
        assert.ok((await world.driver.listSnapshots()).includes(snapshotId));
        for (const each of [origin, one, other]) await each.destroy();
        const evidence = await world.driver.deleteSnapshot(snapshotId);
        assert.equal(evidence.sandboxId, snapshotId);
        assert.ok(!(await world.driver.listSnapshots()).includes(snapshotId));
      });

      it('destroys with evidence, twice, and everything else then says it is gone', async () => {
        const short = await create();
        const process = await short.start({ command: ['cat'], onData: () => undefined });
        const evidence = await short.destroy();
        assert.equal(evidence.sandboxId, short.id);
        assert.ok(evidence.confirmedAt >= evidence.requestedAt);
        assert.match(evidence.providerAnswer, /kill: done; info: not found/);
        assert.equal((await process.ended).kind, 'sandbox-gone');
        assert.match((await short.destroy()).providerAnswer, /kill: not found/);
        await assert.rejects(
          short.exec({ command: 'true', timeoutMs: 1_000 }),
          fault('SANDBOX_NOT_FOUND'),
        );
        await assert.rejects(world.driver.attach(short.id), fault('SANDBOX_NOT_FOUND'));
        const listed = await world.driver.list({ metadata: { job } });
        assert.ok(listed.every(({ sandboxId }) => sandboxId !== short.id));
      });
    });
  });
}

/** The bracket keeps the search from finding itself. */
function countMarked(mark: string): string {
  const pattern = `[${mark.slice(0, 1)}]${mark.slice(1)}`;
  return `cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n' | grep -cx '${pattern}' || true`;
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let left = 250; !isTrue(); left -= 1) {
    if (left === 0) assert.fail('did not come true in 5 s');
    await sleep(20);
  }
}
