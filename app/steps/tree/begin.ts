// What a sandbox of a job begins from: the base commit checked out, and the repository's setup done.
import type { CreateOptions, NetworkPolicy, Sandbox } from '../../../sandbox/driver/port.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { AppError } from '../../errors.ts';
import { setupLine } from '../../proof/detect/lines.ts';
import { isSetupFile } from '../../proof/detect/manifests.ts';
import { REGISTRIES } from '../../settings/registries.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import type { StepDeps } from '../deps.ts';
import { type BasedThread, readBase, readSettings } from '../thread.ts';
import { readFacts } from './facts.ts';
import { refuseManifests } from './new-packages.ts';
import type { SandboxHolder } from './sandbox-use.ts';
import { findOrMake } from './setup-snapshot.ts';
import type { SnapshotKey } from './snapshot.ts';
import { applyChanges, openWorkspace } from './workspace.ts';

export type BaseTree = {
  from: CreateOptions['from'];
  commit: Pick<SnapshotKey, 'repositoryId' | 'baseSha'>;
  /** Lays the base commit, with these changes on top of it. */
  lay(sandbox: Sandbox, changes: readonly FileChange[]): Promise<void>;
};

const HTTPS = 443;

/**
 * The base commit, or the one that `based` names, set up. Throws CONFIG_INVALID when the setup fails: a
 * setting is to be mended.
 */
export async function prepareBaseTree(
  deps: StepDeps,
  context: SandboxHolder,
  based?: BasedThread,
): Promise<BaseTree> {
  const plan = await planSetup(deps, context, based);
  const { isFound, setup } = plan;
  if (setup === undefined) return bareTree(deps, plan, context.signal);
  const made = await findOrMake(deps, context, { ...plan, setup, manifests: [] });
  if ('id' in made) return preparedTree(made, context.signal);
  const problem = isFound
    ? `The setup found in the repository, \`${setup}\`, ${made.how}. Say in the setting \`setup\` what is to be done.`
    : `The repository's setup ${made.how}. Correct the setting \`setup\`.`;
  throw new AppError('CONFIG_INVALID', { problem: `${problem} It said: ${made.said}` });
}

/**
 * `changes` are what will be laid: manifests among them need a setup of their own. Where that may not
 * be run or fails, the fault is the changes': the tree is the base commit's, and `refused` says why.
 */
export async function prepareChangedTree(
  deps: StepDeps,
  context: SandboxHolder,
  changes: readonly FileChange[],
): Promise<BaseTree & { refused?: string }> {
  const manifests = changes.filter(({ path }) => isSetupFile(path));
  if (manifests.length === 0) return await prepareBaseTree(deps, context);
  const refused = await refuseManifests(deps, context, manifests);
  if (refused !== undefined) return { ...(await prepareBaseTree(deps, context)), refused };
  const plan = await planSetup(deps, context);
  const { setup } = plan;
  if (setup === undefined) return bareTree(deps, plan, context.signal);
  const made = await findOrMake(deps, context, { ...plan, setup, manifests });
  if ('id' in made) return preparedTree(made, context.signal);
  const paths = manifests.map(({ path }) => path).join(', ');
  const problem = `The setup, \`${setup}\`, ${made.how} with the changed ${paths}. It said: ${made.said}`;
  return { ...(await prepareBaseTree(deps, context)), refused: problem };
}

/** Where the base commit comes from, what is to be run on it, and what that may reach. */
export async function planSetup(
  deps: StepDeps,
  { record, signal }: Pick<SandboxHolder, 'record' | 'signal'>,
  given?: BasedThread,
) {
  const based = given ?? (await readBase(deps, record.job.id));
  const { allow } = (await readSettings(deps, record.job.id)).network;
  const { setup, isFound } = await readSetup(deps, based, signal);
  const { repository, thread } = based;
  const base = await deps.workspaces.pack({ repository, sha: thread.baseSha }, signal);
  return { based, base, setup, isFound, network: agentNetwork([...REGISTRIES, ...allow]) };
}

function bareTree(
  deps: StepDeps,
  { based, base }: { based: BasedThread; base: Uint8Array },
  signal: AbortSignal,
): BaseTree {
  const { repositoryId, baseSha } = based.thread;
  return {
    commit: { repositoryId, baseSha },
    from: { kind: 'template', name: deps.sandboxes.template },
    lay: async (sandbox, changes) => await openWorkspace(sandbox, { base, changes, signal }),
  };
}

function preparedTree(made: Snapshot, signal: AbortSignal): BaseTree {
  const { providerSnapshotId, repositoryId, baseSha } = made;
  return {
    commit: { repositoryId, baseSha },
    from: { kind: 'snapshot', snapshotId: providerSnapshotId },
    lay: async (sandbox, changes) => await applyChanges(sandbox, changes, signal),
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

function toHost(text: string) {
  const [host = '', port] = text.split(':');
  return { host, port: port === undefined ? HTTPS : Number(port) };
}
