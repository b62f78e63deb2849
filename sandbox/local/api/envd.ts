// The envd interface: finds the sandbox a request means, checks its token, passes the request to
// the process, filesystem or file part. A sandbox that is gone answers 502, as E2B's proxy does.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sandboxes } from '../sandboxes.ts';
import { ConnectFault, openStream, refuseUnary } from './connect-protocol.ts';
import { toConnectFault, toHttpFault } from './envd-faults.ts';
import { handleFiles } from './envd-files.ts';
import { handleFilesystem } from './envd-filesystem.ts';
import { handleProcess } from './envd-process.ts';
import { answerError } from './http-body.ts';
import { isSameSecret } from './secrets.ts';

const PROCESS = /^\/process\.Process\/(\w+)$/;
const STREAMS = new Set(['/process.Process/Start', '/process.Process/Connect']);
const FILESYSTEM = /^\/filesystem\.Filesystem\/(\w+)$/;

export function isEnvdRequest(request: IncomingMessage, path: string): boolean {
  if (request.headers['e2b-sandbox-id'] !== undefined) return true;
  return path === '/files' || PROCESS.test(path) || FILESYSTEM.test(path);
}

export async function handleEnvd(
  sandboxes: Sandboxes,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const id = String(request.headers['e2b-sandbox-id'] ?? '');
  const sandbox = sandboxes.find(id);
  if (sandbox === undefined || sandbox.isEnding()) {
    refuseGone(response, { id, path: url.pathname, reason: sandboxes.endReason(id) });
    return;
  }
  if (url.pathname === '/health') {
    response.writeHead(204).end();
    return;
  }
  if (!isSameSecret(String(request.headers['x-access-token'] ?? ''), sandbox.accessToken)) {
    answerError(response, 401, 'the access token of the sandbox is missing or wrong');
    return;
  }
  sandbox.touch();
  const call = { sandbox, request, response };
  const process = PROCESS.exec(url.pathname)?.[1];
  const filesystem = FILESYSTEM.exec(url.pathname)?.[1];
  try {
    if (process !== undefined) await handleProcess(process, call);
    else if (filesystem !== undefined) await handleFilesystem(filesystem, call);
    else if (url.pathname === '/files') await handleFiles(call, url.searchParams);
    else answerError(response, 404, 'no such path');
  } catch (error) {
    if (response.headersSent) response.destroy();
    else if (url.pathname === '/files') refuseFile(response, error);
    else refuseUnary(response, toConnectFault(error));
  }
}

/** A limit is told to who wants to run something: inside a stream, by a code whose words are kept. */
function refuseGone(
  response: ServerResponse,
  { id, path, reason }: { id: string; path: string; reason: string | undefined },
): void {
  if (STREAMS.has(path) && reason?.startsWith('resource limit: ') === true) {
    const fault = new ConnectFault('failed_precondition', `the sandbox had ended: ${reason}`);
    openStream(response).end(fault);
  } else answerError(response, 502, `sandbox '${id}' was not found`);
}

function refuseFile(response: ServerResponse, error: unknown): void {
  const { status, message } = toHttpFault(error);
  answerError(response, status, message);
}
