// `redgreen audit verify`: walks the audit chains and names the first broken row of each.

import { readLocalConfig } from '../config/config.ts';
import { AppError } from '../errors.ts';
import { type AuditVerdict, verifyAudit } from '../store/audit-verify.ts';
import { createClient } from '../store/database/connection.ts';
import { translateFault } from '../store/database/faults.ts';
import { openDatabase } from '../store/open-database.ts';
import { oneOf, parseOptions } from './arguments.ts';
import type { Subcommand, Terminal } from './subcommand.ts';

const USAGE = 'verify [--installation ID] [--json]';

export const audit: Subcommand = {
  name: 'audit',
  summary: 'check that no audit row was altered, deleted, inserted or moved',
  usage: USAGE,
  async run(args, terminal) {
    const { values, positionals } = parseOptions(args, {
      installation: { type: 'string' },
      json: { type: 'boolean' },
    });
    oneOf(['verify'], positionals, `redgreen audit ${USAGE}`);
    const verdict = await verify(terminal, installationId(values.installation));
    if (values.json) terminal.print(JSON.stringify(verdict));
    else for (const line of describe(verdict)) terminal.print(line);
    return verdict.findings.length === 0 ? 0 : 1;
  },
};

async function verify(terminal: Terminal, installation?: number): Promise<AuditVerdict> {
  const database = await openDatabase(readLocalConfig(), terminal.signal);
  const client = createClient(database.url, {
    applicationName: 'redgreen-audit',
    connectMs: 10_000,
    statementMs: 60_000,
    lockMs: 10_000,
  });
  try {
    await client.connect();
    return await verifyAudit(client, installation);
  } catch (error) {
    throw translateFault(error);
  } finally {
    await client.end();
    await database.close();
  }
}

function installationId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new AppError('USAGE', { problem: `--installation takes a number, not "${text}".` });
}

function describe({ chains, rows, findings }: AuditVerdict): string[] {
  if (findings.length === 0) return [`whole: ${rows} rows in ${chains} chains`];
  return findings.map(({ problem }) => `AUDIT_BROKEN: ${problem}`);
}
