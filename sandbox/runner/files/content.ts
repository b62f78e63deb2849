// Bytes of regular files in and out, and what kind of text they are. A pipe or a device is never
// opened for its content: it could answer never, or without end.
import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

type FileBytes =
  | { kind: 'file'; bytes: Buffer; mode: number }
  | { kind: 'missing' }
  | { kind: 'too_big'; size: number; problem: string }
  | { kind: 'unreadable'; problem: string };

/** At once: to hand each call to a thread takes ten times as long, and a search reads thousands. */
export function readRegularFile(path: string, maxBytes: number): FileBytes {
  let file: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe waits for its writer.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    if (stats.isDirectory()) return unreadable(`${path} is a directory.`);
    if (!stats.isFile()) return unreadable(`${path} is no regular file.`);
    const tooBig = `${path} has ${stats.size} bytes; at most ${maxBytes} can be read at once.`;
    if (stats.size > maxBytes) return { kind: 'too_big', size: stats.size, problem: tooBig };
    const bytes = readBounded(file, stats.size, maxBytes);
    if (bytes === undefined) return unreadable(`${path} has no end within ${maxBytes} bytes.`);
    return { kind: 'file', bytes, mode: stats.mode & 0o777 };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    if (code === '') throw error;
    return unreadable(`${path} cannot be read (${code}).`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Files of the kernel say nothing about their size, and some of them never end: undefined. */
function readBounded(file: number, size: number, maxBytes: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length <= maxBytes) {
    // One byte more than there should be, to see the end.
    const chunk = Buffer.allocUnsafe(Math.max(size + 1 - length, 4_096));
    const count = readSync(file, chunk, 0, chunk.length, null);
    if (count === 0) return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, count));
    length += count;
  }
  return undefined;
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

type Text = { kind: 'text'; text: string; encoding: 'utf-8' | 'utf-16le' | 'utf-16be' };

/** UTF-8 with broken bytes replaced; UTF-16 by its mark; anything with a NUL byte is binary. */
export function decodeText(bytes: Uint8Array): Text | { kind: 'binary' } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be');
  return isBinary(bytes) ? { kind: 'binary' } : decode(bytes, 'utf-8');
}

/** A text whose bytes can be made from it again; undefined when they cannot. */
export function decodeExactly(
  bytes: Uint8Array,
): { text: string; encode(text: string): Buffer } | undefined {
  const content = decodeText(bytes);
  if (content.kind === 'binary') return undefined;
  const { encoding } = content;
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    const encode = (changed: string): Buffer => encodeText(changed, encoding);
    return encode(text).equals(bytes) ? { text, encode } : undefined;
  } catch {
    return undefined;
  }
}

function encodeText(text: string, encoding: Text['encoding']): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
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
