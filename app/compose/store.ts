// Joins a database to the store on it.
import type { LocalConfig } from '../config/config.ts';
import { migrate } from '../store/database/migrate.ts';
import { type Database, openDatabase } from '../store/open-database.ts';
import { createStore, type Store } from '../store/store.ts';

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
