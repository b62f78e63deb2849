import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openCgroups } from '../../../../../sandbox/local/isolation/limits.ts';
import { Limits } from '../../../../../sandbox/local/options.ts';

describe('cgroups', () => {
  let root = '';
  const limits = Limits.parse({ memoryBytes: 1_000_000, diskBytes: 500_000, processes: 42 });
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'redgreen-cgroup-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('of version 1 limit memory with the disk on top, processes, and count cpu time', async () => {
    for (const controller of ['memory', 'pids', 'cpuacct']) mkdirSync(join(root, controller));
    const cgroups = await openCgroups(root, 'mine');
    const files = await cgroups?.create('a', limits);
    const group = (controller: string, file: string) => join(root, controller, 'mine', 'a', file);
    assert.deepEqual(
      files,
      ['memory', 'pids', 'cpuacct'].map((controller) => group(controller, 'cgroup.procs')),
    );
    assert.equal(readFileSync(group('memory', 'memory.limit_in_bytes'), 'utf8'), '1500000');
    assert.equal(readFileSync(group('pids', 'pids.max'), 'utf8'), '42');
    writeFileSync(group('memory', 'memory.oom_control'), 'under_oom 0\noom_kill 3\n');
    writeFileSync(group('cpuacct', 'cpuacct.usage'), '2500000000\n');
    assert.deepEqual(await cgroups?.usage('a'), { oomKills: 3, cpuSeconds: 2.5 });
  });

  it('of version 2 do the same', async () => {
    writeFileSync(join(root, 'cgroup.controllers'), 'memory pids\n');
    const cgroups = await openCgroups(root, 'mine');
    const group = (file: string) => join(root, 'mine', 'a', file);
    // The real one is made again by the kernel; here the cleaning of old groups took it away.
    assert.deepEqual(await cgroups?.create('a', limits), [group('cgroup.procs')]);
    assert.equal(readFileSync(group('memory.max'), 'utf8'), '1500000');
    assert.equal(readFileSync(group('pids.max'), 'utf8'), '42');
    writeFileSync(group('memory.events'), 'oom 1\noom_kill 2\n');
    writeFileSync(group('cpu.stat'), 'usage_usec 1500000\n');
    assert.deepEqual(await cgroups?.usage('a'), { oomKills: 2, cpuSeconds: 1.5 });
  });

  it('are given up where they cannot be made', async () => {
    writeFileSync(join(root, 'memory'), 'a file, not a directory');
    assert.equal(await openCgroups(root, 'mine'), undefined);
  });

  it('of a killed server of the same name are cleared away', async () => {
    for (const controller of ['memory', 'pids', 'cpuacct']) {
      mkdirSync(join(root, controller, 'mine', 'old'), { recursive: true });
    }
    await openCgroups(root, 'mine');
    assert.equal(existsSync(join(root, 'memory', 'mine', 'old')), false);
    assert.equal(existsSync(join(root, 'memory', 'mine')), true);
  });
});
