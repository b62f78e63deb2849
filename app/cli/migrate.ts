// `redgreen migrate`: brings the database to this version's schema.

import { readLocalConfig } from '../config/config.ts';
import { migrate as migrateDatabase } from '../store/database/migrate.ts';
import { openDatabase } from '../store/open-database.ts';
import { parseOptions } from './arguments.ts';
import { migrationsDirectory } from './package-root.ts';
import type { Subcommand } from './subcommand.ts';

export const migrate: Subcommand = {
  name: 'migrate',
  summary: "bring the database to this version's schema",
  usage: '[--directory DIR]',
  async run(args, terminal) {
    const { values } = parseOptions(args, { directory: { type: 'string' } });
    const config = readLocalConfig();
    const database = await openDatabase(config, terminal.signal);
    try {
      const directory = values.directory ?? migrationsDirectory();
      const { applied, current } = await migrateDatabase({ url: database.url, directory });
      for (const name of applied) terminal.print(`applied ${name}`);
      terminal.print(applied.length === 0 ? `up to date at ${current}` : `now at ${current}`);
      return 0;
    } finally {
      await database.close();
    }
  },
};
