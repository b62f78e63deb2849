// The Probot app: binds every event that can be heard (happenings.ts). A handler ends when its
// delivery is written, and fails when it could not be; deciding and telling come behind.
import type { ApplicationFunction } from 'probot';
import type { DeliveryId } from './deps.ts';
import { HAPPENINGS, isHappening } from './happenings.ts';
import { type DoorDeps, hear } from './hear.ts';

export function createWebhookApp(deps: DoorDeps): ApplicationFunction {
  return (app) => {
    for (const name of Object.keys(HAPPENINGS).filter(isHappening)) {
      const [event = name, action] = name.split('.');
      app.on(name, async ({ id, payload }) => {
        const delivery = { ...readDeliveryId(id), event, ...(action !== undefined && { action }) };
        const hearing = await hear(deps, delivery, payload);
        deps.log.info({ guid: delivery.guid, event, action, hearing }, 'a delivery came');
      });
    }
  };
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
