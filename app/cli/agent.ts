// `redgreen agent` as the list of subcommands knows it. The launcher starts its own entry without
// loading this.
import { main } from './agent/main.ts';
import type { Subcommand } from './subcommand.ts';

export const agent: Subcommand = {
  name: 'agent',
  summary: 'run one agent on a directory, without GitHub and database',
  usage:
    '--prompt TEXT [--step plan|write-tests|implement|verify|challenge] [--provider NAME] [--script FILE] [--base-url URL] [--model ID] [--cwd DIR] [--max-turns N] [--no-sandbox --yes] [--json]',
  run: async (args) => await main(['agent', ...args]),
};
