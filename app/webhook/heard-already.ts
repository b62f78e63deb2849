// Whether a label was heard of another way: from its webhook, and from the catch-up that looks for
// labels whose webhook never came. A comment has an id; a label may be put on again and again, so
// that only its time tells one from another.
import type { Records } from '../store/records.ts';

/** GitHub cuts times to seconds. */
const BEFORE_MS = 2_000;
/** A payload tells when its issue changed last, which is the label, or something soon after it. */
const AFTER_MS = 60_000;

type Occasion = { thread: string; about?: string; happenedAt?: number };

/** Who hears of it second has nothing to do, whatever became of the first. */
export async function wasHeardBefore(
  { deliveries }: Pick<Records, 'deliveries'>,
  hookId: number,
  { thread, about, happenedAt }: Occasion,
): Promise<boolean> {
  if (about === undefined || happenedAt === undefined) return false;
  const isCaughtUp = hookId === 0;
  const from = happenedAt - (isCaughtUp ? BEFORE_MS : AFTER_MS);
  const till = isCaughtUp ? undefined : happenedAt + BEFORE_MS;
  return await deliveries.wasHeard({ thread, about, hookId, from, till });
}
