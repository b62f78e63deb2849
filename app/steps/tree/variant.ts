// The verified head with single files replaced. It is only ever laid from outside, and a sandbox in
// which a run left anything is not used for another.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { StepDeps } from '../deps.ts';
import type { LaidTree } from './laid-tree.ts';
import { endSandbox, type OpenSandbox, openSandbox, type SandboxHolder } from './sandbox-use.ts';
import { applyChanges } from './workspace.ts';

/** `content` undefined: the file is gone. */
type Replaced = readonly { path: string; content: string | undefined }[];

export type VariantTree = AsyncDisposable & {
  /** A sandbox with the head and these files, in which nothing has left a trace. */
  hold(files: Replaced): Promise<Sandbox>;
  /** To be asked after each run: what left a trace is ended. */
  settle(): Promise<void>;
};

const SANDBOX_MS = 1_800_000;

type VariantRequest = {
  laid: Pick<LaidTree, 'from'>;
  /** What is laid, on top of the base commit. */
  changes: readonly FileChange[];
  purpose: string;
};

export function openVariantTree(
  deps: StepDeps,
  holder: SandboxHolder,
  { laid, changes, purpose }: VariantRequest,
): VariantTree {
  const { signal } = holder;
  const heads = new Map(changes.map((change) => [change.path, change]));
  let open: OpenSandbox | undefined;
  let held: Replaced = [];
  const end = async () => {
    const ended = open;
    [open, held] = [undefined, []];
    if (ended !== undefined) await endSandbox(deps, { id: ended.rowId }, 'COMPLETED');
  };
  return {
    async hold(files) {
      if (open !== undefined && held === files) return open.sandbox;
      const paths = new Set(files.map(({ path }) => path));
      const back = held.filter(({ path }) => !paths.has(path)).map(({ path }) => heads.get(path));
      // A file that the head has not may have brought directories along.
      if (back.some((change) => change === undefined || 'deleted' in change)) await end();
      open ??= await openSandbox(deps, holder, { purpose, timeoutMs: SANDBOX_MS, from: laid.from });
      const put = files.map((file) => toChange(file, heads.get(file.path)));
      const again = held.length === 0 ? [] : back.filter((change) => change !== undefined);
      await applyChanges(open.sandbox, [...again, ...put], signal);
      await open.sandbox.mark({ signal });
      held = files;
      return open.sandbox;
    },
    async settle() {
      const isUntouched = await open?.sandbox.traces({ signal }).then(
        (traces) => traces.isUntouched,
        () => false,
      );
      signal.throwIfAborted();
      if (isUntouched !== true) await end();
    },
    [Symbol.asyncDispose]: end,
  };
}

function toChange({ path, content }: Replaced[number], head: FileChange | undefined): FileChange {
  if (content === undefined) return { path, deleted: true };
  const isExecutable = head !== undefined && 'mode' in head && head.mode === 0o755;
  const mode = isExecutable ? 0o755 : 0o644;
  return { path, mode, content: Buffer.from(content).toString('base64') };
}
