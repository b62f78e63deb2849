// A tree that is laid once and kept as a snapshot while it is needed. Whoever runs something begins
// from it: the same files and home, and no process of any other run.
import { createHash } from 'node:crypto';
import type { CreateOptions, Sandbox } from '../../sandbox/driver/port.ts';
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import type { StepDeps } from './deps.ts';
import type { Ground } from './ground.ts';
import { type SandboxHolder, withSandbox } from './sandbox-use.ts';
import { keepSnapshot } from './snapshot.ts';
import { deleteSnapshot } from './snapshot-end.ts';
import { applyChanges, noteTree } from './workspace.ts';

export type Stage = {
  from: CreateOptions['from'];
  /** The hash of the tree as it was laid. */
  tree: string;
  /** What the runs on it are for. */
  purpose: string;
};

const LAY_MS = 600_000;
/** Longer than any step; a killed host's snapshot ends by it. */
const LIFE_MS = 2 * 3_600_000;

export type StageRequest<R> = {
  purpose: string;
  ground: Ground;
  changes: readonly FileChange[];
  /** Reads from the base commit before anything is laid on it. */
  read(sandbox: Sandbox): Promise<R>;
};

/** The snapshot is gone, with evidence, when this returns or throws. */
export async function withStage<R, T>(
  deps: StepDeps,
  context: SandboxHolder,
  { purpose, ground, changes, read }: StageRequest<R>,
  work: (stage: Stage, seen: R) => Promise<T>,
): Promise<T> {
  const { signal } = context;
  // Nobody else's: what is laid here is found by no key.
  const setupDigest = createHash('sha256').update(`stage ${deps.newId()}`).digest('hex');
  const key = { ...ground.commit, setupDigest };
  const use = { purpose, timeoutMs: LAY_MS, from: ground.from };
  const laid = await withSandbox(deps, context, use, async (sandbox) => {
    await ground.lay(sandbox, []);
    const seen = await read(sandbox);
    await applyChanges(sandbox, changes, signal);
    const tree = await noteTree(sandbox, signal);
    const snapshot = await keepSnapshot(deps, context, { sandbox, key, lifeMs: LIFE_MS });
    return { seen, tree, snapshot };
  });
  const { seen, tree, snapshot } = laid;
  try {
    const snapshotId = snapshot.providerSnapshotId;
    return await work({ from: { kind: 'snapshot', snapshotId }, tree, purpose }, seen);
  } finally {
    await deleteSnapshot(deps, snapshot);
  }
}
