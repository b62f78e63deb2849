// Decides as whom PostgreSQL runs. It refuses root, so root hands it to another user, or, where
// changing the user is not permitted (a container without that right), to a user namespace in
// which the same uid looks like another.
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { AppError } from '../../errors.ts';
import type { WaitOptions } from '../../machine/deadline.ts';
import { type Account, errorCode, ownUid } from '../../machine/directories.ts';
import { runProcess } from '../../machine/run-process.ts';

export type ServerUser = {
  /** own: as we are; other: as uid and gid; namespace: as we are, but seen as nobody inside. */
  kind: 'own' | 'other' | 'namespace';
  uid: number;
  gid: number;
};

/** What PostgreSQL's programs see: none of our settings and secrets, and messages in English. */
export const SERVER_ENV = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } as const;

/** An existing data directory decides: its owner must stay the server's user. */
export async function chooseServerUser(
  dataDirectory: string,
  wait: WaitOptions,
): Promise<ServerUser> {
  const owner = await ownerOf(dataDirectory);
  if (ownUid() !== 0) return await chooseForOrdinary(dataDirectory, owner, wait);
  if (owner !== undefined && owner.uid !== 0) return { kind: 'other', ...owner };
  const account = await findAccount();
  const user: ServerUser = { kind: owner === undefined ? 'other' : 'namespace', ...account };
  if (user.kind === 'other' && (await canStart(user, wait))) return user;
  const inside: ServerUser = { ...user, kind: 'namespace' };
  if (await canStart(inside, wait)) return inside;
  throw new AppError('EMBEDDED_POSTGRES_UNAVAILABLE', {
    problem:
      'PostgreSQL does not run as root, and here root may neither change to another user nor ' +
      'make a user namespace. Run Redgreen as an ordinary user',
  });
}

async function chooseForOrdinary(
  dataDirectory: string,
  owner: Account | undefined,
  wait: WaitOptions,
): Promise<ServerUser> {
  const uid = ownUid();
  const own: ServerUser = { kind: 'own', uid, gid: process.getegid?.() ?? uid };
  if (owner !== undefined && owner.uid !== uid) throw foreignData(dataDirectory, owner.uid);
  if (owner !== undefined || hasName()) return own;
  // A container with a made-up uid: inside a namespace it is "nobody", which initdb accepts.
  const inside: ServerUser = { ...own, kind: 'namespace' };
  return (await canStart(inside, wait)) ? inside : own;
}

/** How to start a program as that user: for `spawn` and `runProcess`. */
export function startAs(user: ServerUser, argv: readonly [string, ...string[]]) {
  if (user.kind === 'own') return { argv };
  if (user.kind === 'other') return { argv, uid: user.uid, gid: user.gid };
  // Without a map, which a root without capabilities may not write: inside we are "nobody".
  const wrapped: [string, ...string[]] = ['unshare', '--user', '--', ...argv];
  return { argv: wrapped };
}

/** initdb looks its user up by number and fails for one without an entry. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

async function ownerOf(path: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function findAccount(): Promise<Account> {
  const rows = (await readFile('/etc/passwd', 'utf8')).split('\n').map((row) => row.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const row = rows.find(([name]) => name === wanted);
    const account = { uid: Number(row?.[2]), gid: Number(row?.[3]) };
    if (account.uid > 0 && account.gid > 0) return account;
  }
  throw new AppError('EMBEDDED_POSTGRES_UNAVAILABLE', {
    problem:
      'PostgreSQL does not run as root, and /etc/passwd has neither a user postgres nor nobody',
  });
}

async function canStart(user: ServerUser, wait: WaitOptions): Promise<boolean> {
  const { argv, ...identity } = startAs(user, ['true']);
  const { exitCode } = await runProcess(argv, { ...wait, ...identity, env: SERVER_ENV });
  return exitCode === 0;
}

function foreignData(dataDirectory: string, uid: number): AppError {
  return new AppError('CONFIG_INVALID', {
    problem: `The data directory ${dataDirectory} belongs to uid ${uid}. Run Redgreen as that user, or set REDGREEN_HOME to a directory of your own.`,
    details: { directory: dataDirectory },
  });
}
