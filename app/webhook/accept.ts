// One trigger, to what became of it. What is written of its delivery, job and audit are one
// transaction; whatever fails before its end leaves no trace, so that it can be decided again. A
// delivery that was decided before does nothing, however often it comes.
import { type Admission, admit, screen } from '../command/admission.ts';
import type { Denial } from '../command/admission-rules.ts';
import type { AdmissionSettings } from '../command/admission-settings.ts';
import { refusalText } from '../command/sayable.ts';
import { isVerify, type Trigger } from '../command/trigger.ts';
import { AppError, isAppError } from '../errors.ts';
import { inline } from '../proof/markdown/filter.ts';
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
  openQuestion,
  type ThreadJob,
  unclear,
} from './facts.ts';
import type { Decided, Handled, Recorded } from './handled.ts';
import { repositorySettings } from './repository-settings.ts';
import { runCheck, runCommand } from './run-command.ts';

const RACES = 3;

/** Where it is written what became of a delivery, in the transaction that did it. */
export type Docket = {
  delivery: Pick<DeliveryId, 'hookId' | 'guid'>;
  /** False when it was decided before. */
  write(records: Records, handled: Decided): Promise<boolean>;
};

/** A delivery that nobody wrote yet: an event that is decided where it comes in. */
export function newDelivery(id: DeliveryId, { installationId }: Trigger): Docket {
  return {
    delivery: id,
    write: async ({ deliveries }, { outcome, reason, jobId }) =>
      await deliveries.record({
        ...id,
        installationId,
        outcome,
        ...(reason !== undefined && { reason }),
        ...(jobId !== undefined && { jobId }),
      }),
  };
}

/** Throws when nothing could be decided or written: then it has to be tried again. */
export async function acceptTrigger(
  deps: WebhookDeps,
  docket: Docket,
  trigger: Trigger,
): Promise<Handled> {
  const screened = await screenAll(deps, trigger);
  if (!screened.ok) {
    const { denial, jobId } = screened;
    return await write(deps, docket, async () => deny(trigger, denial, jobId));
  }
  const live = await liveFacts(deps, trigger, screened.jobId);
  return await write(deps, docket, async (records) => {
    return await decide(deps, records, { trigger, live, ...screened });
  });
}

type Screened =
  | {
      ok: true;
      jobId: string | undefined;
      /** Where the job of this thread is talked to instead. */
      elsewhere: number | undefined;
      /** What the job waits for people to answer, when it is no command that came. */
      question: number | undefined;
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
  const { jobId, elsewhere, pull } = await meant(deps, trigger);
  const question = await openQuestion(deps, trigger, jobId);
  const about = { jobId, elsewhere, question };
  const jobless = screen(trigger, deps.admission, { known: ['payload', 'job'], ...about });
  if (jobless !== undefined) return { ok: false, denial: jobless, jobId };
  const settings = await repositorySettings(deps, trigger, jobId);
  const { layers } = settings;
  const admission = { ...deps.admission, ...toAdmission(layers) };
  const known = ['payload', 'job', 'settings'] as const;
  const denial = screen(trigger, admission, { known, ...about });
  if (denial !== undefined) return { ok: false, denial, jobId };
  if (settings.ok) return { ok: true, ...about, pull, layers, admission };
  const { reason } = settings;
  const unusable = { rule: 'settings-invalid', outcome: 'refused', isTold: true } as const;
  return { ok: false, denial: { ok: false, ...unusable, reason } };
}

/** Whose thread a comment stands on, or whose criteria a `/verify` there means. */
async function meant(
  deps: WebhookDeps,
  trigger: Trigger,
): Promise<Required<ThreadJob> & { pull: CheckedPull | undefined }> {
  const none = { jobId: undefined, elsewhere: undefined, pull: undefined };
  if (trigger.kind !== 'comment') return none;
  const own = { ...none, ...(await findThreadJob(deps, trigger)) };
  if (!isVerify(trigger)) return own;
  const pull = await readCheckedPull(deps, trigger);
  const jobId = own.jobId ?? (pull && (await findNamedJob(deps, trigger, pull)));
  return { ...own, jobId, pull };
}

type Decision = Extract<Screened, { ok: true }> & { trigger: Trigger; live: LiveFacts };

async function decide(
  deps: WebhookDeps,
  records: Records,
  { trigger, live, jobId, elsewhere, question, pull, admission, layers }: Decision,
): Promise<Recorded> {
  const most = admission.hourly.ofRepository;
  const inside = await factsInside(records, trigger, { ...live, jobId, elsewhere, most });
  const facts = { ...inside, question };
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
      return await runCommand(deps, records, { ...admitted, layers, live });
    case 'hint':
      return hint(admitted);
  }
}

/** Once a question: whoever talks about it need not be interrupted again. */
function hint({ jobId, question }: Extract<Admission, { kind: 'hint' }>): Recorded {
  return {
    outcome: 'ignored',
    reason: 'it is no command',
    jobId,
    say: 'A question is open. To answer it, begin a comment with `/answer` and write the answer behind it.',
    sayOnceKey: `${jobId}:question-${question}`,
  };
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
    ...(isTold && { reaction: 'confused', say: refusalText(inline(reason, AS_IS)) }),
    ...(isTold && !isForInsiders(rule) && { sayOnceKey: `${repository.id}:${sender.id}:${rule}` }),
  };
}

/** Who tells it takes the secrets out. */
const AS_IS = (text: string) => text;

/** Told each time: nobody gets as far as these without the right to command. */
function isForInsiders(rule: Denial['rule']): boolean {
  return rule === 'malformed' || rule === 'no-plan' || rule === 'other-thread';
}

/** Once, though others decide on the same at once. */
export async function write(
  deps: Pick<WebhookDeps, 'store'>,
  docket: Docket,
  work: (records: Records) => Promise<Recorded>,
): Promise<Handled> {
  for (let races = 1; ; races += 1) {
    try {
      return await deps.store.accept(async (records) => await writeOnce(records, docket, work));
    } catch (error) {
      if (isAppError(error, 'IDEMPOTENCY_REPLAY')) return { outcome: 'repeated' };
      if (!isRaceForKey(error) || races === RACES) throw error;
    }
  }
}

async function writeOnce(
  records: Records,
  { delivery, write: writeDown }: Docket,
  work: (records: Records) => Promise<Recorded>,
): Promise<Handled> {
  const { audit, ...handled } = await work(records);
  const { outcome, jobId } = handled;
  // Takes back what was done for it above.
  if (!(await writeDown(records, handled))) throw new AppError('IDEMPOTENCY_REPLAY');
  if (audit === undefined) return handled;
  const subject = {
    subject: 'delivery',
    subjectId: `${delivery.hookId}:${delivery.guid}`,
    action: outcome,
  };
  await records.audit.append({ ...audit, ...subject, ...(jobId !== undefined && { jobId }) });
  return handled;
}
