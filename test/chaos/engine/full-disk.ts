// A full disk under the database, in a mount namespace of its own: a child process gives Postgres a
// small tmpfs for its data, fills it, and makes room again. Works without root where user
// namespaces do; nothing stays mounted when the child has ended.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const execute = promisify(execFile);
const DEADLINE_MS = 240_000;

const FullDiskResult = z.object({
  /** Writes that were refused while the disk was full. */
  refused: z.number(),
  /** How they were refused. */
  codes: z.array(z.string()),
  lost: z.number(),
  stuck: z.array(z.string()),
  doubled: z.number(),
  staleWrites: z.number(),
  auditFindings: z.array(z.string()),
});
export type FullDiskResult = z.infer<typeof FullDiskResult>;

/** Refusals that tell what is wrong: the disk, or a server that gave up because of it. */
export const CLEAR_CODES: readonly string[] = ['DISK_FULL', 'DATABASE_UNREACHABLE'];

export async function fillDisk(options: {
  leaseMs: number;
  seed: number;
}): Promise<FullDiskResult> {
  const script = join(import.meta.dirname, 'full-disk-process.ts');
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps'];
  const argv = [...user, '--mount', '--', process.execPath, script, JSON.stringify(options)];
  const { stdout } = await execute('unshare', argv, {
    timeout: DEADLINE_MS,
    killSignal: 'SIGTERM',
  });
  return FullDiskResult.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}
