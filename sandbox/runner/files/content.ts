// Bytes of regular files in and out, and what kind of text they are. A pipe or a device is never
// opened for its content: it could answer never, or without end.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type FileBytes =
  | { kind: 'file'; bytes: Buffer; mode: number }
  | { kind: 'missing' }
  | { kind: 'unreadable'; problem: string };

export async function readRegularFile(path: string, maxBytes: number): Promise<FileBytes> {
  try {
    // Without O_NONBLOCK, opening a pipe waits for its writer.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (stats.isDirectory()) return unreadable(`${path} is a directory.`);
    if (!stats.isFile()) return unreadable(`${path} is no regular file.`);
    if (stats.size > maxBytes) {
      return unreadable(
        `${path} has ${stats.size} bytes; at most ${maxBytes} can be read at once.`,
      );
    }
    return { kind: 'file', bytes: await file.readFile(), mode: stats.mode & 0o777 };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    if (code === '') throw error;
    return unreadable(`${path} cannot be read (${code}).`);
  }
}

/**
 * Whole or not at all: a full disk leaves the old content. Makes the directories. Returns why it
 * could not be written, if so.
 */
export async function writeWholeFile(
  path: string,
  content: Uint8Array,
  mode: number | undefined,
): Promise<string | undefined> {
  const directory = dirname(path);
  const temporary = join(directory, `.${randomUUID()}.tmp`);
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(temporary, content, { flag: 'wx' });
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, path);
    return undefined;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    if (!(error instanceof Error && 'code' in error)) throw error;
    return `${path} cannot be written (${String(error.code)}).`;
  }
}

export type Text = { kind: 'text'; text: string; encoding: 'utf-8' | 'utf-16le' | 'utf-16be' };

/** UTF-8 with broken bytes replaced; UTF-16 by its mark; anything with a NUL byte is binary. */
export function decodeText(bytes: Uint8Array): Text | { kind: 'binary' } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be');
  return isBinary(bytes) ? { kind: 'binary' } : decode(bytes, 'utf-8');
}

/** As git and ripgrep guess. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8_000).includes(0);
}

function decode(bytes: Uint8Array, encoding: Text['encoding']): Text {
  return { kind: 'text', text: new TextDecoder(encoding).decode(bytes), encoding };
}

function unreadable(problem: string): FileBytes {
  return { kind: 'unreadable', problem };
}
