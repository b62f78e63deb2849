// `redgreen setup`: system programs and cached copies, before tests, demo and jobs.
import { readLocalConfig } from '../config/config.ts';
import { runProcess } from '../machine/run-process.ts';
import { SYSTEM_PATH, setup as setUpMachine } from '../machine/setup.ts';
import { cacheBinaries } from '../store/embedded/binaries.ts';
import { parseOptions } from './arguments.ts';
import type { Subcommand } from './subcommand.ts';

export const setup: Subcommand = {
  name: 'setup',
  summary: 'install what is missing on this machine (never in production)',
  usage: '',
  async run(args, terminal) {
    parseOptions(args, {});
    const config = readLocalConfig();
    await setUpMachine({
      cache: config.paths.cache,
      isProduction: config.isProduction,
      uid: process.getuid?.() ?? 0,
      run: async (argv, wait) => await runProcess(argv, { ...wait, env: { PATH: SYSTEM_PATH } }),
      say: terminal.print,
      cachePostgres: cacheBinaries,
      signal: terminal.signal,
    });
    return 0;
  },
};
