// The directories behind the overlays: the mount point of each sandbox and the lower layers that
// snapshots are. Trees written by a sandbox are only ever copied and removed, as the sandbox's own
// uid; what is asked of them stands in upper-layer.ts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../app/errors.ts';
import { EGRESS } from '../egress/place.ts';
import { asSandboxUser, type Profile, WRITABLE } from './bubblewrap.ts';
import type { LayerPlace } from './upper-layer.ts';

/** Memory of others' programs is none of a snapshot's business. */
const NOT_IN_SNAPSHOTS: ReadonlySet<string> = new Set(['shm']);
const COPY_DEADLINE_MS = 300_000;

/** The overlay itself is mounted in the sandbox's own mount namespace; here only stands its place. */
export async function makeMountPoint(profile: Profile, directory: string): Promise<void> {
  await mkdir(join(directory, 'm'), { recursive: true });
  for (const path of [directory, join(directory, 'm')]) await handOver(profile, path);
  // Stays the server's own: nobody else may put a socket there.
  await mkdir(egressDirectoryOf(directory), { recursive: true });
  await chmod(egressDirectoryOf(directory), 0o755);
}

/** Of the sandbox whose mount point this is. */
export function egressDirectoryOf(directory: string): string {
  return join(directory, EGRESS.hostDirectory);
}

export async function removeMountPoint(directory: string): Promise<void> {
  const egress = egressDirectoryOf(directory);
  // A killed server leaves its socket.
  await rm(join(egress, EGRESS.name), { force: true }).catch(() => undefined);
  await rmdir(egress).catch(() => undefined);
  await rmdir(join(directory, 'm')).catch(() => undefined);
  await rmdir(directory).catch(() => undefined);
}

/** Makes a directory that belongs to the sandboxes' uid. */
export async function makeOwned(profile: Profile, directory: string, mode = 0o755): Promise<void> {
  await mkdir(directory, { recursive: true });
  await handOver(profile, directory, mode);
}

async function handOver(profile: Profile, path: string, mode = 0o755): Promise<void> {
  await chmod(path, mode);
  if (profile.uid !== undefined) await chown(path, profile.uid, profile.uid);
}

type MountedIn = { bubblewrapPid: number; directory: string };

/** What is mounted there, seen through the mount namespace of its bubblewrap. */
function mountedPath({ bubblewrapPid, directory }: MountedIn, name: 'merged' | 'upper'): string {
  return `/proc/${bubblewrapPid}/root${join(directory, 'm', name)}`;
}

/** Where a sandbox's own layer lies, and what is below it. */
export function layerPlaceOf(from: MountedIn, lower: string): LayerPlace {
  return { upper: mountedPath(from, 'upper'), merged: mountedPath(from, 'merged'), lower };
}

/**
 * Copies what a sandbox sees at its writable places into a new lower layer. Reads through the
 * mount namespace of its bubblewrap; the caller has killed everything that could write.
 */
export async function copyMerged(profile: Profile, from: MountedIn, layer: string): Promise<void> {
  const merged = mountedPath(from, 'merged');
  const places = Object.keys(WRITABLE).filter((name) => !NOT_IN_SNAPSHOTS.has(name));
  await runAsSandbox(profile, [
    profile.tools.cp,
    '--archive',
    // A sandbox can name attributes as overlays do; a layer must not carry such marks.
    '--no-preserve=xattr',
    '--',
    ...places.map((name) => join(merged, name)),
    layer,
  ]);
}

export async function removeLayer(profile: Profile, layer: string): Promise<void> {
  // Its owner may have taken away his own right to remove what is in it.
  await runAsSandbox(profile, [profile.tools.chmod, '-R', 'u+rwX', '--', layer]).catch(
    () => undefined,
  );
  await rm(layer, { recursive: true, force: true });
}

async function runAsSandbox(profile: Profile, command: readonly [string, ...string[]]) {
  const [program, ...args] = asSandboxUser(profile, command);
  const child = spawn(program, args, {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: COPY_DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 2_000);
  });
  const [code] = await once(child, 'close');
  if (code === 0) return;
  throw new AppError('SANDBOX_SERVER_FAILED', {
    problem: `Copying a layer failed: ${complaint.trim()}`,
    details: { program: command[0], exitCode: code },
  });
}
