// Files of a sandbox as its own user sees them. Only regular files are read and written: a pipe or
// a device would never end.
import { constants, type Stats } from 'node:fs';
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rm,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Channel, GuestError } from './channel.ts';
import { DATA_FRAME_BYTES } from './frames.ts';
import { numberOf, type Options, stringOf } from './options.ts';

const HOME = '/home/user';

export type FileWriter = { write(bytes: Buffer): void; end(): void; abort(): void };

export async function readFile(channel: Channel, stream: number, options: Options): Promise<void> {
  const path = pathOf(options, 'path');
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new GuestError('invalid_argument', `'${path}' is no regular file`);
    channel.reply(stream, { size: facts.size });
    await sendWhole(channel, stream, { file, size: facts.size }).catch((error: unknown) =>
      channel.endWithError(stream, error),
    );
  } finally {
    await file.close();
  }
}

/** Sends exactly the size that was announced, or ends with an error: a file may change meanwhile. */
async function sendWhole(
  channel: Channel,
  stream: number,
  { file, size }: { file: FileHandle; size: number },
): Promise<void> {
  let room: (() => void) | undefined;
  channel.onCredit(stream, () => room?.());
  let sent = 0;
  while (sent < size) {
    const buffer = Buffer.allocUnsafe(Math.min(DATA_FRAME_BYTES, size - sent));
    const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, sent);
    if (bytesRead === 0) {
      channel.endWithError(stream, new GuestError('failed_precondition', 'the file got shorter'));
      return;
    }
    sent += bytesRead;
    if (!channel.send(stream, 'file', buffer.subarray(0, bytesRead))) {
      await new Promise<void>((resolveRoom) => {
        room = resolveRoom;
      });
    }
  }
  channel.end(stream, { size });
}

/** Opens the file, then takes data frames in order; the stream's end tells how it went. */
export async function writeFile(
  channel: Channel,
  stream: number,
  options: Options,
): Promise<FileWriter> {
  const path = pathOf(options, 'path');
  await mkdir(dirname(path), { recursive: true });
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NONBLOCK;
  const file = await open(path, flags, 0o644);
  if (!(await file.stat()).isFile()) {
    await file.close();
    throw new GuestError('invalid_argument', `'${path}' is no regular file`);
  }
  channel.reply(stream, { path });
  let last: Promise<unknown> = Promise.resolve();
  let failure: unknown;
  const next = (step: () => Promise<unknown>) => {
    last = last.then(step).catch((error: unknown) => {
      failure ??= error;
    });
  };
  return {
    write(bytes) {
      next(async () => {
        if (failure === undefined) await file.writeFile(bytes);
        channel.credit(stream, bytes.byteLength);
      });
    },
    end() {
      next(async () => await file.close());
      void last.then(() => {
        if (failure === undefined) channel.end(stream, {});
        else channel.endWithError(stream, failure);
      });
    },
    abort() {
      next(async () => await file.close());
    },
  };
}

export async function statEntry(options: Options): Promise<object> {
  return await describe(pathOf(options, 'path'));
}

export async function makeDirectory(options: Options): Promise<object> {
  const path = pathOf(options, 'path');
  const firstMade = await mkdir(path, { recursive: true });
  if (firstMade === undefined) throw new GuestError('already_exists', `'${path}' exists`);
  return await describe(path);
}

export async function moveEntry(options: Options): Promise<object> {
  const destination = pathOf(options, 'destination');
  await mkdir(dirname(destination), { recursive: true });
  await rename(pathOf(options, 'source'), destination);
  return await describe(destination);
}

export async function removeEntry(options: Options): Promise<object> {
  await rm(pathOf(options, 'path'), { recursive: true, force: true });
  return {};
}

export async function listDirectory(options: Options): Promise<object> {
  const path = pathOf(options, 'path');
  if (!(await lstat(path)).isDirectory()) {
    throw new GuestError('invalid_argument', `'${path}' is no directory`);
  }
  return { entries: await listBelow(path, Math.max(1, numberOf(options, 'depth'))) };
}

/** A tree can be as large as the disk quota allows; an answer cannot. */
const LARGEST_LISTING = 20_000;

async function listBelow(top: string, depth: number): Promise<object[]> {
  const entries: object[] = [];
  let level = [top];
  for (let left = depth; left > 0 && level.length > 0; left -= 1) {
    const below = (await Promise.all(level.map(listOne))).flat();
    if (entries.length + below.length > LARGEST_LISTING) {
      throw new GuestError('failed_precondition', `more than ${LARGEST_LISTING} entries`);
    }
    for (const { path } of below) entries.push(await describe(path));
    level = below.filter(({ isDirectory }) => isDirectory).map(({ path }) => path);
  }
  return entries;
}

async function listOne(directory: string): Promise<{ path: string; isDirectory: boolean }[]> {
  const items = await readdir(directory, { withFileTypes: true });
  return items.map((item) => ({
    path: join(directory, item.name),
    isDirectory: item.isDirectory(),
  }));
}

async function describe(path: string): Promise<object> {
  const facts = await lstat(path);
  const type = typeOf(facts);
  return {
    name: basename(path),
    path,
    type,
    size: facts.size,
    mode: facts.mode,
    modifiedMs: facts.mtimeMs,
    ...(type === 'symlink' ? { target: await readlink(path) } : {}),
  };
}

function typeOf(facts: Stats): 'directory' | 'symlink' | 'file' | 'other' {
  if (facts.isDirectory()) return 'directory';
  if (facts.isSymbolicLink()) return 'symlink';
  return facts.isFile() ? 'file' : 'other';
}

function pathOf(options: Options, name: string): string {
  const path = stringOf(options, name);
  if (path === '' || path.includes('\0')) throw new GuestError('invalid_argument', 'no path');
  return resolve(HOME, path);
}
