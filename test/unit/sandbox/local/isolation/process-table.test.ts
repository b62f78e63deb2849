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
