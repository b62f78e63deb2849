// Whether the plan stood on the pull request as we keep it when somebody approved what he read there.
import type { CommentTrigger } from '../../command/trigger.ts';
import type { Records } from '../../store/records.ts';
import { person } from '../../world/words.ts';

/** GitHub writes times in whole seconds, cut off. */
const RESOLUTION_MS = 999;

/** Why an `/approve` that names no revision does not count; undefined: it may. */
export async function objectionToReading(
  { happenings }: Records,
  { jobId, trigger: { comment } }: { jobId: string; trigger: CommentTrigger },
): Promise<string | undefined> {
  const until = comment.writtenAt + RESOLUTION_MS;
  const edits = await happenings.bodyEdits(jobId);
  const last = edits.findLast(({ at }) => at <= until);
  if (last === undefined || (last.restoredAt ?? Infinity) <= until) return undefined;
  return `${person({ login: last.actor })} had changed the text of this pull request when this was written, so what stood there was not the plan. It is put back: read it, then say \`/approve\` again, or with the token of the revision`;
}
