// Writes a file that a person asked for: never over another one unasked, and nothing is left of it
// when it cannot be written.
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../errors.ts';

export async function writeNew(
  file: string,
  bytes: Uint8Array,
  { force }: { force: boolean },
): Promise<void> {
  // What is replaced stays until the new one is whole.
  const place = force ? `${file}.${randomUUID().slice(0, 8)}.part` : file;
  try {
    const handle = await open(place, 'wx');
    try {
      await handle.writeFile(bytes);
      if (force) await rename(place, file);
    } catch (error) {
      await rm(place, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw toFault(file, cause);
  }
}

const HINTS = {
  there: 'Give another --out, or --force to replace it.',
  folder: 'Give --out the name of a file.',
  none: 'Make it, or give another --out.',
  forbidden: 'Give --out a place where you may write.',
  full: 'Free some space, or give another --out.',
};

function toFault(file: string, cause: unknown): AppError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const told = (problem: string, hint: string) => new AppError('USAGE', { problem, hint, cause });
  switch (code) {
    case 'EEXIST':
      return told(`${file} is there already.`, HINTS.there);
    case 'EISDIR':
    case 'ENOTEMPTY':
      return told(`${file} is a folder.`, HINTS.folder);
    case 'ENOENT':
    case 'ENOTDIR':
      return told(`There is no folder ${dirname(file)}.`, HINTS.none);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return told(`Nothing may be written in ${dirname(file)}.`, HINTS.forbidden);
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return told(`There is no room for ${file}.`, HINTS.full);
    default:
      return told(`${file} cannot be written (${code}).`, HINTS.forbidden);
  }
}
