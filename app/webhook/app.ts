// The Probot app: binds the events that start or steer jobs. A handler ends when its delivery is
// written, and fails when it could not be; what the thread is told comes after.
import type { ApplicationFunction } from 'probot';
import { type ReadPayload, readCommented, readLabeled } from '../command/payload.ts';
import type { Trigger } from '../command/trigger.ts';
import { acceptTrigger, ignoreDelivery } from './accept.ts';
import type { DeliveryId, WebhookDeps } from './deps.ts';
import type { Handled } from './handled.ts';
import { speak } from './speak.ts';

/** A Probot app function; `idle` resolves when nothing is left to be told in any thread. */
type WebhookApp = ApplicationFunction & { idle(): Promise<void> };

type Received = { id: string; payload: unknown };

export function createWebhookApp(deps: WebhookDeps): WebhookApp {
  const speaking = new Set<Promise<void>>();
  const tellLater = (trigger: Trigger, handled: Handled): void => {
    const told: Promise<void> = speak(deps, trigger, handled).finally(() => speaking.delete(told));
    speaking.add(told);
  };
  const handle = async (
    { id, payload }: Received,
    [event, action]: [string, string],
    read: (payload: unknown) => ReadPayload,
  ): Promise<void> => {
    const delivery = { ...readDeliveryId(id), event, action };
    const { guid } = delivery;
    const given = read(payload);
    if (!given.ok) {
      const { outcome } = await ignoreDelivery(deps, delivery, given.problem);
      deps.log.warn({ guid, outcome, reason: given.problem }, 'a delivery could not be used');
      return;
    }
    const handled = await acceptTrigger(deps, delivery, given.trigger);
    const { outcome, jobId, reason } = handled;
    deps.log.info({ guid, event, outcome, jobId, reason }, 'a delivery was handled');
    tellLater(given.trigger, handled);
  };
  const bind: ApplicationFunction = (app) => {
    app.on('issues.labeled', async ({ id, payload }) => {
      await handle({ id, payload }, ['issues', 'labeled'], readLabeled);
    });
    app.on('issue_comment.created', async ({ id, payload }) => {
      await handle({ id, payload }, ['issue_comment', 'created'], readCommented);
    });
    // Signed by GitHub like all others; doing it twice is harmless, so it needs no record.
    app.on('github_app_authorization.revoked', async ({ payload }) => {
      await deps.forgetPerson(payload.sender.id);
    });
  };
  return Object.assign(bind, {
    async idle() {
      while (speaking.size > 0) await Promise.all(speaking);
    },
  });
}

/** Probot hands on one id; the middleware puts the hook's own before it, as GUIDs repeat among hooks. */
export function deliveryIdText({ hookId, guid }: Pick<DeliveryId, 'hookId' | 'guid'>): string {
  return `${hookId}/${guid}`;
}

/** Without a hook (an event that came by another way) the hook is 0. */
function readDeliveryId(text: string): Pick<DeliveryId, 'hookId' | 'guid'> {
  const [, hookId = '0', guid = text] = /^(\d{1,15})\/(.+)$/.exec(text) ?? [];
  return { hookId: Number(hookId), guid };
}
