// A Postgres of its own, for tests that restart, crash or cut it off.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase } from '../../app/store/database/create-database.ts';
import { migrate } from '../../app/store/database/migrate.ts';
import { openEmbedded } from '../../app/store/embedded/open.ts';
import { findPostmaster, isRunning } from '../../app/store/embedded/postmaster.ts';
import { until } from './waiting.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations');

export type OwnPostgres = AsyncDisposable & {
  url: string;
  /** For sockets of relays and the like; removed at the end. */
  directory: string;
  /** Stopped properly and started again. */
  restart(): Promise<void>;
  /** kill -9 of the server's first process, then started again. */
  crash(): Promise<void>;
  /** Starts it if it is no longer there. */
  revive(): Promise<void>;
};

/** `state`: where its data is, if not in a directory made for it. */
export async function ownPostgres(state?: string): Promise<OwnPostgres> {
  const directory = await mkdtemp('/tmp/redgreen-kills-');
  await chmod(directory, 0o755);
  const paths = {
    cache: join(directory, 'cache'),
    state: state ?? join(directory, 'state'),
    runtime: directory,
  };
  let server = await openEmbedded({ paths });
  const end = async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
  const url = server.url('redgreen');
  try {
    await createDatabase(server.url('postgres'), 'redgreen');
    await migrate({ url, directory: MIGRATIONS });
  } catch (error) {
    await end();
    throw error;
  }
  const revive = async () => {
    await server.leave();
    server = await openEmbedded({ paths });
  };
  return {
    url,
    directory,
    async restart() {
      await server.stop();
      server = await openEmbedded({ paths });
    },
    async crash() {
      const postmaster = await findPostmaster(server.dataDirectory);
      if (postmaster !== undefined) {
        process.kill(postmaster.pid, 'SIGKILL');
        await until(async () => !(await isRunning(postmaster)), 10_000);
      }
      await revive();
    },
    revive,
    [Symbol.asyncDispose]: end,
  };
}
