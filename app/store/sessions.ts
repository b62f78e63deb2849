// Agent conversations and their transcript, appended in batches.
import type { Connection } from './connection.ts';
import type { SessionRecords, TranscriptEntry } from './evidence/port.ts';
import { toJson, withoutNulls } from './rows.ts';

export function sessionRecords(client: Connection): SessionRecords {
  return {
    async begin({ id, jobId, attemptId, step, fence }) {
      await client.query(
        `insert into agent_sessions (id, job_id, attempt_id, step, fence)
         values ($1, $2, $3, $4, $5)`,
        [id, jobId, attemptId, step, fence],
      );
    },
    async end(id) {
      await client.query(
        `update agent_sessions set ended_at = now() where id = $1 and ended_at is null`,
        [id],
      );
    },
    append: async (id, fence, entries) => await append(client, { id, fence, entries }),
    async ofStep(jobId, step) {
      const { rows } = await client.query<{ id: string }>(
        'select id from agent_sessions where job_id = $1 and step = $2 order by started_at',
        [jobId, step],
      );
      return rows.map(({ id }) => id);
    },
    async transcript(sessionId) {
      const { rows } = await client.query<TranscriptEntry>(
        `select sequence, entry_type as "entryType", payload, tool_use_id as "toolUseId"
           from transcript_entries where session_id = $1 order by sequence`,
        [sessionId],
      );
      return rows.map(withoutNulls);
    },
  };
}

async function append(
  client: Connection,
  { id, fence, entries }: { id: string; fence: number; entries: readonly TranscriptEntry[] },
): Promise<void> {
  if (entries.length === 0) return;
  await client.query(
    `insert into transcript_entries
       (session_id, sequence, entry_type, payload, tool_use_id, fence)
     select $1, * , $6 from unnest($2::int[], $3::text[], $4::jsonb[], $5::text[])`,
    [
      id,
      entries.map(({ sequence }) => sequence),
      entries.map(({ entryType }) => entryType),
      entries.map(({ payload }) => toJson(payload)),
      entries.map(({ toolUseId }) => toolUseId),
      fence,
    ],
  );
}
