// A sandbox that holds the verified head, in which single files are replaced, looked at, and put
// back. What a look leaves behind is taken away before the next.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { StepDeps } from '../deps.ts';
import { runOnce, type SeenRun } from '../runs/cases.ts';
import { applyChanges, restoreTree } from './workspace.ts';

export type VariantPlace = {
  /** `content` undefined: the file is gone. */
  put(files: readonly { path: string; content: string | undefined }[]): Promise<void>;
  run(deps: Pick<StepDeps, 'redact'>, line: string): Promise<SeenRun>;
  /** False when the tree cannot be made what it was: nothing more may be seen here. */
  restore(): Promise<boolean>;
};

/** `tree` is what the sandbox holds, and `changes` are what it holds beyond the base commit. */
export function openVariantPlace(
  sandbox: Sandbox,
  { tree, changes, signal }: { tree: string; changes: readonly FileChange[]; signal: AbortSignal },
): VariantPlace {
  const modes = new Map(changes.map((one) => [one.path, 'deleted' in one ? 0o644 : one.mode]));
  return {
    async put(files) {
      const replaced = files.map(({ path, content }): FileChange => {
        if (content === undefined) return { path, deleted: true };
        const mode = modes.get(path) === 0o755 ? 0o755 : 0o644;
        return { path, mode, content: Buffer.from(content).toString('base64') };
      });
      await applyChanges(sandbox, replaced, signal);
    },
    run: async (deps, line) => {
      const { stdout: _stdout, ...seen } = await runOnce(deps, sandbox, { line, signal });
      return seen;
    },
    restore: async () => await restoreTree(sandbox, tree, signal),
  };
}
