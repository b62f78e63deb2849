// Which revision of the plan a comment means when it names none: the one published last before it
// was written. Read from the job's audit, where every plan left its event. Pure.
import { z } from 'zod';
import type { StoredAuditEvent } from '../store/audit.ts';

/** GitHub writes the time of a comment in whole seconds, cut off. */
const RESOLUTION_MS = 999;

const Planned = z.object({ event: z.object({ revision: z.string().min(1) }) });

export function revisionMeant(
  events: readonly Pick<StoredAuditEvent, 'action' | 'at' | 'detail'>[],
  writtenAt: number,
): string | undefined {
  const published = events
    .filter(({ action, at }) => action === 'planned' && at <= writtenAt + RESOLUTION_MS)
    .flatMap(({ detail }) => Planned.safeParse(detail).data?.event.revision ?? []);
  return published.at(-1);
}
