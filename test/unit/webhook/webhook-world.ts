// The webhook side as it stands in the product: real Probot behind a real server, signed requests,
// a store on a database of its own. Only GitHub is a double.
import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { DEFAULT_ADMISSION } from '../../../app/command/admission-settings.ts';
import { applyEvent, beginJob } from '../../../app/engine/apply.ts';
import type { Inbox } from '../../../app/engine/inbox/port.ts';
import { createInbox, type InboxLimits } from '../../../app/engine/inbox/worker.ts';
import { newWorker } from '../../../app/engine/worker.ts';
import { createLogger } from '../../../app/log.ts';
import { createRedactor } from '../../../app/redact/redact.ts';
import { Secret } from '../../../app/secret.ts';
import { createStore, type Store } from '../../../app/store/store.ts';
import { createWebhookApp } from '../../../app/webhook/app.ts';
import { decideDelivery, giveUpDelivery, tellDelivery } from '../../../app/webhook/decide.ts';
import type { WebhookDeps } from '../../../app/webhook/deps.ts';
import { createExplanations } from '../../../app/webhook/explanations.ts';
import {
  createWebhookServerMiddleware,
  WEBHOOK_PATH,
  type WebhookLimits,
} from '../../../app/webhook/middleware.ts';
import { adminUrl, testDatabase } from '../../support/database.ts';
import { until } from '../../support/waiting.ts';
import { type GitHubDouble, githubDouble } from './github-double.ts';

// Run alone, a file starts a server of its own: here, so that it outlives the first test.
await adminUrl();

export const SECRET = 'present-secret-0123456789abcdef0123456789';
export const OLD_SECRET = 'previous-secret-0123456789abcdef012345678';
export const APP_ID = 77;

export type Sent = {
  event: string;
  payload: unknown;
  guid?: string;
  hookId?: string;
  secret?: string;
  /** Overrides; undefined leaves a header out. */
  headers?: Record<string, string | undefined>;
  body?: string | Uint8Array;
};

export type WebhookWorld = AsyncDisposable & {
  url: string;
  github: GitHubDouble;
  /** Pull request number → job id, as the record of pull requests will keep it. */
  pulls: Map<number, string>;
  /** Jobs whose status was shown anew. */
  shown: string[];
  logged: string[];
  client: pg.Client;
  databaseUrl: string;
  /** Deciding begins with the world; here it can be stopped and begun again. */
  inbox: Inbox;
  /** One of another process. */
  another(): Inbox;
  store: Store;
  deps: WebhookDeps;
  /** Answers when it was answered. */
  post(sent: Sent): Promise<{ status: number; body: string }>;
  /** Answers when it was answered, and everything was decided. */
  send(sent: Sent): Promise<{ status: number; body: string }>;
  count(table: 'jobs' | 'webhook_deliveries' | 'audit_events', where?: string): Promise<number>;
  /** Everything was decided. */
  decided(): Promise<void>;
  /** Everything that had to be told was told too. */
  told(): Promise<void>;
};

export async function webhookWorld(
  wishes: Partial<WebhookDeps> = {},
  limits: Partial<WebhookLimits> & { inbox?: Partial<InboxLimits> } = {},
): Promise<WebhookWorld> {
  const database = await testDatabase();
  const store = createStore({ url: database.url });
  const github = githubDouble();
  const pulls = new Map<number, string>();
  const shown: string[] = [];
  const logged: string[] = [];
  const log = createLogger({
    level: 'debug',
    redactor: createRedactor([SECRET, OLD_SECRET]),
    destination: { write: (line: string) => logged.push(line) },
  });
  const deps: WebhookDeps = {
    store,
    github: github.github,
    jobs: { begin: beginJob, apply: applyEvent },
    findJobByPullRequest: async (_repositoryId, number) => pulls.get(number),
    log,
    newId: randomUUID,
    admission: { ...DEFAULT_ADMISSION, app: { id: APP_ID, botUserId: 7700 } },
    tell: async ({ repository, threadNumber }, { text }) => {
      await github.github.comment(repository, threadNumber, text);
    },
    redact: (text) => text,
    self: async () => ({ login: 'redgreen[bot]' }),
    show: async (jobId) => void shown.push(jobId),
    explanations: createExplanations(),
    forgetPerson: async () => {},
    models: {
      find: (name) =>
        name === 'sonnet' ? { ok: true, model: name } : { ok: false, problem: 'It is not known.' },
      credential: 'API key of ANTHROPIC_API_KEY',
      ways: 'ANTHROPIC_API_KEY',
    },
    isAction: false,
    ...wishes,
  };
  const behind = { ...deps, store: { accept: store.transaction } };
  const another = () =>
    createInbox({
      store,
      log,
      worker: newWorker('inbox'),
      limits: { retryMs: 20, pollMs: 50, ...limits.inbox },
      functions: {
        decide: async (worker, claim) => await decideDelivery(behind, worker, claim),
        giveUp: async (worker, undecided) => await giveUpDelivery(behind, worker, undecided),
        tell: async (claim) => await tellDelivery(behind, claim),
      },
    });
  const inbox = another();
  await inbox.start();
  const listener = await createWebhookServerMiddleware({
    app: createWebhookApp(deps),
    appId: APP_ID,
    privateKey: new Secret('no key is needed to receive'),
    webhookSecrets: [new Secret(SECRET), new Secret(OLD_SECRET)],
    githubApiUrl: 'http://127.0.0.1:1',
    log,
    limits,
  });
  const server = createServer((request, response) => {
    void listener(request, response).then((isOurs) => {
      if (!isOurs) response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const client = await database.connect();
  const nothing = async (what: 'undecided' | 'untold') => {
    await until(async () => {
      const left = await store.transaction(async (records) => await records.inbox.left());
      return left.undecided === 0 && (what === 'undecided' || left.untold === 0);
    });
  };
  const post = async (sent: Sent) => await sendTo(url, sent);
  return {
    url,
    github,
    pulls,
    shown,
    logged,
    client,
    databaseUrl: database.url,
    inbox,
    another,
    store,
    deps,
    post,
    async send(sent) {
      const answer = await post(sent);
      if (answer.status === 200) await nothing('undecided');
      return answer;
    },
    async count(table, where = 'true') {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from ${table} where ${where}`,
      );
      return rows[0]?.n ?? -1;
    },
    decided: async () => await nothing('undecided'),
    told: async () => await nothing('untold'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await inbox.stop(0);
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function sendTo(url: string, sent: Sent): Promise<{ status: number; body: string }> {
  const body = sent.body ?? JSON.stringify(sent.payload);
  const headers = {
    'content-type': 'application/json',
    'x-github-event': sent.event,
    'x-github-delivery': sent.guid ?? randomUUID(),
    'x-github-hook-id': sent.hookId ?? '1001',
    'x-hub-signature-256': sign(body, sent.secret),
    ...sent.headers,
  };
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  const response = await fetch(`${url}${WEBHOOK_PATH}`, { method: 'POST', headers: given, body });
  return { status: response.status, body: await response.text() };
}

export function sign(body: string | Uint8Array, secret = SECRET): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

const SENDER = { id: 3, login: 'mona', type: 'User' };

type Person = typeof SENDER;

function common(sender: Person) {
  return {
    installation: { id: 5 },
    repository: {
      id: 9,
      name: 'hello',
      owner: { id: 1, login: 'octo' },
      default_branch: 'main',
      private: false,
    },
    sender,
  };
}

export function labeled(
  wishes: { number?: number; label?: string; sender?: Person; body?: string; at?: Date } = {},
) {
  const { number = 12, label = 'redgreen', sender = SENDER, body = 'By name.' } = wishes;
  const { at = new Date() } = wishes;
  return {
    event: 'issues',
    payload: {
      action: 'labeled',
      ...common(sender),
      label: { name: label },
      issue: {
        number,
        title: 'Sort the list',
        body,
        updated_at: `${at.toISOString().slice(0, 19)}Z`,
      },
    },
  };
}

/** A comment is acted upon once: each has an id of its own. */
let lastId = 99;
const nextId = () => {
  lastId += 1;
  return lastId;
};

export function commented(
  body: string,
  wishes: { number?: number; isPull?: boolean; sender?: Person; at?: Date; id?: number } = {},
) {
  const { number = 13, isPull = true, sender = SENDER, at = new Date(), id = nextId() } = wishes;
  return {
    event: 'issue_comment',
    payload: {
      action: 'created',
      ...common(sender),
      issue: { number, title: 'x', ...(isPull && { pull_request: { url: 'x' } }) },
      comment: {
        id,
        body,
        user: sender,
        created_at: `${at.toISOString().slice(0, 19)}Z`,
      },
    },
  };
}
