// Says in the thread what became of a trigger, after it was written. Nothing here can change that:
// a thread that cannot be reached is logged, and the work goes on.
import { type Trigger, threadNumberOf } from '../command/trigger.ts';
import { AppError } from '../errors.ts';
import { waitAtMost } from '../machine/deadline.ts';
import type { WebhookDeps } from './deps.ts';
import { repositoryOf } from './facts.ts';
import type { Handled } from './handled.ts';

const DEADLINE_MS = 30_000;

export async function speak(deps: WebhookDeps, trigger: Trigger, handled: Handled): Promise<void> {
  const { sayOnceKey, say, jobId, outcome } = handled;
  const tried = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await within(DEADLINE_MS, work());
    } catch (error) {
      deps.log.warn({ err: error, what, jobId, outcome }, 'the thread could not be told');
      return undefined;
    }
  };
  if (sayOnceKey !== undefined) {
    const first = async () => await deps.explanations.isFirst(sayOnceKey);
    const isFirst = await tried('explanation', first);
    if (isFirst !== true) return;
  }
  await tried('reaction', async () => await react(deps, trigger, handled));
  if (say === undefined) return;
  await tried('comment', async () => await tell(deps, trigger, { jobId, text: say }));
}

async function react(deps: WebhookDeps, trigger: Trigger, { reaction }: Handled): Promise<void> {
  if (reaction === undefined) return;
  const target =
    trigger.kind === 'comment' ? { comment: trigger.comment.id } : { issue: trigger.issue.number };
  await deps.github.react(repositoryOf(trigger), target, reaction);
}

async function tell(
  deps: WebhookDeps,
  trigger: Trigger,
  { jobId, text }: { jobId: string | undefined; text: string },
): Promise<void> {
  const repository = repositoryOf(trigger);
  const threadNumber = threadNumberOf(trigger);
  const known = jobId === undefined ? {} : { jobId };
  await deps.tell({ repository, threadNumber, ...known }, text);
}

/** The port takes no signal, so a wait that is too long is left behind, not ended. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return await waitAtMost(ms, work, () => {
    throw new AppError('TIMEOUT');
  });
}
