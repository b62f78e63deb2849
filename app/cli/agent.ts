// `redgreen agent` and `redgreen tool` as the list of subcommands knows them. The launcher starts
// their own entry without loading this.
import { main } from './agent/main.ts';
import type { Subcommand } from './subcommand.ts';

export const agent: Subcommand = {
  name: 'agent',
  summary: 'run one agent on a directory, without GitHub and database',
  usage:
    '--prompt TEXT [--step plan|write-tests|implement|verify] [--provider NAME] [--script FILE] [--base-url URL] [--model ID] [--cwd DIR] [--max-turns N] [--no-sandbox --yes] [--json]',
  run: async (args) => await main(['agent', ...args]),
};

export const tool: Subcommand = {
  name: 'tool',
  summary: 'run one tool of the agent through all its checks',
  usage: 'NAME --input JSON [--cwd DIR] [--no-sandbox --yes]',
  run: async (args) => await main(['tool', ...args]),
};
