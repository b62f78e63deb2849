// `redgreen tool` as the list of subcommands knows it. The launcher starts its own entry, that of
// `redgreen agent`, without loading this.
import { main } from './agent/main.ts';
import type { Subcommand } from './subcommand.ts';

export const tool: Subcommand = {
  name: 'tool',
  summary: 'run one tool of the agent through all its checks',
  usage: 'NAME --input JSON [--cwd DIR] [--no-sandbox --yes]',
  run: async (args) => await main(['tool', ...args]),
};
