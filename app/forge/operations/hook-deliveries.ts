// The app's own view of the webhooks it was sent.
import { type Call, type Handler, handle, type InputOf, ok } from '../call/call.ts';
import { pageSize } from '../call/paging.ts';
import type { OperationId } from '../schema/selection.ts';
import { deliveryView, fullDeliveryView } from '../view/app.ts';
import { notFound } from '../world/github-error.ts';
import type { Delivery } from '../world/state.ts';
import { appOf } from './apps.ts';

/** GitHub forgets a delivery after this. */
const KEPT_MS = 3 * 24 * 3_600_000;

export const deliveryOperations = {
  'apps/list-webhook-deliveries': handle(listDeliveries),
  'apps/get-webhook-delivery': handle((call: Call<InputOf<'apps', 'getWebhookDelivery'>>) =>
    ok(fullDeliveryView(deliveryOf(call, call.input.delivery_id))),
  ),
  'apps/redeliver-webhook-delivery': handle(
    (call: Call<InputOf<'apps', 'redeliverWebhookDelivery'>>) => {
      call.world.redeliver(deliveryOf(call, call.input.delivery_id));
      return { status: 202, body: {} };
    },
  ),
} satisfies Partial<Record<OperationId, Handler>>;

/** Newest first; the cursor is the id of the first delivery of the next page. */
function listDeliveries(
  call: Call<InputOf<'apps', 'listWebhookDeliveries'> & { status?: 'success' | 'failure' }>,
) {
  const { input } = call;
  const size = pageSize(input.per_page);
  const from = input.cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(input.cursor);
  const chosen = kept(call)
    .filter(({ id }) => id <= from)
    .filter((delivery) => input.status === undefined || outcome(delivery) === input.status)
    .toReversed();
  const next = chosen[size];
  const body = chosen.slice(0, size).map(deliveryView);
  if (next === undefined) return ok(body);
  const url = new URL(call.url);
  url.searchParams.set('cursor', String(next.id));
  return { status: 200, body, headers: { link: `<${url.href}>; rel="next"` } };
}

function kept(call: Call): Delivery[] {
  const app = appOf(call);
  const oldest = call.world.deps.now().getTime() - KEPT_MS;
  return call.world.state.deliveries.filter(
    ({ appId, deliveredAt }) => appId === app.id && Date.parse(deliveredAt) >= oldest,
  );
}

function deliveryOf(call: Call, id: number): Delivery {
  const found = kept(call).find((delivery) => delivery.id === id);
  if (found === undefined) throw notFound();
  return found;
}

function outcome(delivery: Delivery): 'success' | 'failure' {
  return delivery.statusCode >= 200 && delivery.statusCode < 300 ? 'success' : 'failure';
}
