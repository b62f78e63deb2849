// `redgreen doctor`: what this machine has and lacks, each with its remedy. Changes nothing.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findHostTools } from '../../sandbox/local/isolation/host-tools.ts';
import { readConfig, readLocalConfig, readModelConfig } from '../config/config.ts';
import { AppError, toOperatorLines } from '../errors.ts';
import { configuredProviders, describeCredential } from '../gateway/providers.ts';
import { createRouter } from '../gateway/router.ts';
import { createClient } from '../store/database/connection.ts';
import { translateFault } from '../store/database/faults.ts';
import { openDatabase } from '../store/open-database.ts';
import { parseOptions } from './arguments.ts';
import type { Subcommand, Terminal } from './subcommand.ts';

type Check = { name: string; run(terminal: Terminal): Promise<string> };

const execute = promisify(execFile);

const CHECKS: readonly Check[] = [
  { name: 'node', run: async () => process.version },
  {
    name: 'configuration',
    async run() {
      readConfig();
      return 'complete';
    },
  },
  { name: 'models', run: async () => describeModels() },
  { name: 'database', run: checkDatabase },
  { name: 'git', run: async () => await version('git', ['--version']) },
  { name: 'bubblewrap', run: async () => await version(findHostTools().bwrap, ['--version']) },
];

export const doctor: Subcommand = {
  name: 'doctor',
  summary: 'say what this machine has and lacks',
  usage: '',
  async run(args, terminal) {
    parseOptions(args, {});
    let failures = 0;
    for (const { name, run } of CHECKS) {
      try {
        terminal.print(`ok    ${name}: ${await run(terminal)}`);
      } catch (error) {
        failures += 1;
        const [first, ...rest] = toOperatorLines(error);
        terminal.print(`FAIL  ${name}: ${first}`);
        for (const line of rest) terminal.print(`      ${line}`);
      }
    }
    return failures === 0 ? 0 : 1;
  },
};

/** Which providers can be asked, by which class of credential, and who does what. */
function describeModels(): string {
  const { providers, models } = readModelConfig();
  const access = configuredProviders(providers).map(
    (provider) => `${provider} (${describeCredential(provider, providers[provider])})`,
  );
  const route = createRouter(models);
  const routes = [
    ['plan', route({ step: 'plan', modelClass: 'L1' })],
    ['code', route({ step: 'implement', modelClass: 'L1' })],
    ['L2', route({ step: 'implement', modelClass: 'L2' })],
    ['L3', route({ step: 'implement', modelClass: 'L3' })],
  ] as const;
  const chosen = routes.map(([use, all]) => `${use} ${all.map(({ model }) => model).join(' or ')}`);
  return `${access.join(', ')}; ${chosen.join(', ')}`;
}

async function checkDatabase({ signal }: Terminal): Promise<string> {
  const database = await openDatabase(readLocalConfig(), signal);
  const client = createClient(database.url, {
    applicationName: 'redgreen-doctor',
    connectMs: 5_000,
    statementMs: 5_000,
    lockMs: 5_000,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    return `${database.isEmbedded ? 'embedded' : 'DATABASE_URL'}, Postgres ${rows[0]?.version}`;
  } catch (error) {
    throw translateFault(error);
  } finally {
    await client.end();
    await database.close();
  }
}

async function version(command: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await execute(command, args, { timeout: 5_000 });
    return stdout.trim();
  } catch {
    throw new AppError('TOOL_MISSING', { details: { program: command } });
  }
}
