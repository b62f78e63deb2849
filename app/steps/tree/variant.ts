// A sandbox that holds the verified head, in which single files are replaced and put back. What a run
// leaves behind is taken away before the next.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { applyChanges, restoreTree } from './workspace.ts';

export type VariantTree = {
  sandbox: Sandbox;
  /** `content` undefined: the file is gone. */
  put(files: readonly { path: string; content: string | undefined }[]): Promise<void>;
  /** False when the tree cannot be made what it was: nothing more may be seen here. */
  restore(): Promise<boolean>;
};

/** `tree` is what the sandbox holds, and `changes` are what it holds beyond the base commit. */
export function openVariantTree(
  sandbox: Sandbox,
  { tree, changes, signal }: { tree: string; changes: readonly FileChange[]; signal: AbortSignal },
): VariantTree {
  const modes = new Map(changes.map((one) => [one.path, 'deleted' in one ? 0o644 : one.mode]));
  return {
    sandbox,
    async put(files) {
      const replaced = files.map(({ path, content }): FileChange => {
        if (content === undefined) return { path, deleted: true };
        const mode = modes.get(path) === 0o755 ? 0o755 : 0o644;
        return { path, mode, content: Buffer.from(content).toString('base64') };
      });
      await applyChanges(sandbox, replaced, signal);
    },
    restore: async () => await restoreTree(sandbox, tree, signal),
  };
}
