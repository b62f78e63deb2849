// The escape suite: every probe is run in a whole sandbox, where it must fail, and in one without
// exactly the layers that the table names for it, where it must succeed: so a failure means the
// layer and not the probe. Nothing is run outside a sandbox.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Sandbox } from '../../../../sandbox/driver/port.ts';
import { hasSucceeded, type Probe, type ProbeResult } from './probe.ts';
import { CALL_PROBES, type CallProbe, PREFIXES } from './probes-calls.ts';
import { PROXY_PROBES } from './probes-network.ts';
import { groupProbes, PROBES } from './table.ts';
import {
  type EscapeWorld,
  IS_ROOT,
  type Outcome,
  openEscapeWorld,
  type Place,
  readMachine,
  runProbes,
} from './world.ts';

const NEEDS_ROOT = 'an ordinary user has nothing to take away here: run as root';
const FEWEST_PROBES = 60;
/** Of what a probe printed: a log is no place for what it found. */
const LONGEST_TOLD = 300;

export function describeEscapes(): void {
  describe('escapes from a local sandbox', suite);
}

function suite(): void {
  const machine = readMachine();
  let world: EscapeWorld;
  let whole: Place;
  let web: Server;
  /** What probes are told, with what the whole server has made. */
  let targets: EscapeWorld['targets'];

  before(async () => {
    world = await openEscapeWorld();
    whole = await world.open();
    const neighbour = await whole.create();
    await neighbour.upload('/workspace/secret', Buffer.from(world.targets.canary));
    const { snapshotId } = await neighbour.snapshot();
    web = createServer((_request, response) => response.end(world.targets.canary));
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    const made = {
      snapshotFile: join(whole.snapshotDirectory, snapshotId, 'workspace', 'secret'),
      mountDirectory: join(whole.runtimeDirectory, 'sandboxes'),
      web: portOf(web),
    };
    targets = { ...world.targets, places: { ...world.targets.places, ...made } };
    assert.ok(existsSync(made.snapshotFile), 'the snapshot lies where probes look for it');
  });
  after(async () => {
    web.closeAllConnections();
    web.close();
    await whole.close();
    await world.close();
  });

  /** As careless as can be: what it names lies on the host itself. */
  const careless = () => ({
    kind: 'allow' as const,
    hosts: ['127.0.0.1', 'localhost'].map((host) => ({ host, port: portOf(web) })),
  });

  it('are many, and each is told apart', () => {
    const ids = [...PROBES, ...CALL_PROBES, ...PROXY_PROBES].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.length >= FEWEST_PROBES, String(ids.length));
  });

  it('fail in a whole sandbox, all of them, and touch nothing outside', async () => {
    const sandbox = await whole.create();
    const outcome = await runProbes(sandbox, PROBES, targets);
    expectAll(false, PROBES, outcome);
    assert.equal(outcome.forged, '', 'nobody else speaks on the wire');
    const open = await whole.create(careless());
    expectAll(false, PROXY_PROBES, await runProbes(open, PROXY_PROBES, targets));
    for (const probe of CALL_PROBES) {
      const got = await attempt(probe, sandbox);
      assert.equal(hasSucceeded(got, targets.canary), false, probe.id);
    }
    assert.deepEqual(targets.touched(), []);
    await sandbox.destroy();
    await open.destroy();
  });

  for (const { needs, probes } of groupProbes(PROBES)) {
    const skip = probes.every(({ isRootOnly }) => isRootOnly) && !IS_ROOT && NEEDS_ROOT;
    it(`succeed without ${needs.join(', ')}`, { skip }, async (context) => {
      const possible = probes.filter((probe) => isPossible(probe, context));
      const place = await world.open(needs);
      try {
        const sandbox = await place.create();
        const outcome = await runProbes(sandbox, possible, targets);
        expectAll(true, possible, outcome);
        const isForged = possible.some(({ id }) => id === 'runner-wire-write');
        assert.equal(outcome.forged, isForged ? 'forged\n' : '');
        const calls = CALL_PROBES.filter((probe) => probe.needs.join() === needs.join());
        for (const probe of calls) {
          const got = await attempt(probe, sandbox);
          assert.ok(hasSucceeded(got, targets.canary), `${probe.id}: ${got.complaint}`);
        }
        await sandbox.destroy();
      } finally {
        await place.close();
      }
    });
  }

  it('through the proxy succeed at a server that was told to except the target', async () => {
    const allowPrivate = careless().hosts.map(({ host, port }) => `${host}:${port}=127.0.0.1`);
    const place = await world.open(undefined, { allowPrivate });
    try {
      const sandbox = await place.create(careless());
      expectAll(true, PROXY_PROBES, await runProbes(sandbox, PROXY_PROBES, targets));
    } finally {
      await place.close();
    }
  });

  function expectAll(
    isSuccess: boolean,
    probes: readonly Omit<Probe, 'needs'>[],
    { results }: Outcome,
  ): void {
    const wrong = probes.flatMap(({ id, of, title }) => {
      const got = results.get(id) ?? { printed: '', complaint: 'no result' };
      const hasWorked = hasSucceeded(got, targets.canary);
      const said = JSON.stringify(got).slice(0, LONGEST_TOLD);
      return hasWorked === isSuccess ? [] : [`${id} (${of}: ${title}): ${said}`];
    });
    assert.deepEqual(wrong, []);
    assert.equal(results.size, probes.length);
  }

  function isPossible({ id, isRootOnly, excuse }: Probe, context: TestContext): boolean {
    const reason = isRootOnly === true && !IS_ROOT ? NEEDS_ROOT : excuse?.(machine);
    if (reason !== undefined) context.diagnostic(`no control for ${id}: ${reason}`);
    return reason === undefined;
  }

  /** At every place where the host's tree might show. */
  async function attempt(probe: CallProbe, sandbox: Sandbox): Promise<ProbeResult> {
    const got = { printed: '', complaint: '' };
    for (const prefix of PREFIXES) {
      try {
        got.printed += `${await probe.attempt(sandbox, targets, prefix)}\n`;
      } catch (error) {
        got.complaint += `${String(error)}\n`;
      }
    }
    return got;
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
