// How a running server is found: a file with pid, port and key that only its owner may read, and a
// kernel lock that dies with the server, so that one runtime directory has one server.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';

const Lock = z.object({
  pid: z.number().int().positive(),
  port: z.number().int().positive(),
  apiKey: z.string().min(32),
});
export type Lock = z.infer<typeof Lock>;

const FILE = 'sandboxd.json';

export async function writeLockFile(runtimeDirectory: string, lock: Lock): Promise<void> {
  const path = join(runtimeDirectory, FILE);
  await rm(`${path}.new`, { force: true });
  await writeFile(`${path}.new`, JSON.stringify(lock), { mode: 0o600, flag: 'wx' });
  await rename(`${path}.new`, path);
}

/** Undefined when there is none, or none that can be understood. */
export async function readLockFile(runtimeDirectory: string): Promise<Lock | undefined> {
  try {
    const text = await readFile(join(runtimeDirectory, FILE), 'utf8');
    return Lock.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export async function removeLockFile(runtimeDirectory: string, pid: number): Promise<void> {
  const lock = await readLockFile(runtimeDirectory);
  if (lock?.pid === pid) await rm(join(runtimeDirectory, FILE), { force: true });
}

/**
 * Takes the place of the one server of this directory; undefined when another process has it. The
 * returned function gives it back. It is the name of an abstract socket: no file can go stale.
 */
export async function takePlace(runtimeDirectory: string): Promise<(() => void) | undefined> {
  const holder = createServer((socket) => socket.destroy());
  holder.listen({ path: placeOf(runtimeDirectory), exclusive: true });
  try {
    await once(holder, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined;
    throw error;
  }
  holder.unref();
  return () => void holder.close();
}

/** Somebody has the place, though he may not be ready yet. */
export async function isPlaceTaken(runtimeDirectory: string): Promise<boolean> {
  const socket = createConnection({ path: placeOf(runtimeDirectory) });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function placeOf(runtimeDirectory: string): string {
  const digest = createHash('sha256').update(runtimeDirectory).digest('hex');
  return `\0redgreen-sandboxd/${digest}`;
}
