import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { chooseVictim } from '../../../../../sandbox/local/isolation/limit-watch.ts';
import {
  descendantsOf,
  isAlive,
  nameOf,
  type ProcessRow,
  parseRow,
  readProcessTable,
  sharedOutBytes,
} from '../../../../../sandbox/local/isolation/process-table.ts';

const row = (pid: number, parent: number, changes: Partial<ProcessRow> = {}): ProcessRow => ({
  pid,
  parent,
  isZombie: false,
  startedAt: pid,
  residentBytes: 10,
  cpuSeconds: 0,
  ...changes,
});

describe('process table', () => {
  it('reads a line whose program is named to deceive', () => {
    const fields = ['S', 7, ...Array.from({ length: 9 }, () => 0), 100, 50, 25, 25];
    const rest = [...fields, 20, 0, 1, 0, 4242, ...Array.from({ length: 30 }, () => 0)].join(' ');
    const parsed = parseRow(12, `12 (evil) R 1 (x) ${rest}`, 3);
    assert.deepEqual(parsed, row(12, 7, { startedAt: 4242, residentBytes: 12_288, cpuSeconds: 2 }));
  });

  it('finds everything below a process and nothing beside it', () => {
    const table = [row(1, 0), row(2, 1), row(3, 2), row(4, 3), row(5, 1), row(6, 5)];
    assert.deepEqual(
      descendantsOf(table, 2).map(({ pid }) => pid),
      [3, 4],
    );
  });

  it('knows a living process from one that has ended', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    const name = nameOf(child.pid ?? 0);
    assert.ok(name !== undefined);
    assert.equal(isAlive(name), true);
    assert.ok(descendantsOf(readProcessTable(), process.pid).some(({ pid }) => pid === child.pid));
    assert.equal(isAlive({ ...name, startedAt: name.startedAt - 1 }), false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(isAlive(name), false);
  });

  it('counts what forks have in common once, where the kernel tells', async () => {
    const program = `
import os, sys, time
held = bytearray(b'x') * (64 << 20)
for _ in range(2):
    if os.fork() == 0: time.sleep(60)
print('ready', flush=True)
time.sleep(60)`;
    const child = spawn('python3', ['-c', program], { detached: true });
    const { pid = 0 } = child;
    try {
      await once(child.stdout, 'data');
      const table = readProcessTable();
      const rows = [...table.filter((one) => one.pid === pid), ...descendantsOf(table, pid)];
      const sum = (bytes: readonly number[]) => bytes.reduce((all, one) => all + one, 0) / 2 ** 20;
      const exact = rows.flatMap((one) => sharedOutBytes(one.pid) ?? []);
      assert.equal(rows.length, 3);
      assert.ok(sum(rows.map(({ residentBytes }) => residentBytes)) > 2.5 * 64);
      assert.ok(sum(exact) > 60 && sum(exact) < 2 * 64, `${sum(exact)} MiB in ${exact.length}`);
      assert.equal(sharedOutBytes(2 ** 30), undefined);
    } finally {
      process.kill(-pid, 'SIGKILL');
      await once(child, 'close');
    }
  });
});

describe('memory watch', () => {
  const init = 100;
  const agent = row(101, init, { startedAt: 1, residentBytes: 900 });

  it('leaves a sandbox alone while it keeps to its limit', () => {
    assert.equal(chooseVictim([agent, row(102, 101)], init, 1_000), undefined);
  });

  it('chooses the largest, never the agent, also when an orphan looks like it', () => {
    const large = row(105, 102, { residentBytes: 800 });
    const orphan = row(104, init, { startedAt: 9, residentBytes: 850 });
    assert.equal(chooseVictim([agent, row(102, 101), large], init, 1_000)?.pid, 105);
    assert.equal(chooseVictim([orphan, agent, large], init, 1_000)?.pid, 104);
    assert.equal(chooseVictim([agent], init, 100), undefined);
  });
});
