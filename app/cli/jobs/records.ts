// The records as a subcommand reads them: one transaction on the configured database.
import { openStore } from '../../compose/store.ts';
import { readLocalConfig } from '../../config/config.ts';
import type { Records } from '../../store/records.ts';
import { migrationsDirectory } from '../package-root.ts';
import type { Terminal } from '../subcommand.ts';

export async function withRecords<T>(
  { signal }: Terminal,
  use: (records: Records) => Promise<T>,
): Promise<T> {
  const { store } = await openStore(readLocalConfig(), {
    migrations: migrationsDirectory(),
    signal,
  });
  try {
    return await store.transaction(use);
  } finally {
    await store.close();
  }
}
