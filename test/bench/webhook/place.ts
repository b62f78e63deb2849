// The way in as it stands in the product, with jobs at work beside it, and a handler that only
// verifies signatures; in one process, so that whatever keeps one from answering keeps the other.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_ADMISSION } from '../../../app/command/admission-settings.ts';
import { applyEvent, beginJob } from '../../../app/engine/apply.ts';
import type { EffectContext } from '../../../app/engine/effects/port.ts';
import { createInbox } from '../../../app/engine/inbox/worker.ts';
import { createLocalEngine } from '../../../app/engine/local.ts';
import { newWorker } from '../../../app/engine/worker.ts';
import { createLogger } from '../../../app/log.ts';
import { createRedactor } from '../../../app/redact/redact.ts';
import { Secret } from '../../../app/secret.ts';
import { createStore, type Store } from '../../../app/store/store.ts';
import { createWebhookApp } from '../../../app/webhook/app.ts';
import { decideDelivery, giveUpDelivery, tellDelivery } from '../../../app/webhook/decide.ts';
import type { WebhookDeps } from '../../../app/webhook/deps.ts';
import { createExplanations } from '../../../app/webhook/explanations.ts';
import { createWebhookServerMiddleware, WEBHOOK_PATH } from '../../../app/webhook/middleware.ts';
import { addJob } from '../../support/add-job.ts';
import { ownPostgres } from '../../support/own-postgres.ts';
import { scriptedEffects } from '../../support/scripted-effects.ts';
import { until } from '../../support/waiting.ts';

export const SECRET = 'bench-secret-0123456789abcdef0123456789ab';
/** As far away as GitHub is. */
const GITHUB_MS = 60;
/** Between two turns of a job's conversation. */
const TURN_MS = 100;

export type BenchPlace = AsyncDisposable & {
  /** The product, then the reference. */
  targets: [string, string];
  store: Store;
};

const log = createLogger({
  level: 'info',
  redactor: createRedactor([SECRET]),
  destination: { write: () => undefined },
});

export async function openPlace(jobs: number): Promise<BenchPlace> {
  await using owned = new AsyncDisposableStack();
  const postgres = owned.use(await ownPostgres());
  const store = createStore({ url: postgres.url });
  owned.defer(async () => await store.close());
  await runJobs(owned, store, jobs);
  const product = await openProduct(owned, store);
  const reference = await listen(owned, (request, response) => void verify(request, response));
  const stack = owned.move();
  return {
    store,
    targets: [product, reference],
    [Symbol.asyncDispose]: async () => await stack.disposeAsync(),
  };
}

/** Each in a conversation that goes on until the end, written turn by turn. */
async function runJobs(owned: AsyncDisposableStack, store: Store, jobs: number): Promise<void> {
  const running = new Set<string>();
  const over = new AbortController();
  const plan = async (context: EffectContext) => {
    running.add(context.record.job.id);
    await converse(store, context, over.signal);
    return { type: 'planned', revision: randomUUID(), strategies: 1 } as const;
  };
  const { effects } = scriptedEffects(store, { plan });
  const limits = { slots: jobs, perInstallation: jobs };
  const engine = createLocalEngine({ store, effects, worker: newWorker('app'), log, limits });
  for (let n = 0; n < jobs; n += 1) await addJob(store, { installation: 1 + n, repository: 1 + n });
  await engine.start();
  owned.defer(async () => {
    over.abort();
    await engine.stop(0);
  });
  await until(() => running.size === jobs);
}

async function converse(
  store: Store,
  { record, fence, signal }: EffectContext,
  over: AbortSignal,
): Promise<void> {
  const id = randomUUID();
  const jobId = record.job.id;
  await store.transaction(async ({ sessions }) => {
    await sessions.begin({ id, jobId, step: 'plan', ordinal: 0, fence });
  });
  const end = AbortSignal.any([over, signal]);
  for (let sequence = 1; !end.aborted; sequence += 1) {
    await pause(TURN_MS, undefined, { signal: end }).catch(() => undefined);
    const payload = { _t: 'assistant', uuid: randomUUID(), content: 'x'.repeat(2_000) };
    await store.transaction(async ({ sessions }) => {
      await sessions.append(id, fence, [{ sequence, entryType: 'assistant', payload }]);
    });
  }
}

async function openProduct(owned: AsyncDisposableStack, store: Store): Promise<string> {
  const deps = webhookDeps(store);
  const behind = { ...deps, store: { accept: store.transaction } };
  const inbox = createInbox({
    store,
    log,
    worker: newWorker('inbox'),
    functions: {
      decide: async (worker, claim) => await decideDelivery(behind, worker, claim),
      giveUp: async (worker, undecided) => await giveUpDelivery(behind, worker, undecided),
      tell: async (claim) => await tellDelivery(behind, claim),
    },
  });
  const listener = await createWebhookServerMiddleware({
    app: createWebhookApp(deps),
    appId: 7,
    privateKey: new Secret('no key is needed to receive'),
    webhookSecrets: [new Secret(SECRET)],
    githubApiUrl: 'http://127.0.0.1:1',
    log,
  });
  await inbox.start();
  owned.defer(async () => await inbox.stop(0));
  return await listen(owned, (request, response) => void listener(request, response));
}

/** A GitHub that knows everybody and takes its time. */
function webhookDeps(store: Store): WebhookDeps {
  const after = async <T>(answer: T): Promise<T> => await pause(GITHUB_MS, answer);
  const issue = { title: 'Sort', body: '', author: 'mona', state: 'open' as const, comments: 0 };
  return {
    store,
    github: {
      permission: async () => await after('write' as const),
      issue: async (_repository, number) => await after({ ...issue, number, labels: ['redgreen'] }),
      issueComments: async () => await after([]),
      settingsFiles: async () => await after({ file: undefined, organisation: undefined }),
      pullRequest: async () => await Promise.reject(new Error('nobody asks for it here')),
      branchSha: async () => await after(undefined),
      repository: async () => await after({ isArchived: false }),
      react: async () => await after(undefined),
    },
    jobs: { begin: beginJob, apply: applyEvent },
    findJobByPullRequest: async () => await Promise.resolve(undefined),
    log,
    newId: randomUUID,
    admission: { ...DEFAULT_ADMISSION, app: { id: 7 } },
    self: async () => await after(undefined),
    show: async () => await after(undefined),
    tell: async () => await after(undefined),
    redact: (text) => text,
    explanations: createExplanations(),
    forgetPerson: async () => await Promise.resolve(),
    models: { find: () => ({ ok: false, problem: '' }), credential: '', ways: '' },
    isAction: false,
  };
}

/** Reads, verifies, answers. */
async function verify(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  const expected = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
  const given = Buffer.from(String(request.headers['x-hub-signature-256']));
  const isGenuine =
    given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
  response.writeHead(isGenuine ? 200 : 401, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ok: isGenuine }));
}

async function listen(
  owned: AsyncDisposableStack,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server: Server = createServer(answer);
  // A connection that is closed just when it is used again is nobody's answer.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  owned.defer(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}${WEBHOOK_PATH}`;
}
