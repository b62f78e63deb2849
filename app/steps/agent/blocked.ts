// Criteria that an agent called blocked: a person's word makes them so, never the agent's (decision 21).
import type { ConversationKey } from '../../store/sessions.ts';
import type { StepDeps } from '../deps.ts';

/** Keeps what a person confirmed while the conversation waited, before it goes on. Idempotent. */
export async function keepConfirmed(deps: StepDeps, key: ConversationKey): Promise<void> {
  const { jobId } = key;
  await deps.store.transaction(async ({ sessions, holdAnswers, plans }) => {
    const session = await sessions.find(key);
    const parking = session && (await sessions.parking(session.id));
    if (parking?.question?.kind !== 'blocked' || parking.held === undefined) return;
    const said = await holdAnswers.find(jobId, parking.held.holdNumber);
    if (said?.kind !== 'allow') return;
    const { criterion, reason } = parking.question;
    const by = said.actor;
    await plans.block(jobId, { reason, by, ...(criterion !== undefined && { id: criterion }) });
  });
}
