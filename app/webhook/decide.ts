// Behind the door: one delivery of the inbox, from what was kept of it to what became of it, and
// telling that. GitHub is asked here, with all the time it needs.
import type { DeliveryClaim } from '../store/deliveries.ts';
import type { Worker } from '../store/leases/lease.ts';
import { acceptTrigger, type Docket, write } from './accept.ts';
import type { WebhookDeps } from './deps.ts';
import { type Handled, type Recorded, readTelling, tellingOf } from './handled.ts';
import { type Happening, rowOf } from './happenings.ts';
import { nameOf } from './hear.ts';
import { wasHeardBefore } from './heard-already.ts';
import { speak } from './speak.ts';
import { weigh } from './world/happen.ts';
import { tellHappening } from './world/tell.ts';

type Happened<K extends Happening['kind']> = Extract<Happening, { kind: K }>;

/** Throws when nothing could be decided or written: then it is to be tried again. */
export async function decideDelivery(
  deps: WebhookDeps,
  worker: Worker,
  claim: DeliveryClaim,
): Promise<Handled> {
  const docket = docketOf(worker, claim);
  const given = rowOf(nameOf(claim))?.keep(claim.kept);
  // Written by another version.
  if (given === undefined || !given.ok) {
    return await settle(deps, docket, { outcome: 'ignored', reason: 'what was kept is not read' });
  }
  const { heard } = given;
  const { hookId } = claim;
  if (await deps.store.accept(async (records) => await wasHeardBefore(records, hookId, heard))) {
    return await settle(deps, docket, { outcome: 'ignored', reason: 'it was heard before' });
  }
  return await decide(deps, docket, heard.happening);
}

/** One line for each kind of happening; a kind without one does not compile. */
async function decide(deps: WebhookDeps, docket: Docket, happening: Happening): Promise<Handled> {
  switch (happening.kind) {
    case 'trigger':
      return await acceptTrigger(deps, docket, happening.trigger);
    case 'world':
      return await write(deps, docket, await weigh(deps, docket.delivery, happening.happening));
    case 'nothing':
      return await settle(deps, docket, { outcome: 'ignored', reason: happening.reason });
    case 'consent-gone':
      return await endSignIns(deps, docket, happening);
  }
}

async function endSignIns(
  deps: WebhookDeps,
  docket: Docket,
  { personId }: Happened<'consent-gone'>,
): Promise<Handled> {
  // Doing it twice is harmless.
  await deps.forgetPerson(personId);
  return await settle(deps, docket, { outcome: 'noted', reason: 'the sign-ins were ended' });
}

/** Without asking anybody. */
async function settle(deps: WebhookDeps, docket: Docket, recorded: Recorded): Promise<Handled> {
  return await write(deps, docket, async () => await Promise.resolve(recorded));
}

/** It could not be decided and never will be: recorded with why, and told where it was said. */
export async function giveUpDelivery(
  deps: WebhookDeps,
  worker: Worker,
  { claim, problem }: { claim: DeliveryClaim; problem: string },
): Promise<Handled> {
  const given = rowOf(nameOf(claim))?.keep(claim.kept);
  const happening = given?.ok === true ? given.heard.happening : undefined;
  const reason = `it could not be decided: ${problem}`;
  const isPersons = happening?.kind === 'trigger' && happening.trigger.sender.type === 'User';
  const trigger = isPersons ? happening.trigger : undefined;
  return await settle(deps, docketOf(worker, claim), {
    outcome: 'ignored',
    reason,
    ...(trigger && {
      reaction: 'confused',
      say: `Nothing was done: ${reason}. Say it again once that is mended.`,
      sayOnceKey: `${trigger.repository.id}:${trigger.sender.id}:undecided`,
    }),
  });
}

/** Whether all was said. Never rejects, unless what was kept cannot be read. */
export async function tellDelivery(deps: WebhookDeps, claim: DeliveryClaim): Promise<boolean> {
  const given = rowOf(nameOf(claim))?.keep(claim.kept);
  const happening = given?.ok === true ? given.heard.happening : undefined;
  if (happening?.kind === 'world') {
    return await tellHappening(deps, happening.happening, readTelling(claim.handled));
  }
  if (happening?.kind !== 'trigger') return true;
  return await speak(deps, happening.trigger, readTelling(claim.handled));
}

/** The row of a delivery that was recorded at the door. */
function docketOf(worker: Worker, claim: DeliveryClaim): Docket {
  return {
    delivery: claim,
    async write({ deliveries }, handled) {
      const { outcome, reason, jobId } = handled;
      const telling = tellingOf(handled);
      await deliveries.decide(worker, claim, {
        outcome,
        ...(reason !== undefined && { reason }),
        ...(jobId !== undefined && { jobId }),
        ...(telling !== undefined && { handled: telling }),
      });
      return true;
    },
  };
}
