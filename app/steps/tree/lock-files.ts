// Brings lock files up to manifests that an agent changed, for its `install`: it has no network, so it
// cannot. Done in a sandbox of its own with registry access and no agent in it.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { type Locking, lockings } from '../../proof/detect/locking.ts';
import { isSetupFile } from '../../proof/detect/manifests.ts';
import type { StepDeps } from '../deps.ts';
import { planSetup } from './begin.ts';
import { collectChanges } from './collect.ts';
import { readFacts } from './facts.ts';
import { refuseManifests } from './new-packages.ts';
import { type SandboxHolder, withSandbox } from './sandbox-use.ts';
import { runScript } from './setup-snapshot.ts';
import { openWorkspace } from './workspace.ts';

const SANDBOX_MS = 1_200_000;

/** The changes with the lock files that belong to them; `refused` says why there are none. */
export async function lockPackages(
  deps: StepDeps,
  context: SandboxHolder,
  changes: readonly FileChange[],
): Promise<{ changes: readonly FileChange[] } | { refused: string }> {
  const manifests = changes.filter(({ path }) => isSetupFile(path));
  const refused = await refuseManifests(deps, context, manifests);
  if (refused !== undefined) return { refused };
  const { based, base, network } = await planSetup(deps, context);
  const facts = await readFacts(deps, based, context.signal);
  const paths = changes.map(({ path }) => path);
  const behind = lockings(facts, paths);
  if (behind.length === 0) return { changes };
  const use = { purpose: 'lock', timeoutMs: SANDBOX_MS, network };
  return await withSandbox(deps, context, use, async (sandbox) => {
    const { signal } = context;
    await openWorkspace(sandbox, { base, changes: manifests, signal });
    const script = behind.map(toLine).join('\n');
    const failure = await runScript(deps, sandbox, { script, signal });
    if (failure !== undefined) {
      return { refused: `\`${script}\` ${failure.how}. It said: ${failure.said}` };
    }
    const wanted = new Set(behind.flatMap(({ lockFiles }) => lockFiles));
    const locks = await collectChanges(sandbox, signal);
    const others = changes.filter(({ path }) => !wanted.has(path));
    return { changes: [...others, ...locks.filter(({ path }) => wanted.has(path))] };
  });
}

/** The directory is the repository's own and may be called anything. */
function toLine({ directory, line }: Locking): string {
  if (directory === '') return line;
  return `(cd -- '${directory.replaceAll("'", String.raw`'\''`)}' && ${line})`;
}
