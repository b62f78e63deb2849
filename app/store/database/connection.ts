// How we speak to Postgres: column types, time limits, and one place that makes clients and pools.
import type { Writable } from 'node:stream';
import pg, { TypeOverrides } from 'pg';

export type Connection = pg.ClientBase;

/** GitHub's ids and our counters fit a double; times are milliseconds everywhere inside. */
function createTypes(): pg.CustomTypesConfig {
  const types = new TypeOverrides();
  const parseTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => parseTime(text).getTime());
  return types;
}

type ConnectionLimits = {
  applicationName: string;
  connectMs: number;
  statementMs: number;
  /** How long a statement may wait for a lock. */
  lockMs: number;
};

function settings(url: string, limits: ConnectionLimits): pg.ClientConfig {
  return {
    connectionString: url,
    types: createTypes(),
    application_name: limits.applicationName,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    // Whoever fell silent inside a transaction keeps others from its rows; ours never idle in one.
    idle_in_transaction_session_timeout: 10_000,
    // The server answers statement_timeout itself; this is for a server that no longer answers.
    query_timeout: limits.statementMs + 5_000,
    // A peer that vanished without a word is noticed within some 20 s instead of hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

export function createClient(url: string, limits: ConnectionLimits): pg.Client {
  return surviving(new pg.Client(settings(url, limits)));
}

export function createPool(url: string, limits: ConnectionLimits & { max: number }): pg.Pool {
  const pool = new pg.Pool({
    ...settings(url, limits),
    max: limits.max,
    allowExitOnIdle: false,
    // Statements need not wait for the answers before them. And a connection whose query timed out
    // is closed: without this its rollback would wait as long again.
    pipeline: true,
  });
  pool.on('error', () => undefined);
  // The pool listens to idle clients only: one lost inside a transaction would end the process.
  pool.on('connect', (client) => {
    surviving(client);
    sendTogether(client);
  });
  return pool;
}

/** Statements said in one breath leave in one packet: waking the server costs more than it reads. */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const corked = (...args: unknown[]) => {
    stream.cork();
    process.nextTick(() => stream.uncork());
    return query(...args);
  };
  Object.assign(client, { query: corked });
}

/** A client that loses its server emits 'error'; the next query on it reports the loss. */
function surviving<T extends pg.ClientBase>(client: T): T {
  client.on('error', () => undefined);
  return client;
}
