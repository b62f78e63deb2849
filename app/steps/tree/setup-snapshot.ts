// The repository's setup, done once per (repository, base commit, setup text, changed manifests) with
// registry access and no agent in its sandbox; then a snapshot is taken that sandboxes are made from.
import { createHash } from 'node:crypto';
import type { NetworkPolicy, Sandbox } from '../../../sandbox/driver/port.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { plainText, shortened } from '../../proof/output/terminal-text.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import type { StepDeps } from '../deps.ts';
import type { BasedThread } from '../thread.ts';
import { type SandboxHolder, withSandbox } from './sandbox-use.ts';
import { findSnapshot, keepSnapshot } from './snapshot.ts';
import { openWorkspace, settleWorkspace, WORKSPACE } from './workspace.ts';

const SETUP_MS = 900_000;
const SANDBOX_MS = 1_200_000;
const SNAPSHOT_LIFE_MS = 24 * 3_600_000;
/** The cause stands at the beginning with some package managers, at the end with others. */
const SAID = 2_000;

type SetupPlan = {
  based: BasedThread;
  base: Uint8Array;
  setup: string;
  manifests: readonly FileChange[];
  network: NetworkPolicy;
};

/** What a command that failed said, and how it ended, as the second half of a sentence. */
type Failure = { how: string; said: string };

export async function findOrMake(
  deps: StepDeps,
  context: SandboxHolder,
  plan: SetupPlan,
): Promise<Snapshot | Failure> {
  return (await findSnapshot(deps, keyOf(plan))) ?? (await makeSnapshot(deps, context, plan));
}

async function makeSnapshot(
  deps: StepDeps,
  context: SandboxHolder,
  plan: SetupPlan,
): Promise<Snapshot | Failure> {
  const { signal } = context;
  const { base, manifests, network, setup } = plan;
  const use = { purpose: 'setup', timeoutMs: SANDBOX_MS, network };
  return await withSandbox(deps, context, use, async (sandbox) => {
    await openWorkspace(sandbox, { base, changes: manifests, signal });
    const failure = await runScript(deps, sandbox, { script: setup, signal });
    if (failure !== undefined) return failure;
    await settleWorkspace(sandbox, signal);
    const life = { key: keyOf(plan), lifeMs: SNAPSHOT_LIFE_MS };
    return await keepSnapshot(deps, context, { sandbox, ...life });
  });
}

/** Of several lines, the first that fails ends it. Undefined: all went well. */
export async function runScript(
  deps: Pick<StepDeps, 'redact'>,
  sandbox: Sandbox,
  { script, signal }: { script: string; signal: AbortSignal },
): Promise<Failure | undefined> {
  const command = ['bash', '-euo', 'pipefail', '-c', script] as const;
  const result = await sandbox.exec({ command, cwd: WORKSPACE, timeoutMs: SETUP_MS, signal });
  if (result.ended === 'exit' && result.exitCode === 0) return undefined;
  return {
    how: result.ended === 'timeout' ? 'took too long' : `ended with ${result.exitCode}`,
    said: shortened(deps.redact(plainText(`${result.stdout}\n${result.stderr}`.trim())), SAID),
  };
}

function keyOf({ based, setup, manifests }: SetupPlan) {
  const { repositoryId, baseSha } = based.thread;
  const given = manifests.map((file) =>
    'deleted' in file ? [file.path] : [file.path, file.content],
  );
  const text = JSON.stringify([setup, given.map((file) => JSON.stringify(file)).toSorted()]);
  const setupDigest = createHash('sha256').update(text).digest('hex');
  return { repositoryId, baseSha, setupDigest };
}
