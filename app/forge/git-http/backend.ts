// Runs `git http-backend`, git's own CGI, for one request. Access was decided before.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createDeadline } from '../../machine/deadline.ts';
import { type GitMachine, gitEnvironment } from '../git/run.ts';
import { type Actor, actorName } from '../world/actor.ts';
import { appMay } from '../world/permissions.ts';
import type { Repository } from '../world/state.ts';

const DEADLINE_MS = 120_000;

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** False when the client must not hear the answer. */
  isRelayed: boolean;
};
type Target = { actor: Actor; repository: Repository; rest: string };

/** Ends when git has ended. Throws TIMEOUT or CANCELLED after killing it. */
export async function runBackend(
  parts: { machine: GitMachine; closing: AbortSignal },
  exchange: Exchange,
  target: Target,
): Promise<void> {
  const { request, response } = exchange;
  const deadline = createDeadline('git http-backend', {
    deadlineMs: DEADLINE_MS,
    signal: parts.closing,
  });
  const child = spawn('git', ['http-backend'], {
    env: { ...gitEnvironment(parts.machine), ...cgiEnvironment(exchange, target) },
    stdio: 'pipe',
    // A group of its own, because the backend starts further processes.
    detached: true,
  });
  const kill = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  deadline.signal.addEventListener('abort', kill, { once: true });
  child.stdin.on('error', () => undefined);
  child.stderr.resume();
  request.pipe(child.stdin);
  // A client that goes away while sending must not leave git waiting for the rest.
  request.once('close', () => child.stdin.end());
  if (exchange.isRelayed) relayCgi(child, response);
  else child.stdout.resume();
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      resolve();
    });
  });
  deadline.signal.removeEventListener('abort', kill);
  deadline.check();
}

function cgiEnvironment(
  { request, url }: Exchange,
  { actor, repository, rest }: Target,
): Record<string, string> {
  const header = (name: string): string => String(request.headers[name] ?? '');
  const mayTouchWorkflows = appMay(actor, repository, [{ workflows: 'write' }]);
  return {
    GIT_PROJECT_ROOT: repository.directory,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: rest,
    REQUEST_METHOD: request.method ?? 'GET',
    QUERY_STRING: url.search.slice(1),
    CONTENT_TYPE: header('content-type'),
    ...(request.headers['content-length'] === undefined
      ? {}
      : { CONTENT_LENGTH: header('content-length') }),
    HTTP_CONTENT_ENCODING: header('content-encoding'),
    GIT_PROTOCOL: header('git-protocol'),
    REMOTE_USER: actorName(actor),
    REMOTE_ADDR: '127.0.0.1',
    // Read by the repository's update hook.
    FORGE_WORKFLOWS: mayTouchWorkflows ? 'allow' : 'deny',
  };
}

/** CGI output: headers, an empty line, the body. */
function relayCgi(child: ChildProcessWithoutNullStreams, response: ServerResponse): void {
  let head: Buffer | undefined = Buffer.alloc(0);
  const write = (chunk: Buffer): void => {
    // A client that has gone away: git runs on to its end, unheard.
    if (response.destroyed || chunk.length === 0 || response.write(chunk)) return;
    child.stdout.pause();
    response.once('drain', () => child.stdout.resume());
  };
  response.on('error', () => undefined);
  response.once('close', () => child.stdout.resume());
  child.stdout.on('data', (chunk: Buffer) => {
    if (head === undefined) {
      write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const headers = new Map(
      head
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.replace(/^[^:]*: */, '')]),
    );
    if (response.headersSent || response.destroyed) return;
    response.statusCode = Number.parseInt(headers.get('status') ?? '200', 10);
    headers.delete('status');
    for (const [name, value] of headers) response.setHeader(name, value);
    const body = head.subarray(end + 4);
    head = undefined;
    write(body);
  });
}
