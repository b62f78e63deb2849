// Joins adapters to ports. The only place that does, beside the process entries.
import type { LocalConfig } from '../config/config.ts';
import { createDatabase } from '../store/database/create-database.ts';
import { migrate } from '../store/database/migrate.ts';
import { isKept } from '../store/embedded/kept.ts';
import { openEmbedded } from '../store/embedded/open.ts';
import { createStore, type Store } from '../store/store.ts';

export type Database = {
  url: string;
  /** Whether it is ours (embedded) or the operator's (DATABASE_URL). */
  isEmbedded: boolean;
  /** Starts an embedded one again when it has gone; another's is waited for. */
  revive(): Promise<void>;
  /** Ends our use of it; an embedded one stops when nobody else does. */
  close(): Promise<void>;
};

/** Its name on the embedded server. */
export const DATABASE = 'redgreen';

/** DATABASE_URL, else the embedded Postgres, started or joined. */
export async function openDatabase(config: LocalConfig, signal?: AbortSignal): Promise<Database> {
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

/** A database at this version's schema, and the store on it; closing the store closes both. */
export async function openStore(
  config: LocalConfig,
  options: { migrations: string; signal?: AbortSignal },
): Promise<{ store: Store; database: Database }> {
  const database = await openDatabase(config, options.signal);
  try {
    await migrate({ url: database.url, directory: options.migrations });
  } catch (error) {
    await database.close();
    throw error;
  }
  const store = createStore({ url: database.url });
  return {
    database,
    store: {
      ...store,
      async close() {
        await store.close();
        await database.close();
      },
    },
  };
}
