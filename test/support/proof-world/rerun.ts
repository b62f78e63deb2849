// The same commands run bare: every case in a sandbox of its own, on the base commit and on the tree
// that was judged, without any of the product's own steps. What comes out is exit codes.

import { packTar } from '../../../app/steps/tree/tar.ts';
import { SANDBOX_PATHS, type Sandbox } from '../../../sandbox/driver/port.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { PlayedJob } from './play.ts';
import type { ProofWorld } from './world.ts';

export type Bare = { caseId: string; tree: 'base' | 'head'; exitCode: number };

const RUN_MS = 120_000;
const SANDBOX_MS = 300_000;
const { workspace } = SANDBOX_PATHS;

export type Laid = { path: string; mode: number; bytes: Uint8Array };

/** Of a job that was verified; `head` only where an attempt left something. */
export async function rerunBare(world: ProofWorld, played: PlayedJob): Promise<Bare[]> {
  const authored = played.cases
    .flatMap(({ files }) => files)
    .map(({ path, mode, content }) => ({ path, mode, bytes: Buffer.from(content, 'base64') }));
  const work = await headFiles(world, played);
  const bare: Bare[] = [];
  for (const { id, run } of played.cases) {
    for (const tree of ['base', 'head'] as const) {
      if (tree === 'head' && played.report === undefined) continue;
      const files = tree === 'base' ? authored : [...work, ...authored];
      bare.push({ caseId: id, tree, exitCode: await runOnce(world, played, { files, run }) });
    }
  }
  return bare;
}

export function publishedFiles({ published = [] }: PlayedJob): Laid[] {
  return published.flatMap((file) =>
    'deleted' in file
      ? []
      : [{ path: file.path, mode: Number.parseInt(file.mode.slice(3), 8), bytes: file.content }],
  );
}

/** What was published; before that, what the newest attempt left. */
async function headFiles({ store }: ProofWorld, played: PlayedJob): Promise<Laid[]> {
  if (played.published !== undefined) return publishedFiles(played);
  const attempt = played.report?.attempt ?? 1;
  const changes = await store.transaction(
    async ({ files }) => await files.ofAttempt(played.jobId, attempt),
  );
  return changes.flatMap(toLaid);
}

function toLaid(change: FileChange): Laid[] {
  if ('deleted' in change) return [];
  return [{ path: change.path, mode: change.mode, bytes: Buffer.from(change.content, 'base64') }];
}

async function runOnce(
  { sandboxes }: ProofWorld,
  { repository }: PlayedJob,
  { files, run }: { files: readonly Laid[]; run: string },
): Promise<number> {
  const sandbox = await sandboxes.create({ timeoutMs: SANDBOX_MS });
  try {
    await lay(sandbox, repository.pack, files);
    const { exitCode } = await sandbox.exec({ command: run, cwd: workspace, timeoutMs: RUN_MS });
    return exitCode;
  } finally {
    await sandbox.destroy();
  }
}

/** The later of two files with one path counts. */
export async function lay(
  sandbox: Sandbox,
  pack: Uint8Array,
  files: readonly Laid[],
): Promise<void> {
  await sandbox.uploadTar(`${workspace}/.git`, pack);
  const command = 'git config core.bare false && git checkout --quiet --force base';
  const { exitCode } = await sandbox.exec({ command, cwd: workspace, timeoutMs: RUN_MS });
  if (exitCode !== 0) throw new Error('the base commit could not be checked out');
  const newest = [...new Map(files.map((file) => [file.path, file])).values()];
  const entries = newest.map(({ path, mode, bytes }) => ({
    path,
    mode,
    bytes,
    kind: 'file' as const,
  }));
  if (entries.length > 0) await sandbox.uploadTar(workspace, packTar(entries));
}
