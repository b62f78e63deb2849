// Makes a database on a server we may administer, if it is not there yet.
import { createClient } from './connection.ts';
import { translateFault } from './faults.ts';

const ALREADY_THERE = new Set(['42P04', '23505']);

export async function createDatabase(
  adminUrl: string,
  name: string,
  template?: string,
): Promise<void> {
  const client = createClient(adminUrl, {
    applicationName: 'redgreen-create',
    connectMs: 10_000,
    statementMs: 60_000,
    lockMs: 60_000,
  });
  try {
    await client.connect();
    const from = template === undefined ? '' : ` template ${client.escapeIdentifier(template)}`;
    await client.query(`create database ${client.escapeIdentifier(name)}${from}`);
  } catch (error) {
    if (!ALREADY_THERE.has(String((error as { code?: unknown }).code))) throw translateFault(error);
  } finally {
    await client.end();
  }
}
