// What a command pours out or leaves behind: stopped by the driver's calls and not by a layer of the
// sandbox, so each control is the same without that call.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../../../sandbox/driver/port.ts';
import { waitUntil } from '../local-world.ts';
import { type EscapeWorld, openEscapeWorld, type Place } from './world.ts';

describe('what a command leaves', () => {
  let world: EscapeWorld;
  let place: Place;
  let sandbox: Sandbox;
  before(async () => {
    world = await openEscapeWorld();
    place = await world.open();
    sandbox = await place.create();
  });
  after(async () => {
    await place.close();
    await world.close();
  });

  const run = async (command: string) =>
    (await sandbox.exec({ command, timeoutMs: 20_000 })).stdout.trim();

  it('is no flood: output is cut at the source', async () => {
    const command = 'head -c 3000000 /dev/zero | tr "\\0" x; printf "\\033[2J\\0end"';
    const flood = async (maxOutputBytes: number) =>
      await sandbox.exec({ command, timeoutMs: 30_000, maxOutputBytes });
    const cut = await flood(10_000);
    assert.deepEqual([cut.isStdoutCut, cut.exitCode], [true, 0]);
    assert.ok(cut.stdout.length < 11_000, String(cut.stdout.length));
    assert.ok(cut.stdout.endsWith('end'));
    const control = await flood(4_000_000);
    assert.equal(control.stdout.length, 3_000_008, 'uncut it is all there');
  });

  it('is no process that a snapshot is taken with, however well it hides', async () => {
    const daemon = 'while :; do date +%N > /workspace/late; sleep 0.01; done';
    const hide = `(setsid setsid bash -c 'exec -a kworker bash -c "${daemon}"' >/dev/null 2>&1 &)`;
    // Until it has a session of its own it ends with its command.
    await run(`${hide}; until test -s /workspace/late; do sleep 0.01; done`);
    const first = await run('cat /workspace/late');
    await waitUntil(
      async () => (await run('cat /workspace/late')) !== first,
      'without a snapshot it outlives its command',
    );
    const { snapshotId } = await sandbox.snapshot();
    const copy = await place.driver.create({
      from: { kind: 'snapshot', snapshotId },
      metadata: { job: 'job', session: 'session', attempt: '2' },
      timeoutMs: 60_000,
    });
    const read = async (from: Sandbox) =>
      await from.exec({ command: 'cat /workspace/late; ls -d /proc/[0-9]*', timeoutMs: 10_000 });
    const frozen = [await read(sandbox), await read(copy)].map(
      ({ stdout }) => stdout.split('\n')[0],
    );
    await sleep(300);
    const later = [await read(sandbox), await read(copy)].map(
      ({ stdout }) => stdout.split('\n')[0],
    );
    assert.deepEqual(later, frozen, 'nobody writes any more');
    assert.equal(frozen[0], frozen[1], 'the copy is what was left');
    await copy.destroy();
    await place.driver.deleteSnapshot(snapshotId);
  });

  it('is nothing that the next sandbox sees', async () => {
    const places = ['/tmp', '/var/tmp', '/dev/shm', '/workspace', '/home/user'];
    const mark = places.map((path) => `echo ${world.targets.canary} > ${path}/residue`).join('; ');
    await run(mark);
    const look = `cat ${places.map((path) => `${path}/residue`).join(' ')} 2>/dev/null; true`;
    assert.equal((await run(look)).split('\n').length, places.length, 'it is there for itself');
    const next = await place.create();
    const seen = await next.exec({ command: look, timeoutMs: 10_000 });
    assert.equal(seen.stdout, '');
    await sandbox.destroy();
    const later = await place.create();
    assert.equal((await later.exec({ command: look, timeoutMs: 10_000 })).stdout, '');
  });
});
