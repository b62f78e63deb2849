// The probes at the runner from a Bash tool call of a real session: the runner that the command
// looks into is the one that started it. The control is the same session on a node that can be read.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { SANDBOX_PATHS, type Sandbox } from '../../../../sandbox/driver/port.ts';
import { runSession } from '../../../../sandbox/driver/session/session.ts';
import {
  DEPS,
  FINISH,
  makeTask,
  reply,
  Transcript,
  use,
  useRunnerBundle,
} from '../../../unit/sandbox/session/session-world.ts';
import { HARNESS, hasSucceeded, type Probe } from './probe.ts';
import { RUNNER_PROBES } from './probes-runner.ts';
import { type EscapeWorld, openEscapeWorld, Results } from './world.ts';

const RUNNER = '/home/user/runner.mjs';
const PLACE = '/workspace/probe';

/** Of the runner itself: the guest agent and the sealed file are the same in both sandboxes. */
const PROBES: readonly Pick<Probe, 'id' | 'script'>[] = [
  ...RUNNER_PROBES.filter(({ id }) => !/agent|binary|environment/.test(id)),
  {
    id: 'runner-variables',
    script: 'if "REDGREEN" in open(f"/proc/{T[\'runner\']}/environ").read(): went()',
  },
];

describe('a real runner and a command that it runs', () => {
  const bundle = useRunnerBundle();
  let world: EscapeWorld;
  before(async () => {
    world = await openEscapeWorld();
  });
  after(async () => await world.close());

  it('is closed to the command, and open without sealed-node and seccomp', async () => {
    const whole = await world.open();
    const weak = await world.open(['seccomp']);
    try {
      assert.deepEqual(await successesIn(await whole.create(), undefined), []);
      const all = PROBES.map(({ id }) => id);
      assert.deepEqual(await successesIn(await weak.create(), SANDBOX_PATHS.node), all);
    } finally {
      await whole.close();
      await weak.close();
    }
  });

  /** Which probes went through. The secret is part of the task, so it lies in the runner's memory. */
  async function successesIn(sandbox: Sandbox, nodePath: string | undefined): Promise<string[]> {
    const canary = randomUUID();
    await sandbox.upload(RUNNER, await readFile(bundle.path));
    await sandbox.upload(`${PLACE}/harness.py`, Buffer.from(HARNESS));
    await sandbox.upload(`${PLACE}/probes.json`, Buffer.from(JSON.stringify(PROBES)));
    const command = `cd ${PLACE}; TARGETS="{\\"runner\\": $PPID, \\"agent\\": 2}" python3 harness.py probes.json > results.json`;
    const transcript = new Transcript();
    const end = await runSession({
      sandbox,
      runnerPath: RUNNER,
      task: makeTask(SANDBOX_PATHS.workspace, { instruction: `Do it. CANARY=${canary}` }),
      handlers: transcript.handlers([reply(use('Bash', { command })), reply(FINISH)]),
      signal: AbortSignal.timeout(60_000),
      deps: DEPS,
      ...(nodePath === undefined ? {} : { nodePath }),
    });
    assert.equal(end.kind, 'done', JSON.stringify(transcript.results()));
    const bytes = await sandbox.download(`${PLACE}/results.json`, { maxBytes: 1_000_000 });
    const results = Results.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    assert.equal(Object.keys(results).length, PROBES.length);
    return Object.entries(results).flatMap(([id, got]) => (hasSucceeded(got, canary) ? [id] : []));
  }
});
