// The guest program: one process, one task, one session. Speaks with the host over its standard
// input and output and nothing else; the only place of the runner that reads the environment.
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { commandEnvironment } from '../protocol/command-environment.ts';
import type { HostMessage } from '../protocol/messages.ts';
import type { Task } from '../protocol/task.ts';
import { createParsers } from '../syntax/parsers.ts';
import { readGrammar } from './grammar-files.ts';
import { createHost } from './host.ts';
import { createLink } from './link.ts';
import { runTask } from './run-task.ts';

const DEFAULT_HEARTBEAT_MS = 5_000;
/** A runner that nobody gives a task was forgotten. */
const TASK_WITHIN_MS = 120_000;
/** The host may be restarting while the end is told; it has 300 s (decision 8). */
const LINGER_MS = 600_000;
const FAREWELL_MS = 1_000;

await main();

async function main(): Promise<void> {
  const cancel = new AbortController();
  const parking = new AbortController();
  const stop = AbortSignal.any([cancel.signal, parking.signal]);
  const { promise: task, resolve: begin } = Promise.withResolvers<Task | undefined>();
  // A write to a pipe through process.stdout would stop everything while the pipe is full, and one
  // through a file stream would go by another thread.
  const output = new Socket({ fd: 1, readable: false, writable: true });
  output.on('error', () => process.exit(0));
  const onMessage = (message: HostMessage): void => {
    if (message.kind === 'task') begin(message.task);
    else if (message.kind === 'cancel') cancel.abort();
    else if (message.kind === 'park') parking.abort();
    else host.hear(message);
  };
  const link = createLink({
    write: (line) => void output.write(line),
    backlog: () => output.writableLength,
    onMessage,
  });
  const host = createHost(link, stop);
  listen(link.receive, () => {
    cancel.abort();
    begin(undefined);
  });
  setTimeout(() => begin(undefined), TASK_WITHIN_MS).unref();
  setInterval(link.heartbeat, heartbeatMs()).unref();
  const given = await task;
  if (given === undefined) process.exit(0);
  const { outcome, rows } = await runTask(given, {
    host,
    // Nothing of it is a secret: a sandbox has none.
    env: commandEnvironment(process.env),
    parsers: createParsers(readGrammar),
    newId: randomUUID,
    now,
    signal: cancel.signal,
    parking: parking.signal,
  });
  const farewell = AbortSignal.timeout(cancel.signal.aborted ? FAREWELL_MS : LINGER_MS);
  await link
    .send({ kind: 'done', outcome, ...rows }, farewell)
    .then(async () => await link.drained(farewell))
    .catch(() => undefined);
  output.end(() => process.exit(0));
}

/** Standard input that ends means that nobody can ever answer again. */
function listen(receive: (text: string) => void, onEnd: () => void): void {
  process.stdin.setEncoding('utf8').on('data', receive).once('end', onEnd).once('error', onEnd);
  process.once('SIGTERM', onEnd);
}

function now(): number {
  return performance.now();
}

function heartbeatMs(): number {
  const given = Number(process.env['REDGREEN_HEARTBEAT_MS']);
  return given > 0 ? given : DEFAULT_HEARTBEAT_MS;
}
