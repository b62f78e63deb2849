// The webhook side as it stands in the product: real Probot behind a real server, signed requests,
// a store on a database of its own. Only GitHub is a double.
import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { DEFAULT_ADMISSION } from '../../../app/command/admission-rules.ts';
import { applyEvent, beginJob } from '../../../app/engine/apply.ts';
import { createLogger } from '../../../app/log.ts';
import { createRedactor } from '../../../app/redact/redact.ts';
import { Secret } from '../../../app/secret.ts';
import { createStore } from '../../../app/store/store.ts';
import { createWebhookApp } from '../../../app/webhook/app.ts';
import type { WebhookDeps } from '../../../app/webhook/deps.ts';
import { createExplanations } from '../../../app/webhook/explanations.ts';
import {
  createWebhookServerMiddleware,
  WEBHOOK_PATH,
  type WebhookLimits,
} from '../../../app/webhook/middleware.ts';
import { adminUrl, testDatabase } from '../../support/database.ts';
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
  logged: string[];
  client: pg.Client;
  databaseUrl: string;
  send(sent: Sent): Promise<{ status: number; body: string }>;
  count(table: 'jobs' | 'webhook_deliveries' | 'audit_events', where?: string): Promise<number>;
  /** Everything that had to be told was told. */
  told(): Promise<void>;
};

export async function webhookWorld(
  wishes: Partial<WebhookDeps> = {},
  limits: Partial<WebhookLimits> = {},
): Promise<WebhookWorld> {
  const database = await testDatabase();
  const store = createStore({ url: database.url });
  const github = githubDouble();
  const pulls = new Map<number, string>();
  const logged: string[] = [];
  const log = createLogger({
    level: 'debug',
    redactor: createRedactor([SECRET, OLD_SECRET]),
    destination: { write: (line: string) => logged.push(line) },
  });
  const app = createWebhookApp({
    store,
    github: github.github,
    jobs: { begin: beginJob, apply: applyEvent },
    findJobByPullRequest: async (_repositoryId, number) => pulls.get(number),
    log,
    newId: randomUUID,
    admission: { ...DEFAULT_ADMISSION, app: { id: APP_ID, botUserId: 7700 } },
    tell: async ({ repository, threadNumber }, text) => {
      await github.github.comment(repository, threadNumber, text);
    },
    explanations: createExplanations(),
    forgetPerson: async () => {},
    ...wishes,
  });
  const listener = await createWebhookServerMiddleware({
    app,
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
  return {
    url,
    github,
    pulls,
    logged,
    client,
    databaseUrl: database.url,
    send: async (sent) => await send(url, sent),
    async count(table, where = 'true') {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from ${table} where ${where}`,
      );
      return rows[0]?.n ?? -1;
    },
    told: async () => await app.idle(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app.idle();
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function send(url: string, sent: Sent): Promise<{ status: number; body: string }> {
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
  wishes: { number?: number; label?: string; sender?: Person; body?: string } = {},
) {
  const { number = 12, label = 'redgreen', sender = SENDER, body = 'By name.' } = wishes;
  return {
    event: 'issues',
    payload: {
      action: 'labeled',
      ...common(sender),
      label: { name: label },
      issue: { number, title: 'Sort the list', body },
    },
  };
}

export function commented(
  body: string,
  wishes: { number?: number; isPull?: boolean; sender?: Person; at?: Date; id?: number } = {},
) {
  const { number = 13, isPull = true, sender = SENDER, at = new Date(), id = 99 } = wishes;
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
