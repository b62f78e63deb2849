// Says in the thread what became of a trigger, after it was written. Nothing here can change that:
// a thread that cannot be reached is logged, and may be told later.
import { reviewThreadOf, type Trigger, threadNumberOf } from '../command/trigger.ts';
import { AppError } from '../errors.ts';
import { waitAtMost } from '../machine/deadline.ts';
import type { ThreadAnswer, WebhookDeps } from './deps.ts';
import { repositoryOf } from './facts.ts';
import type { Telling } from './handled.ts';

const DEADLINE_MS = 30_000;

/** Whether all was said; saying it again is harmless. Never rejects. */
export async function speak(
  deps: WebhookDeps,
  trigger: Trigger,
  telling: Telling,
): Promise<boolean> {
  const { sayOnceKey, say, jobId } = telling;
  let isSaid = true;
  const tried = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await within(DEADLINE_MS, work());
    } catch (error) {
      deps.log.warn({ err: error, what, jobId }, 'the thread could not be told');
      isSaid = false;
      return undefined;
    }
  };
  if (sayOnceKey !== undefined) {
    const first = async () => await deps.explanations.isFirst(sayOnceKey);
    const isFirst = await tried('explanation', first);
    if (isFirst !== true) return isSaid;
  }
  await tried('reaction', async () => await react(deps, trigger, telling));
  if (say !== undefined) {
    await tried('comment', async () => await tell(deps, trigger, { telling, text: say }));
  }
  if (!isSaid && sayOnceKey !== undefined) await deps.explanations.forget(sayOnceKey);
  return isSaid;
}

async function react(deps: WebhookDeps, trigger: Trigger, { reaction }: Telling): Promise<void> {
  if (reaction === undefined) return;
  const target = targetOf(trigger);
  if (target !== undefined) await deps.github.react(repositoryOf(trigger), target, reaction);
}

/** A review and a button can have no reactions. */
function targetOf(trigger: Trigger): Parameters<WebhookDeps['github']['react']>[1] | undefined {
  if (trigger.kind !== 'comment') return { issue: trigger.issue.number };
  const { id, place } = trigger.comment;
  if (place === undefined) return { comment: id };
  return place === 'line' ? { reviewComment: id } : undefined;
}

async function tell(
  deps: WebhookDeps,
  trigger: Trigger,
  { telling: { jobId, reaction }, text }: { telling: Telling; text: string },
): Promise<void> {
  const repository = repositoryOf(trigger);
  const threadNumber = threadNumberOf(trigger);
  const known = jobId === undefined ? {} : { jobId };
  const place = { repository, threadNumber, ...known };
  await deps.tell(place, { text, isRefusal: reaction === 'confused', ...answered(trigger) });
}

function answered(trigger: Trigger): Pick<ThreadAnswer, 'to'> {
  if (trigger.kind !== 'comment') return {};
  const { comment, sender, parsed } = trigger;
  const command = 'name' in parsed ? { command: parsed.name } : {};
  const reviewThread = reviewThreadOf(comment);
  const where = reviewThread === undefined ? {} : { reviewThread };
  return { to: { commentId: comment.id, login: sender.login, ...command, ...where } };
}

/** The port takes no signal, so a wait that is too long is left behind, not ended. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return await waitAtMost(ms, work, () => {
    throw new AppError('TIMEOUT');
  });
}
