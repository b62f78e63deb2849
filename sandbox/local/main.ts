// The local sandbox server as a process of its own. Takes its options as one JSON text, from the
// first argument or from standard input, and `--allow-private HOST:PORT` any number of times; says
// on standard output in one line that it is ready, or why it is not; logs to standard error. Reads
// no environment.
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { isAppError } from '../../app/errors.ts';
import { ServerOptions } from './options.ts';
import { startSandboxServer } from './server.ts';

await run();

async function run(): Promise<void> {
  try {
    const options = await readOptions(process.argv.slice(2));
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
    const refused = describe(error);
    say({ refused });
    log('refused', refused);
    process.exitCode = 1;
  }
}

async function readOptions(args: string[]): Promise<ServerOptions> {
  const { values, positionals } = parseArgs({
    args,
    options: { 'allow-private': { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  });
  const options = ServerOptions.parse(JSON.parse(positionals[0] ?? (await text(process.stdin))));
  const allowPrivate = [...options.allowPrivate, ...values['allow-private']];
  return ServerOptions.parse({ ...options, allowPrivate });
}

function describe(error: unknown): Record<string, unknown> {
  if (!isAppError(error)) {
    return { code: 'SANDBOX_SERVER_FAILED', problem: String(error), details: {} };
  }
  const { code, problem, hint, details } = error;
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
