// At the door: writes what came, before anything is asked of GitHub. What the payload alone decides
// is decided here; everything else goes into the inbox. A delivery that was recorded before does
// nothing, however often it comes, and costs one statement.
import { screen } from '../command/admission.ts';
import type { AdmissionSettings } from '../command/admission-settings.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import type { DeliveryId } from './deps.ts';
import { type Happening, rowOf } from './happenings.ts';

export type DoorDeps = {
  store: Pick<Store, 'accept'>;
  admission: AdmissionSettings;
  log: Pick<Logger, 'info' | 'warn'>;
};

type Hearing = 'queued' | 'ignored' | 'repeated';

/** As the database holds it; more than GitHub lets people write. */
const MOST_KEPT_BYTES = 1_000_000;

/** Throws when it could not be written: the delivery must then be answered with 5xx. */
export async function hear(
  deps: DoorDeps,
  delivery: DeliveryId,
  payload: unknown,
): Promise<Hearing> {
  const { guid } = delivery;
  const given = rowOf(nameOf(delivery))?.keep(payload);
  if (given === undefined || !given.ok) {
    const reason = given?.problem ?? 'nothing here listens to it';
    deps.log.warn({ guid, reason }, 'a delivery could not be used');
    return await ignore(deps, delivery, { reason });
  }
  const { kept, heard } = given;
  const { happening, ...facts } = heard;
  if (Buffer.byteLength(JSON.stringify(kept)) > MOST_KEPT_BYTES) {
    return await ignore(deps, delivery, {
      ...facts,
      reason: 'its payload says too much to be kept',
    });
  }
  const early = ignorable(happening, deps.admission) ?? (await idleTalk(deps, happening));
  if (early !== undefined) return await ignore(deps, delivery, { ...facts, reason: early });
  const isNew = await deps.store.accept(
    async ({ deliveries }) => await deliveries.queue({ ...delivery, ...facts, kept }),
  );
  return isNew ? 'queued' : 'repeated';
}

/** Why the payload alone says that nothing is to be done. */
function ignorable(happening: Happening, admission: AdmissionSettings): string | undefined {
  if (happening.kind === 'nothing') return happening.reason;
  if (happening.kind !== 'trigger') return undefined;
  const denial = screen(happening.trigger, admission, { known: ['payload'] });
  return denial?.outcome === 'ignored' ? denial.reason : undefined;
}

/** What is no command can only matter where a question is open: whoever talks may get a hint. */
async function idleTalk({ store }: DoorDeps, happening: Happening): Promise<string | undefined> {
  if (happening.kind !== 'trigger' || happening.trigger.kind !== 'comment') return undefined;
  const { parsed, repository } = happening.trigger;
  if (parsed.kind !== 'none') return undefined;
  const isHeard = await store.accept(async ({ jobs }) => await jobs.isAnswerAwaited(repository.id));
  return isHeard ? undefined : 'it is no command';
}

type Ignored = { reason: string; installationId?: number; thread?: string };

async function ignore(deps: DoorDeps, delivery: DeliveryId, facts: Ignored): Promise<Hearing> {
  const isNew = await deps.store.accept(
    async ({ deliveries }) =>
      await deliveries.record({ ...delivery, ...facts, outcome: 'ignored' }),
  );
  return isNew ? 'ignored' : 'repeated';
}

export function nameOf({ event, action }: { event: string; action?: string | undefined }): string {
  return action === undefined ? event : `${event}.${action}`;
}
