// A tree that is laid once and kept as a snapshot while it is needed. Whoever runs something begins
// from it: the same files and home, and no process of any other run.
import { createHash } from 'node:crypto';
import type { CreateOptions, Sandbox } from '../../../sandbox/driver/port.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { Cloned } from '../../proof/tamper/attributes.ts';
import type { StepDeps } from '../deps.ts';
import { layAsCloned } from './as-cloned.ts';
import type { BaseTree } from './begin.ts';
import { endSandbox, type OpenSandbox, openSandbox, type SandboxHolder } from './sandbox-use.ts';
import { keepSnapshot } from './snapshot.ts';
import { deleteSnapshot } from './snapshot-end.ts';
import { applyChanges, type NotedTree, noteTree } from './workspace.ts';

export type LaidTree = {
  from: CreateOptions['from'];
  /** As it was laid. */
  tree: NotedTree;
  /** Where a clone may have other bytes than lie here. */
  cloned: Cloned;
  /** What the runs on it are for. */
  purpose: string;
  /** The sandbox in which it was laid, once: nothing else was done there. Whoever takes it ends it. */
  take(): OpenSandbox | undefined;
};

/** For laying it, and for whoever takes it. */
const SANDBOX_MS = 2_400_000;
/** Longer than any step; a killed host's snapshot ends by it. */
const LIFE_MS = 2 * 3_600_000;

type LaidTreeRequest<R> = {
  purpose: string;
  baseTree: BaseTree;
  changes: readonly FileChange[];
  /** Reads from the base commit before anything is laid on it. */
  read(sandbox: Sandbox): Promise<R>;
};

/** The snapshot is gone, with evidence, when this returns or throws. */
export async function withLaidTree<R, T>(
  deps: StepDeps,
  context: SandboxHolder,
  { purpose, baseTree, changes, read }: LaidTreeRequest<R>,
  work: (laid: LaidTree, seen: R) => Promise<T>,
): Promise<T> {
  const { signal } = context;
  // Nobody else's: what is laid here is found by no key.
  const setupDigest = createHash('sha256').update(`laid tree ${deps.newId()}`).digest('hex');
  const key = { ...baseTree.commit, setupDigest };
  const use = { purpose, timeoutMs: SANDBOX_MS, from: baseTree.from };
  let open: OpenSandbox | undefined = await openSandbox(deps, context, use);
  const { sandbox } = open;
  await using ending = new AsyncDisposableStack();
  let status: 'COMPLETED' | 'FAILED' = 'FAILED';
  ending.defer(async () => {
    if (open !== undefined) await endSandbox(deps, { id: open.rowId }, status);
  });
  await baseTree.lay(sandbox, []);
  const seen = await read(sandbox);
  await applyChanges(sandbox, changes, signal);
  const cloned = await layAsCloned(sandbox, changes, signal);
  const tree = await noteTree(sandbox, signal);
  const snapshot = await keepSnapshot(deps, context, { sandbox, key, lifeMs: LIFE_MS });
  ending.defer(async () => await deleteSnapshot(deps, snapshot));
  const from = { kind: 'snapshot', snapshotId: snapshot.providerSnapshotId } as const;
  const take = () => {
    const taken = open;
    open = undefined;
    return taken;
  };
  const result = await work({ tree, cloned, from, purpose, take }, seen);
  status = 'COMPLETED';
  return result;
}
