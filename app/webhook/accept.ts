// One trigger, from its delivery to what became of it. Delivery, job and audit are one transaction;
// whatever fails before its end leaves no trace, so that GitHub can deliver it again. A delivery
// that was recorded before does nothing, however often it comes.
import { admit, screen } from '../command/admission.ts';
import type { AdmissionSettings, Denial } from '../command/admission-rules.ts';
import { refusalText } from '../command/sayable.ts';
import { isVerify, type Trigger } from '../command/trigger.ts';
import { AppError, isAppError } from '../errors.ts';
import { type Layers, toAdmission } from '../settings/effective.ts';
import type { Records } from '../store/records.ts';
import { beginFromIssue } from './begin-job.ts';
import { type CheckedPull, findNamedJob, readCheckedPull } from './checked-pull.ts';
import type { DeliveryId, WebhookDeps } from './deps.ts';
import {
  factsInside,
  findThreadJob,
  isRaceForKey,
  type LiveFacts,
  liveFacts,
  unclear,
} from './facts.ts';
import type { Handled, Recorded } from './handled.ts';
import { repositorySettings } from './repository-settings.ts';
import { runCheck, runCommand } from './run-command.ts';

const RACES = 3;

/** Throws when nothing could be decided or written: the delivery must then be answered with 5xx. */
export async function acceptTrigger(
  deps: WebhookDeps,
  id: DeliveryId,
  trigger: Trigger,
): Promise<Handled> {
  const delivery = { ...id, installationId: trigger.installationId };
  const screened = await screenAll(deps, trigger);
  if (!screened.ok) {
    const { denial, jobId } = screened;
    return await write(deps, delivery, async () => deny(trigger, denial, jobId));
  }
  const live = await liveFacts(deps, trigger);
  return await write(deps, delivery, async (records) => {
    return await decide(deps, records, { trigger, live, ...screened });
  });
}

type Screened =
  | {
      ok: true;
      jobId: string | undefined;
      /** The one that a `/verify` stands on. */
      pull: CheckedPull | undefined;
      layers: Layers;
      admission: AdmissionSettings;
    }
  | { ok: false; denial: Denial; jobId?: string | undefined };

/** From what costs nothing to what costs a call. */
async function screenAll(deps: WebhookDeps, trigger: Trigger): Promise<Screened> {
  const early = screen(trigger, deps.admission, { known: ['payload'] });
  if (early !== undefined) return { ok: false, denial: early };
  const { jobId, pull } = await meant(deps, trigger);
  const jobless = screen(trigger, deps.admission, { known: ['payload', 'job'], jobId });
  if (jobless !== undefined) return { ok: false, denial: jobless, jobId };
  const settings = await repositorySettings(deps, trigger, jobId);
  const layers = settings.ok ? settings.layers : { file: {}, page: settings.page };
  const admission = { ...deps.admission, ...toAdmission(layers) };
  const known = ['payload', 'job', 'settings'] as const;
  const denial = screen(trigger, admission, { known, jobId });
  if (denial !== undefined) return { ok: false, denial, jobId };
  if (settings.ok) return { ok: true, jobId, pull, layers, admission };
  const { reason } = settings;
  const unusable = { rule: 'settings-invalid', outcome: 'refused', isTold: true } as const;
  return { ok: false, denial: { ok: false, ...unusable, reason } };
}

/** Whose thread a comment stands on, or whose criteria a `/verify` there means. */
async function meant(
  deps: WebhookDeps,
  trigger: Trigger,
): Promise<{ jobId: string | undefined; pull: CheckedPull | undefined }> {
  if (trigger.kind !== 'comment') return { jobId: undefined, pull: undefined };
  const own = await findThreadJob(deps, trigger);
  if (!isVerify(trigger)) return { jobId: own, pull: undefined };
  const pull = await readCheckedPull(deps, trigger);
  return { jobId: own ?? (pull && (await findNamedJob(deps, trigger, pull))), pull };
}

/** A payload that says too little for a trigger. */
export async function ignoreDelivery(
  deps: WebhookDeps,
  delivery: DeliveryId,
  reason: string,
): Promise<Handled> {
  return await write(deps, delivery, async () => ({ outcome: 'ignored', reason }));
}

type Decision = Extract<Screened, { ok: true }> & { trigger: Trigger; live: LiveFacts };
type Delivery = DeliveryId & { installationId?: number };

async function decide(
  deps: WebhookDeps,
  records: Records,
  { trigger, live, jobId, pull, admission, layers }: Decision,
): Promise<Recorded> {
  const most = admission.hourly.ofRepository;
  const facts = await factsInside(records, trigger, { ...live, jobId, most });
  const admitted = admit(trigger, admission, facts);
  if (!admitted.ok) {
    if (admitted.outcome === 'unclear') throw unclear(admitted.reason);
    return deny(trigger, admitted, facts.jobId);
  }
  switch (admitted.kind) {
    case 'job':
      return await beginFromIssue(deps, records, admitted.spec, layers);
    case 'check':
      return await runCheck(deps, records, { ...admitted, pull });
    case 'command':
      return await runCommand(deps, records, { ...admitted, layers });
  }
}

function deny(trigger: Trigger, denial: Denial, jobId?: string): Recorded {
  const { outcome, reason, rule, isTold } = denial;
  const known = jobId === undefined ? {} : { jobId };
  if (outcome !== 'refused') return { outcome: 'ignored', reason, ...known };
  const detail = { rule, reason, repositoryId: trigger.repository.id, senderId: trigger.sender.id };
  const { installationId, sender, repository } = trigger;
  return {
    outcome,
    reason,
    ...known,
    audit: { installationId, actor: sender.login, detail },
    ...(isTold && { reaction: 'confused', say: refusalText(reason) }),
    ...(isTold && !isForInsiders(rule) && { sayOnceKey: `${repository.id}:${sender.id}:${rule}` }),
  };
}

/** Told each time: nobody gets as far as these without the right to command. */
function isForInsiders(rule: Denial['rule']): boolean {
  return rule === 'malformed' || rule === 'not-in-this-version' || rule === 'no-plan';
}

async function write(
  deps: WebhookDeps,
  delivery: Delivery,
  work: (records: Records) => Promise<Recorded>,
): Promise<Handled> {
  for (let races = 1; ; races += 1) {
    try {
      return await deps.store.accept(async (records) => await writeOnce(records, delivery, work));
    } catch (error) {
      if (isAppError(error, 'IDEMPOTENCY_REPLAY')) return { outcome: 'repeated' };
      if (!isRaceForKey(error) || races === RACES) throw error;
    }
  }
}

async function writeOnce(
  records: Records,
  delivery: Delivery,
  work: (records: Records) => Promise<Recorded>,
): Promise<Handled> {
  const { audit, ...handled } = await work(records);
  const { outcome, reason, jobId } = handled;
  if (outcome === 'repeated') return handled;
  const isNew = await records.deliveries.record({
    ...delivery,
    outcome,
    ...(reason !== undefined && { reason }),
    ...(jobId !== undefined && { jobId }),
  });
  // Takes back what was done for it above.
  if (!isNew) throw new AppError('IDEMPOTENCY_REPLAY');
  if (audit === undefined) return handled;
  const subject = {
    subject: 'delivery',
    subjectId: `${delivery.hookId}:${delivery.guid}`,
    action: outcome,
  };
  await records.audit.append({ ...audit, ...subject, ...(jobId !== undefined && { jobId }) });
  return handled;
}
