// E2B's REST interface: create, get, list, kill, timeout, connect, network, snapshots; and three
// routes of our own, contacts, mark and traces. What this server cannot do it refuses by name; it never does
// less than it was asked in silence.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { isForPeople } from '../../../app/errors.ts';
import type { PlacePart } from '../../driver/port.ts';
import { parseJson } from '../../protocol/parse-json.ts';
import { GuestFault } from '../agent-link.ts';
import { writeRules } from '../egress/allow-list.ts';
import type { LiveSandbox } from '../live-sandbox.ts';
import type { Limits } from '../options.ts';
import { Refusal, type Sandboxes } from '../sandboxes.ts';
import type { Snapshots } from '../snapshots.ts';
import { answerError, answerJson, readBody } from './http-body.ts';
import { toEgressPolicy } from './network-policy.ts';

export type RestDeps = {
  sandboxes: Sandboxes;
  snapshots: Snapshots;
  limits: Limits;
  now(): number;
  log(message: string, fields: Record<string, unknown>): void;
};

/** Below 0.6.2 the SDK asks for nothing that this server does not have. */
const ENVD_VERSION = '0.5.7';
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_TIMEOUT_SECONDS = 24 * 3600;
const DEFAULT_TIMEOUT_SECONDS = 300;

const Text = z.record(z.string(), z.string());
const Timeout = z.number().int().positive().max(MAX_TIMEOUT_SECONDS);
const CreateBody = z.object({
  templateID: z.string(),
  metadata: Text.default({}),
  envVars: Text.default({}),
  timeout: Timeout.default(DEFAULT_TIMEOUT_SECONDS),
  allow_internet_access: z.boolean().optional(),
  network: z.unknown().optional(),
  autoPause: z.boolean().optional(),
  autoResume: z.object({ enabled: z.boolean() }).optional(),
  mcp: z.unknown().optional(),
  iam: z.unknown().optional(),
  volumeMounts: z.unknown().optional(),
});
const TimeoutBody = z.object({ timeout: Timeout });
const ConnectBody = z.object({ timeout: Timeout.optional() });
const NetworkBody = z.looseObject({ allow_internet_access: z.boolean().optional() });
const Elsewhere: z.ZodType<PlacePart[]> = z.array(
  z.enum(['hostname', 'user', 'home', 'workspace', 'machine']),
);
const SnapshotBody = z.object({ name: z.string().optional() });

type RestCall = { request: IncomingMessage; response: ServerResponse; url: URL };
type Route = {
  method: string;
  path: RegExp;
  run(deps: RestDeps, call: RestCall, id: string): Promise<void>;
};

const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^(?:\/v2)?\/sandboxes$/, run: create },
  { method: 'GET', path: /^\/v2\/sandboxes$/, run: list },
  { method: 'GET', path: /^\/sandboxes\/([^/]+)$/, run: getOne },
  { method: 'DELETE', path: /^\/sandboxes\/([^/]+)$/, run: kill },
  { method: 'POST', path: /^\/sandboxes\/([^/]+)\/timeout$/, run: setTimeoutOf },
  { method: 'POST', path: /^\/v2\/sandboxes\/([^/]+)\/connect$/, run: connect },
  { method: 'PUT', path: /^\/sandboxes\/([^/]+)\/network$/, run: setNetwork },
  { method: 'GET', path: /^\/sandboxes\/([^/]+)\/contacts$/, run: tellContacts },
  { method: 'POST', path: /^\/sandboxes\/([^/]+)\/mark$/, run: mark },
  { method: 'POST', path: /^\/sandboxes\/([^/]+)\/traces$/, run: tellTraces },
  { method: 'POST', path: /^\/sandboxes\/([^/]+)\/snapshots$/, run: takeSnapshot },
  { method: 'GET', path: /^\/snapshots$/, run: listSnapshots },
  { method: 'DELETE', path: /^\/templates\/([^/]+)$/, run: removeSnapshot },
];

export async function handleRest(deps: RestDeps, call: RestCall): Promise<void> {
  try {
    for (const { method, path, run } of ROUTES) {
      const match = call.request.method === method ? path.exec(call.url.pathname) : null;
      if (match !== null) return await run(deps, call, decodeURIComponent(match[1] ?? ''));
    }
    // Not 404: the SDK would take it for a sandbox that is gone.
    throw new Refusal(501, `${call.request.method} ${call.url.pathname} is not offered`);
  } catch (error) {
    if (error instanceof Refusal) answerError(call.response, error.status, error.message);
    else if (isForPeople(error)) {
      answerError(call.response, 424, `${error.code}: ${error.message}\n${error.hint}`);
    } else {
      deps.log('request failed', { path: call.url.pathname, error: String(error) });
      answerError(call.response, 500, 'the sandbox server failed; see its log');
    }
  }
}

async function create(deps: RestDeps, { request, response }: RestCall): Promise<void> {
  const body = await readJson(request, CreateBody);
  const policy = toEgressPolicy(body.allow_internet_access, body.network);
  for (const name of ['autoPause', 'mcp', 'iam', 'volumeMounts'] as const) {
    if (body[name] !== undefined && body[name] !== false) {
      throw new Refusal(400, `'${name}' is not offered by the local sandbox server`);
    }
  }
  const sandbox = await deps.sandboxes.create({
    templateId: body.templateID,
    metadata: body.metadata,
    env: body.envVars,
    timeoutMs: body.timeout * 1000,
    policy,
    elsewhere: elsewhereOf(request),
  });
  if (response.destroyed) await sandbox.end('nobody waits for it');
  else answerJson(response, 201, connection(sandbox));
}

/** Not E2B's: what of it is as in ANOTHER_PLACE. */
function elsewhereOf({ headers }: IncomingMessage): PlacePart[] {
  const asked = String(headers['x-redgreen-elsewhere'] ?? '');
  const parts = Elsewhere.safeParse(asked === '' ? [] : asked.split(','));
  if (parts.success) return parts.data;
  throw new Refusal(400, `elsewhere: '${asked}' is no list of parts of a place`);
}

function connection(sandbox: LiveSandbox): unknown {
  return {
    sandboxID: sandbox.id,
    templateID: sandbox.templateId,
    clientID: 'local',
    envdVersion: ENVD_VERSION,
    envdAccessToken: sandbox.accessToken,
  };
}

async function list(deps: RestDeps, { response, url }: RestCall): Promise<void> {
  const wanted = Object.entries(metadataOf(url));
  const states = url.searchParams.get('state')?.split(',') ?? ['running'];
  const found = deps.sandboxes
    .list()
    .filter(({ metadata }) => wanted.every(([key, value]) => metadata[key] === value))
    .filter(() => states.includes('running'));
  // The token of a page is the number of rows before it; limits are the client's.
  const offset = Number(url.searchParams.get('nextToken') ?? 0);
  const limit = Number(url.searchParams.get('limit') ?? 100);
  if (!Number.isInteger(offset) || !Number.isInteger(limit) || offset < 0 || limit < 1) {
    throw new Refusal(400, 'limit and nextToken must be numbers');
  }
  if (offset + limit < found.length) response.setHeader('x-next-token', String(offset + limit));
  const page = found.slice(offset, offset + limit);
  answerJson(
    response,
    200,
    page.map((sandbox) => describe(deps, sandbox)),
  );
}

/** The SDK encodes keys and values, then the pairs, then the whole. */
function metadataOf(url: URL): Record<string, string> {
  const pairs = new URLSearchParams(url.searchParams.get('metadata') ?? '');
  return Object.fromEntries(
    [...pairs].map(([key, value]) => [decodeURIComponent(key), decodeURIComponent(value)]),
  );
}

function describe({ limits }: RestDeps, sandbox: LiveSandbox): unknown {
  return {
    sandboxID: sandbox.id,
    templateID: sandbox.templateId,
    clientID: 'local',
    startedAt: new Date(sandbox.startedAtMs).toISOString(),
    endAt: new Date(sandbox.endsAtMs()).toISOString(),
    state: 'running',
    cpuCount: 1,
    memoryMB: Math.floor(limits.memoryBytes / 1024 / 1024),
    diskSizeMB: Math.floor(limits.diskBytes / 1024 / 1024),
    envdVersion: ENVD_VERSION,
    metadata: sandbox.metadata,
  };
}

async function getOne(deps: RestDeps, { response }: RestCall, id: string): Promise<void> {
  const sandbox = find(deps, id);
  const allowOut = writeRules(sandbox.egress.policy());
  answerJson(response, 200, {
    ...Object(describe(deps, sandbox)),
    allowInternetAccess: allowOut.length > 0,
    network: { allowPublicTraffic: false, allowOut, denyOut: ['0.0.0.0/0'] },
    lifecycle: { onTimeout: 'kill', autoResume: false },
  });
}

async function kill(deps: RestDeps, { response }: RestCall, id: string): Promise<void> {
  await find(deps, id).end('killed by request');
  answerJson(response, 204);
}

async function setTimeoutOf(deps: RestDeps, call: RestCall, id: string): Promise<void> {
  const { timeout } = await readJson(call.request, TimeoutBody);
  const sandbox = find(deps, id);
  sandbox.touch();
  sandbox.setEnd(deps.now() + timeout * 1000);
  answerJson(call.response, 204);
}

async function connect(deps: RestDeps, call: RestCall, id: string): Promise<void> {
  const { timeout = DEFAULT_TIMEOUT_SECONDS } = await readJson(call.request, ConnectBody);
  const sandbox = find(deps, id);
  sandbox.touch();
  sandbox.setEnd(Math.max(sandbox.endsAtMs(), deps.now() + timeout * 1000));
  answerJson(call.response, 200, connection(sandbox));
}

async function setNetwork(deps: RestDeps, call: RestCall, id: string): Promise<void> {
  const body = await readJson(call.request, NetworkBody);
  const sandbox = find(deps, id);
  sandbox.touch();
  const policy = toEgressPolicy(body.allow_internet_access, body);
  try {
    await sandbox.egress.set(policy);
  } catch (error) {
    if (!(error instanceof GuestFault)) throw error;
    throw new Refusal(409, `NETWORK_POLICY_UNAVAILABLE: ${error.message}`);
  }
  answerJson(call.response, 204);
}

/** Not E2B's: whom the sandbox spoke to, and whom it was refused. */
async function tellContacts(deps: RestDeps, { response }: RestCall, id: string): Promise<void> {
  const contacts = deps.sandboxes.contacts(id);
  if (contacts === undefined) throw new Refusal(404, `sandbox '${id}' not found`);
  answerJson(response, 200, contacts);
}

/** Not E2B's, as the next: everything in it is killed, and what it is now is noted. */
async function mark(deps: RestDeps, { response }: RestCall, id: string): Promise<void> {
  const sandbox = find(deps, id);
  sandbox.touch();
  await sandbox.mark();
  answerJson(response, 200, { marked: true });
}

/** Everything in it is killed, and what is left is compared with what was noted. */
async function tellTraces(deps: RestDeps, { response }: RestCall, id: string): Promise<void> {
  const sandbox = find(deps, id);
  sandbox.touch();
  answerJson(response, 200, await sandbox.traces());
}

async function takeSnapshot(deps: RestDeps, call: RestCall, id: string): Promise<void> {
  const { name } = await readJson(call.request, SnapshotBody);
  const sandbox = find(deps, id);
  const release = sandbox.hold();
  try {
    const snapshot = await deps.sandboxes.snapshot(sandbox, name === undefined ? [] : [name]);
    answerJson(call.response, 201, { snapshotID: snapshot.snapshotId, names: snapshot.names });
  } finally {
    release();
  }
}

async function listSnapshots(deps: RestDeps, { response, url }: RestCall): Promise<void> {
  const sandboxId = url.searchParams.get('sandboxID');
  const found = deps.snapshots
    .list()
    .filter((snapshot) => sandboxId === null || snapshot.sandboxId === sandboxId);
  answerJson(
    response,
    200,
    found.map(({ snapshotId, names }) => ({ snapshotID: snapshotId, names })),
  );
}

async function removeSnapshot(deps: RestDeps, { response }: RestCall, id: string): Promise<void> {
  if (!(await deps.sandboxes.removeSnapshot(id))) {
    throw new Refusal(404, `snapshot '${id}' not found`);
  }
  answerJson(response, 204);
}

function find(deps: RestDeps, id: string): LiveSandbox {
  const sandbox = deps.sandboxes.find(id);
  if (sandbox === undefined) throw new Refusal(404, `sandbox '${id}' not found`);
  return sandbox;
}

async function readJson<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> {
  const text = (await readBody(request, MAX_BODY_BYTES)).toString('utf8');
  const parsed = schema.safeParse(parseJson(text === '' ? '{}' : text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal(400, `${issue?.path.join('.')}: ${issue?.message}`);
}
