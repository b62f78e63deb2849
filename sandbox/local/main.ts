// The local sandbox server as a process of its own. Takes its options as one JSON text, from the
// first argument or from standard input; says on standard output in one line that it is ready, or
// why it is not; logs to standard error. Reads no environment.
import { text } from 'node:stream/consumers';
import { isSandboxFault } from '../driver/port.ts';
import { ServerOptions } from './options.ts';
import { startSandboxServer } from './server.ts';

await run();

async function run(): Promise<void> {
  const given = process.argv[2] ?? (await text(process.stdin));
  try {
    const options = ServerOptions.parse(JSON.parse(given));
    const server = await startSandboxServer(options, { now: Date.now, log });
    const stop = (reason: string) => void server.stop(reason);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
    process.on('uncaughtException', (error) => {
      log('uncaught', { error: String(error.stack) });
      process.exitCode = 1;
      stop('uncaught');
    });
    say({ ready: { pid: process.pid, port: server.port, limitedBy: server.limitedBy } });
    log('ready', { port: server.port, limitedBy: server.limitedBy });
    log('stopped', { reason: await server.stopped });
  } catch (error) {
    say({ refused: describe(error) });
    log('refused', { error: String(error) });
    process.exitCode = 1;
  }
}

function describe(error: unknown): object {
  if (!isSandboxFault(error)) {
    return { code: 'SANDBOX_SERVER_FAILED', problem: String(error), details: {} };
  }
  const { code, message: problem, hint, details } = error;
  return { code, problem, hint, details };
}

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function log(message: string, fields: Record<string, unknown>): void {
  process.stderr.write(
    `${JSON.stringify({ time: new Date().toISOString(), message, ...fields })}\n`,
  );
}
