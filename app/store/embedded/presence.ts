// One idle connection per opened handle. It is what makes a process visible to the others: the
// last one to leave stops the server, and a killed process vanishes with its connection.
import { Socket } from 'node:net';
import { Client, DatabaseError } from 'pg';
import { AppError } from '../../errors.ts';
import { errorCode } from '../../machine/directories.ts';
import { SUPERUSER } from './cluster.ts';
import { PORT } from './postmaster.ts';

export type Presence = {
  dataDirectory: string;
  /** Connections of others now: handles of other processes, and all other clients. */
  countOthers(): Promise<{ handles: number; clients: number }>;
  /** Idempotent, never throws. */
  end(): Promise<void>;
};

export type ConnectOutcome =
  | { kind: 'ready'; presence: Presence }
  /** Nobody listens there. */
  | { kind: 'absent' }
  /** Somebody does, but cannot serve now: it starts, recovers, ends, or has no connection free. */
  | { kind: 'unready' };

const APPLICATION_NAME = 'redgreen embedded handle';
/** How long a server that took the connection may be silent before we ask again. */
const CONNECT_TIMEOUT_MS = 5_000;

/** cannot_connect_now and too_many_connections. */
const UNREADY_STATES = new Set(['57P03', '53300']);
const ABSENT_CODES = new Set(['ENOENT', 'ECONNREFUSED']);

export async function connectPresence(
  socketDirectory: string,
  onLost: (error: Error) => void,
): Promise<ConnectOutcome> {
  const socket = new Socket();
  const client = new Client({
    host: socketDirectory,
    port: PORT,
    user: SUPERUSER,
    database: 'postgres',
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    ssl: false,
    stream: () => socket,
  });
  // It says so twice: the server's farewell, then the closed connection.
  client.once('error', onLost).on('error', () => undefined);
  try {
    await client.connect();
    return { kind: 'ready', presence: await createPresence(client, socket) };
  } catch (error) {
    socket.destroy();
    return { kind: toKind(error, socketDirectory) };
  }
}

async function createPresence(client: Client, socket: Socket): Promise<Presence> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  // From here on it idles: a handle that was forgotten must not keep its process from ending.
  socket.unref();
  return {
    dataDirectory: rows[0]?.data_directory ?? '',
    async countOthers() {
      socket.ref();
      const answer = await client.query<{ handles: number; clients: number }>(
        `SELECT count(*) FILTER (WHERE application_name = $1)::int AS handles,
                count(*)::int AS clients
           FROM pg_stat_activity
          WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
        [APPLICATION_NAME],
      );
      return answer.rows[0] ?? { handles: 0, clients: 0 };
    },
    async end() {
      socket.ref();
      await client.end().catch(() => undefined);
    },
  };
}

function toKind(error: unknown, socketDirectory: string): 'absent' | 'unready' {
  const code = errorCode(error) ?? '';
  if (ABSENT_CODES.has(code)) return 'absent';
  const isFinal =
    code === 'EACCES' || (error instanceof DatabaseError && !UNREADY_STATES.has(code));
  if (!isFinal) return 'unready';
  throw new AppError('EMBEDDED_POSTGRES_FAILED', {
    problem: `The server in ${socketDirectory} refuses us (${code})`,
    details: { directory: socketDirectory },
    cause: error,
  });
}
