// What a sandbox of a job begins from: the base commit checked out, and the repository's setup done.
// Setup runs once per (repository, base commit, setup text, changed manifests), with registry access
// and no agent in its sandbox; then a snapshot is taken that every session is created from.
import { createHash } from 'node:crypto';
import type { CreateOptions, NetworkPolicy, Sandbox } from '../../sandbox/driver/port.ts';
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import { AppError } from '../errors.ts';
import { setupLine } from '../proof/detect/lines.ts';
import { manifestFiles } from '../proof/detect/manifests.ts';
import { REGISTRIES } from '../settings/registries.ts';
import type { Snapshot } from '../store/evidence/port.ts';
import type { StepDeps } from './deps.ts';
import { readFacts } from './facts.ts';
import { type SandboxHolder, withSandbox } from './sandbox-use.ts';
import { findSnapshot, keepSnapshot, type SnapshotKey } from './snapshot.ts';
import { type BasedThread, readBase, readSettings } from './thread.ts';
import { applyChanges, openWorkspace, settleWorkspace, WORKSPACE } from './workspace.ts';

export type Ground = {
  from: CreateOptions['from'];
  commit: Pick<SnapshotKey, 'repositoryId' | 'baseSha'>;
  /** Lays the base commit, with these changes on top of it. */
  lay(sandbox: Sandbox, changes: readonly FileChange[]): Promise<void>;
};

const SETUP_MS = 900_000;
const SANDBOX_MS = 1_200_000;
const SNAPSHOT_LIFE_MS = 24 * 3_600_000;
const HTTPS = 443;

/** `changes` are what will be laid: manifests among them need a setup of their own. */
export async function prepareGround(
  deps: StepDeps,
  context: SandboxHolder,
  changes: readonly FileChange[] = [],
): Promise<Ground> {
  const based = await readBase(deps, context.record.job.id);
  return await prepareGroundAt(deps, context, { based, changes });
}

/** The same on the commit that `based` names, whichever that is. */
export async function prepareGroundAt(
  deps: StepDeps,
  context: SandboxHolder,
  { based, changes }: { based: BasedThread; changes: readonly FileChange[] },
): Promise<Ground> {
  const { signal, record } = context;
  const { network } = await readSettings(deps, record.job.id);
  const { setup, isFound } = await readSetup(deps, based, signal);
  const { repository, thread } = based;
  const { repositoryId, baseSha } = thread;
  const commit = { repositoryId, baseSha };
  const base = await deps.workspaces.pack({ repository, sha: baseSha }, signal);
  if (setup === undefined) {
    return {
      commit,
      from: { kind: 'template', name: deps.sandboxes.template },
      lay: async (sandbox, wanted) =>
        await openWorkspace(sandbox, { base, changes: wanted, signal }),
    };
  }
  const paths = new Set(manifestFiles(changes.map(({ path }) => path)));
  const manifests = changes.filter(({ path }) => paths.has(path));
  const hosts = [...REGISTRIES, ...network.allow];
  const plan = { based, base, setup, isFound, manifests, hosts };
  const snapshot =
    (await findSnapshot(deps, keyOf(plan))) ?? (await makeSnapshot(deps, context, plan));
  return {
    commit,
    from: { kind: 'snapshot', snapshotId: snapshot.providerSnapshotId },
    lay: async (sandbox, wanted) => await applyChanges(sandbox, wanted, signal),
  };
}

/** The setting, else what the repository itself shows; undefined: there is nothing to set up. */
export async function readSetup(
  deps: StepDeps,
  based: BasedThread,
  signal: AbortSignal,
): Promise<{ setup: string | undefined; isFound: boolean }> {
  const { setup } = await readSettings(deps, based.thread.jobId);
  if (setup !== undefined) return { setup, isFound: false };
  return { setup: setupLine(await readFacts(deps, based, signal)), isFound: true };
}

/** What an agent may reach: nothing, unless the repository's settings allow hosts. */
export function agentNetwork(hosts: readonly string[]): NetworkPolicy {
  return hosts.length === 0 ? { kind: 'none' } : { kind: 'allow', hosts: hosts.map(toHost) };
}

type SetupPlan = {
  based: BasedThread;
  base: Uint8Array;
  setup: string;
  /** By us, in the repository; else its settings say so. */
  isFound: boolean;
  manifests: readonly FileChange[];
  hosts: readonly string[];
};

async function makeSnapshot(
  deps: StepDeps,
  context: SandboxHolder,
  plan: SetupPlan,
): Promise<Snapshot> {
  const { signal } = context;
  const { base, manifests, hosts } = plan;
  const use = { purpose: 'setup', timeoutMs: SANDBOX_MS, network: agentNetwork(hosts) };
  return await withSandbox(deps, context, use, async (sandbox) => {
    await openWorkspace(sandbox, { base, changes: manifests, signal });
    await runSetup(deps, sandbox, { plan, signal });
    await settleWorkspace(sandbox, signal);
    const life = { key: keyOf(plan), lifeMs: SNAPSHOT_LIFE_MS };
    return await keepSnapshot(deps, context, { sandbox, ...life });
  });
}

async function runSetup(
  deps: StepDeps,
  sandbox: Sandbox,
  { plan: { setup, isFound }, signal }: { plan: SetupPlan; signal: AbortSignal },
): Promise<void> {
  const command = ['bash', '-euo', 'pipefail', '-c', setup] as const;
  const result = await sandbox.exec({ command, cwd: WORKSPACE, timeoutMs: SETUP_MS, signal });
  if (result.ended === 'exit' && result.exitCode === 0) return;
  const how = result.ended === 'timeout' ? 'took too long' : `ended with ${result.exitCode}`;
  const said = deps.redact(`${result.stdout}\n${result.stderr}`.trim().slice(-1_500));
  const problem = isFound
    ? `The setup found in the repository, \`${setup}\`, ${how}. Say in the setting \`setup\` what is to be done.`
    : `The repository's setup ${how}. Correct the setting \`setup\`.`;
  throw new AppError('CONFIG_INVALID', { problem: `${problem} It said: ${said}` });
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

function toHost(text: string) {
  const [host = '', port] = text.split(':');
  return { host, port: port === undefined ? HTTPS : Number(port) };
}
