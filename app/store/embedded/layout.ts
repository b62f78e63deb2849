// Which directories and programs belong to one embedded server. Prepares the directories around
// it; the data directory itself is made by cluster.ts.
import { chmod, chown, mkdir, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Paths } from '../../config/paths.ts';
import { AppError } from '../../errors.ts';
import { claimDirectory, errorCode, toDirectoryError } from '../../machine/directories.ts';
import type { Binaries } from './binaries.ts';
import { PORT } from './postmaster.ts';
import type { ServerUser } from './server-user.ts';

export type Layout = {
  /** The state directory by its real name, so that two spellings of it mean one server. */
  state: string;
  socketDirectory: string;
  lockName: string;
  /** `-NAME`, or nothing for the server without a name. */
  suffix: string;
};

/** A unix socket path holds 107 bytes. */
const LONGEST_SOCKET_PATH = 107;

export async function chooseLayout(paths: Paths, name: string | undefined): Promise<Layout> {
  if (name !== undefined && !/^[a-z][a-z0-9-]{0,30}$/.test(name)) {
    const problem = `"${name}" cannot name an embedded server: use lower case letters, digits, -`;
    throw new AppError('USAGE', { problem });
  }
  // initdb puts paths between double quotes of a shell line of its own.
  const unsafe = Object.values(paths).find((path) => /["$`\\\n]/.test(path));
  if (unsafe !== undefined) {
    const problem = `The path ${unsafe} holds a character that PostgreSQL's programs cannot take`;
    throw new AppError('CONFIG_INVALID', { problem, details: { directory: unsafe } });
  }
  const suffix = name === undefined ? '' : `-${name}`;
  await claimDirectory(paths.state);
  await claimDirectory(paths.runtime);
  const state = await realpath(paths.state);
  const socketDirectory = join(await realpath(paths.runtime), `postgres${suffix}`);
  const socket = join(socketDirectory, `.s.PGSQL.${PORT}.lock`);
  if (Buffer.byteLength(socket) > LONGEST_SOCKET_PATH) {
    const problem = `The path ${socket} is longer than a unix socket may be; choose a shorter REDGREEN_HOME`;
    throw new AppError('CONFIG_INVALID', { problem });
  }
  return { state, socketDirectory, suffix, lockName: `embedded postgres${suffix} in ${state}` };
}

/** Data directories of this server, newest major version first. */
export async function listDataDirectories({ state, suffix }: Layout) {
  const pattern = new RegExp(`^postgres-(\\d+)${suffix}$`);
  return (await readdir(state))
    .flatMap((entry) => {
      const major = pattern.exec(entry)?.[1];
      return major === undefined ? [] : [{ major: Number(major), path: join(state, entry) }];
    })
    .sort((a, b) => b.major - a.major);
}

/** The best programs, unless data of another version is there: it must not seem to be lost. */
export async function chooseBinaries(
  layout: Layout,
  candidates: readonly [Binaries, ...Binaries[]],
): Promise<Binaries> {
  const present = await listDataDirectories(layout);
  const [newest] = present;
  if (newest === undefined) return candidates[0];
  const fitting = candidates.find(({ major }) => present.some((data) => data.major === major));
  if (fitting !== undefined) return fitting;
  throw new AppError('EMBEDDED_POSTGRES_UNAVAILABLE', {
    problem:
      `The data in ${newest.path} was written by PostgreSQL ${newest.major}; here is only ` +
      `version ${candidates.map(({ major }) => major).join(', ')}. Install postgresql-${newest.major}, ` +
      'or begin with an empty database: redgreen db reset --force',
    details: { directory: newest.path },
  });
}

/** Only the server's user (and root) can open the socket: this directory is the whole access check. */
export async function makeSocketDirectory(path: string, user: ServerUser): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw toDirectoryError(path, error);
  });
  if (user.kind === 'other') await chown(path, user.uid, user.gid);
  await chmod(path, 0o700);
}
