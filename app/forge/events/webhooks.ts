// Sends events to the apps that listen: judged by the description, signed, in order for each app,
// each with a deadline, every attempt recorded. Never retries on its own, as GitHub never does.
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLimited } from '../http/read-limited.ts';
import type { Validator } from '../schema/validate.ts';
import { accountView, nodeId, organizationView } from '../view/account.ts';
import { repositoryView } from '../view/repository.ts';
import type { Fault, Faults } from '../world/faults.ts';
import { type App, type Delivery, type Installation, takeId } from '../world/state.ts';
import { accountById, appById, type ForgeEvent, timestamp, type World } from '../world/world.ts';

const LARGEST_PAYLOAD = 25 * 1024 * 1024;
const LARGEST_RESPONSE = 64 * 1024;

export type Webhooks = {
  announce: (event: ForgeEvent) => void;
  redeliver: (delivery: Delivery) => void;
  /** Resolves when nothing is queued. */
  idle: () => Promise<void>;
};

type WebhookParts = {
  /** Read when an event comes: the world needs `announce` before it is whole. */
  world: () => World;
  validator: Validator;
  faults: Faults;
  onViolation: (name: string, problem: string) => void;
  deadlineMs: number;
  /** Aborts what is under way when the forge closes. */
  closing: AbortSignal;
};

type Message = Pick<
  Delivery,
  'guid' | 'event' | 'action' | 'installationId' | 'repositoryId' | 'payload' | 'isRedelivery'
>;

export function createWebhooks(parts: WebhookParts): Webhooks {
  const queues = new Map<number, Promise<void>>();
  const pending = new Set<Promise<void>>();
  const enqueue = (app: App, message: Message): void => {
    const { url } = app.hook;
    if (url === undefined || parts.closing.aborted) return;
    const mine = afterPrevious(queues.get(app.id), async () => {
      await deliver(parts, { app, url, message });
      pending.delete(mine);
    });
    queues.set(app.id, mine);
    pending.add(mine);
  };
  return {
    announce: (event) => {
      for (const { app, installation } of listeners(parts.world(), event)) {
        const message = compose(parts, event, installation);
        if (message !== undefined) enqueue(app, message);
      }
    },
    redeliver: (delivery) => {
      const app = appById(parts.world().state, delivery.appId);
      enqueue(app, { ...delivery, isRedelivery: true });
    },
    idle: async () => {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

async function afterPrevious(
  previous: Promise<void> | undefined,
  work: () => Promise<void>,
): Promise<void> {
  await previous;
  await work();
}

type Listener = { app: App; installation: Installation | undefined };

function listeners(world: World, event: ForgeEvent): Listener[] {
  if (event.onlyAppId !== undefined) {
    return [{ app: appById(world.state, event.onlyAppId), installation: undefined }];
  }
  return [...world.state.installations.values()]
    .filter(({ suspendedAt }) => suspendedAt === undefined)
    .map((installation) => ({ installation, app: appById(world.state, installation.appId) }))
    .filter(({ app, installation }) => {
      if (event.repository === undefined) return event.onlyInstallationId === installation.id;
      return (
        installation.repositoryIds.includes(event.repository.id) && app.events.includes(event.event)
      );
    });
}

function compose(
  parts: WebhookParts,
  event: ForgeEvent,
  installation: Installation | undefined,
): Message | undefined {
  const world = parts.world();
  const { repository } = event;
  const owner = repository === undefined ? undefined : accountById(world.state, repository.ownerId);
  const body = {
    ...(event.action === undefined ? {} : { action: event.action }),
    ...(repository === undefined ? {} : { repository: repositoryView(world, repository) }),
    ...(owner?.type === 'Organization' ? { organization: organizationView(world, owner) } : {}),
    ...(installation === undefined
      ? {}
      : { installation: { id: installation.id, node_id: nodeId('INS', installation.id) } }),
    sender: accountView(world, event.sender),
    ...event.payload,
  };
  const name = [event.event, event.action]
    .filter((part) => part !== undefined)
    .join('-')
    .replaceAll('_', '-');
  const problem = parts.validator.webhook(name, body);
  if (problem !== undefined) {
    parts.onViolation(`webhook ${name}`, problem);
    return undefined;
  }
  const payload = JSON.stringify(body);
  if (Buffer.byteLength(payload) > LARGEST_PAYLOAD) return undefined;
  return {
    guid: world.deps.newGuid(),
    event: event.event,
    action: event.action,
    installationId: installation?.id,
    repositoryId: repository?.id,
    payload,
    isRedelivery: false,
  };
}

async function deliver(
  parts: WebhookParts,
  { app, url, message }: { app: App; url: string; message: Message },
): Promise<void> {
  if (parts.closing.aborted) return;
  const world = parts.world();
  const headers = headersOf(app, message);
  const deliveredAt = timestamp(world);
  const start = performance.now();
  const fault = parts.faults.take(`webhook/${message.event}`);
  const outcome = await send(parts, { url, headers, payload: message.payload }, fault);
  world.state.deliveries.push({
    ...message,
    id: takeId(world.state),
    appId: app.id,
    deliveredAt,
    durationMs: Math.round(performance.now() - start),
    url,
    requestHeaders: headers,
    ...outcome,
  });
}

function headersOf(app: App, { guid, event, payload }: Message): Record<string, string> {
  const signature = createHmac('sha256', app.hook.secret).update(payload).digest('hex');
  return {
    accept: '*/*',
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/forge',
    'x-github-delivery': guid,
    'x-github-event': event,
    'x-github-hook-id': String(app.hook.id),
    'x-github-hook-installation-target-id': String(app.id),
    'x-github-hook-installation-target-type': 'integration',
    'x-hub-signature-256': `sha256=${signature}`,
  };
}

type Outcome = Pick<Delivery, 'statusCode' | 'status' | 'responseHeaders' | 'responseBody'>;

const NO_ANSWER = { statusCode: 0, responseHeaders: {}, responseBody: '' };

async function send(
  parts: WebhookParts,
  request: { url: string; headers: Record<string, string>; payload: string },
  fault: Fault | undefined,
): Promise<Outcome> {
  if (fault?.kind === 'error' || fault?.kind === 'rate-limit') {
    return { ...NO_ANSWER, status: 'failed to connect to host' };
  }
  const signal = AbortSignal.any([parts.closing, AbortSignal.timeout(parts.deadlineMs)]);
  try {
    if (fault?.kind === 'slow') await sleep(fault.delayMs, undefined, { signal });
    const response = await fetch(request.url, {
      method: 'POST',
      // A kept connection may be closed by the app just when it is used again, and a delivery that
      // fails for this would be the forge's fault.
      headers: { ...request.headers, connection: 'close' },
      body: request.payload,
      redirect: 'manual',
      signal,
    });
    const responseBody = await readLimited(response.body, LARGEST_RESPONSE);
    if (fault?.kind === 'lost-answer') return { ...NO_ANSWER, status: 'timed out' };
    return {
      statusCode: response.status,
      status: response.ok ? 'OK' : `Invalid HTTP Response: ${response.status}`,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: responseBody.toString('utf8'),
    };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { ...NO_ANSWER, status: isLate ? 'timed out' : 'failed to connect to host' };
  }
}
