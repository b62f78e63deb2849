// Makes the data directory of the embedded server, whole or not at all: initdb works in a sibling
// that gets its final name when everything in it is on disk. Call only under the lock.
import { randomUUID } from 'node:crypto';
import { chown, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../errors.ts';
import type { WaitOptions } from '../../machine/deadline.ts';
import { errorCode } from '../../machine/directories.ts';
import { runProcess } from '../../machine/run-process.ts';
import { toEmbeddedError } from './failure.ts';
import { SERVER_ENV, type ServerUser, startAs } from './server-user.ts';

type ClusterRequest = {
  dataDirectory: string;
  binDirectory: string;
  major: number;
  user: ServerUser;
  logFile: string;
  wait: WaitOptions;
};

/** Role of every connection; whoever can open the socket is that role. */
export const SUPERUSER = 'redgreen';

/** The 0700 directory of the socket decides who may connect; nobody connects over a network. */
const HOST_BASED_ACCESS = '# Written by Redgreen.\nlocal all all trust\n';

export async function ensureCluster(request: ClusterRequest): Promise<void> {
  const { dataDirectory } = request;
  await removeLeftovers(dataDirectory);
  const present = await listDirectory(dataDirectory);
  if (present.includes('PG_VERSION')) return;
  if (present.length > 0) throw notACluster(dataDirectory);
  const fresh = `${dataDirectory}.new-${randomUUID()}`;
  try {
    await createCluster(request, fresh);
    await rename(fresh, dataDirectory);
    await syncDirectory(dirname(dataDirectory));
  } catch (error) {
    await removeTree(fresh);
    if (error instanceof AppError) throw error;
    throw await clusterError(request, { output: String(error), cause: error });
  }
}

/** Removes a data directory so that a kill in the middle leaves no half of it under its name. */
export async function removeCluster(dataDirectory: string): Promise<void> {
  const doomed = `${dataDirectory}.old-${randomUUID()}`;
  await rename(dataDirectory, doomed);
  await removeTree(doomed);
}

async function createCluster(request: ClusterRequest, fresh: string): Promise<void> {
  const { user, wait } = request;
  await mkdir(fresh, { mode: 0o700 });
  if (user.kind === 'other') await chown(fresh, user.uid, user.gid);
  const { argv, ...identity } = startAs(user, initdbArguments(request, fresh));
  const result = await runProcess(argv, { ...wait, ...identity, env: SERVER_ENV });
  if (result.exitCode !== 0) throw await clusterError(request, { output: result.output });
  await writeFile(join(fresh, 'pg_hba.conf'), HOST_BASED_ACCESS, { flush: true });
}

/** Sorting by code point: the same on every machine, whatever its locales. */
function initdbArguments({ binDirectory, major }: ClusterRequest, fresh: string) {
  const locale =
    major >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8', '--lc-messages=C'];
  // One sync of the file system instead of one per file.
  const sync = major >= 17 ? ['--sync-method=syncfs'] : [];
  const argv: [string, ...string[]] = [
    join(binDirectory, 'initdb'),
    `--pgdata=${fresh}`,
    `--username=${SUPERUSER}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
    ...locale,
    ...sync,
  ];
  return argv;
}

/** Left by whoever was killed while making or removing the data directory. */
async function removeLeftovers(dataDirectory: string): Promise<void> {
  const prefixes = ['.new-', '.old-'].map((infix) => `${basename(dataDirectory)}${infix}`);
  for (const name of await listDirectory(dirname(dataDirectory))) {
    if (!prefixes.some((prefix) => name.startsWith(prefix))) continue;
    await removeTree(join(dirname(dataDirectory), name));
  }
}

/** Retries, because an initdb whose parent was killed may still be writing into it. */
async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

async function listDirectory(path: string): Promise<string[]> {
  return await readdir(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
}

async function syncDirectory(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

async function clusterError(
  { dataDirectory, logFile }: ClusterRequest,
  facts: { output: string; cause?: unknown },
): Promise<AppError> {
  const directory = dirname(dataDirectory);
  return await toEmbeddedError({ what: 'Making the database', directory, logFile, ...facts });
}

function notACluster(dataDirectory: string): AppError {
  return new AppError('EMBEDDED_POSTGRES_FAILED', {
    problem: `${dataDirectory} is not empty and holds no database; move it away`,
    details: { directory: dataDirectory },
  });
}
