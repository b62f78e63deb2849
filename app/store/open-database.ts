// The database of this installation: the operator's by its URL, else the embedded one.
import type { Paths } from '../config/paths.ts';
import { createDatabase } from './database/create-database.ts';
import { isKept } from './embedded/kept.ts';
import { openEmbedded } from './embedded/open.ts';

export type Database = {
  url: string;
  /** Whether it is ours (embedded) or the operator's (DATABASE_URL). */
  isEmbedded: boolean;
  /** Starts an embedded one again when it has gone; another's is waited for. */
  revive(): Promise<void>;
  /** Ends our use of it; an embedded one stops when nobody else does. */
  close(): Promise<void>;
};

type DatabaseConfig = { databaseUrl?: string | undefined; paths: Paths };

/** Its name on the embedded server. */
export const DATABASE = 'redgreen';

/** DATABASE_URL, else the embedded Postgres, started or joined. */
export async function openDatabase(
  config: DatabaseConfig,
  signal?: AbortSignal,
): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const nothing = async () => undefined;
    return { url: config.databaseUrl, isEmbedded: false, revive: nothing, close: nothing };
  }
  let embedded = await openEmbedded({ paths: config.paths, signal });
  await createDatabase(embedded.url('postgres'), DATABASE);
  return {
    url: embedded.url(DATABASE),
    isEmbedded: true,
    async revive() {
      const next = await openEmbedded({ paths: config.paths });
      await embedded.leave();
      embedded = next;
    },
    close: async () =>
      (await isKept(config.paths)) ? await embedded.leave() : await embedded.close(),
  };
}
