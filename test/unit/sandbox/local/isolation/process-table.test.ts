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
  sharedOutMemory,
} from '../../../../../sandbox/local/isolation/process-table.ts';

const own = (ownBytes: number) => ({ ownBytes, sharedBytes: 0 });
const row = (pid: number, parent: number, changes: Partial<ProcessRow> = {}): ProcessRow => ({
  pid,
  parent,
  isZombie: false,
  isStopped: false,
  threads: 1,
  startedAt: pid,
  memory: own(10),
  cpuSeconds: 0,
  ...changes,
});

describe('process table', () => {
  it('reads a line whose program is named to deceive', () => {
    const fields = ['S', 7, ...Array.from({ length: 9 }, () => 0), 100, 50, 25, 25];
    const rest = [...fields, 20, 0, 9, 0, 4242, ...Array.from({ length: 30 }, () => 0)].join(' ');
    const parsed = parseRow(12, `12 (evil) R 1 (x) ${rest}`, own(12_288));
    const told = { startedAt: 4242, memory: own(12_288), cpuSeconds: 2, threads: 9 };
    assert.deepEqual(parsed, row(12, 7, told));
    const stopped = parseRow(12, `12 (x) ${rest.replace('S', 'T')}`, own(12_288));
    assert.deepEqual(stopped, row(12, 7, { ...told, isStopped: true }));
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
import mmap, os, time
held = bytearray(b'x') * (64 << 20)
common = mmap.mmap(-1, 64 << 20)
common.write(held)
here, there = os.pipe()
for _ in range(2):
    if os.fork() == 0:
        common[:] = held
        os.write(there, b'x')
        time.sleep(60)
os.read(here, 1) + os.read(here, 1)
print('ready', flush=True)
time.sleep(60)`;
    const child = spawn('python3', ['-c', program], { detached: true });
    const { pid = 0 } = child;
    try {
      await once(child.stdout, 'data');
      const table = readProcessTable();
      const rows = [...table.filter((one) => one.pid === pid), ...descendantsOf(table, pid)];
      const sum = (bytes: readonly number[]) => bytes.reduce((all, one) => all + one, 0) / 2 ** 20;
      const exact = rows.flatMap((one) => sharedOutMemory(one.pid) ?? []);
      assert.equal(rows.length, 3);
      for (const kind of ['ownBytes', 'sharedBytes'] as const) {
        const total = sum(exact.map((memory) => memory[kind]));
        assert.ok(total > 60 && total < 2 * 64, `${total} MiB in ${exact.length}`);
        assert.ok(sum(rows.map(({ memory }) => memory[kind])) > total, kind);
      }
      assert.equal(sharedOutMemory(2 ** 30), undefined);
    } finally {
      process.kill(-pid, 'SIGKILL');
      await once(child, 'close');
    }
  });
});

describe('memory watch', () => {
  const init = 100;
  const limit = { memoryBytes: 1_000, fileBytes: 0 };
  const agent = row(101, init, { startedAt: 1, memory: own(900) });

  it('leaves a sandbox alone while it keeps to its limit', () => {
    assert.equal(chooseVictim([agent, row(102, 101)], init, limit), undefined);
  });

  it('chooses the largest, never the agent, also when an orphan looks like it', () => {
    const large = row(105, 102, { memory: own(800) });
    const orphan = row(104, init, { startedAt: 9, memory: own(850) });
    assert.equal(chooseVictim([agent, row(102, 101), large], init, limit)?.pid, 105);
    assert.equal(chooseVictim([orphan, agent, large], init, limit)?.pid, 104);
    assert.equal(chooseVictim([agent], init, { ...limit, memoryBytes: 100 }), undefined);
  });

  it('counts shared memory, less the files that lie in memory too', () => {
    const sharing = row(103, 101, { memory: { ownBytes: 0, sharedBytes: 500 } });
    assert.equal(chooseVictim([agent, sharing], init, limit)?.pid, 103);
    assert.equal(chooseVictim([agent, sharing], init, { ...limit, fileBytes: 399 })?.pid, 103);
    assert.equal(chooseVictim([agent, sharing], init, { ...limit, fileBytes: 400 }), undefined);
    const large = row(104, 101, { memory: own(200) });
    assert.equal(chooseVictim([agent, large], init, { ...limit, fileBytes: 400 })?.pid, 104);
  });
});
