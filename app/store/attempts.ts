// Attempts at an implementation. An ended one is never changed again.
import type { Connection } from './connection.ts';
import type { Attempt, AttemptRecords } from './evidence/port.ts';
import { withoutNulls } from './rows.ts';

export function attemptRecords(client: Connection): AttemptRecords {
  return {
    async begin({ id, jobId, number, kind, modelClass, fence }) {
      await client.query(
        `insert into attempts (id, job_id, number, kind, model_class, fence)
         values ($1, $2, $3, $4, $5, $6)`,
        [id, jobId, number, kind, modelClass, fence],
      );
    },
    async end(id, { status, fence, fingerprint, note }) {
      await client.query(
        `update attempts set status = $2, fence = $3, fingerprint = $4, note = $5, ended_at = now()
          where id = $1`,
        [id, status, fence, fingerprint, note],
      );
    },
    async ofJob(jobId) {
      const { rows } = await client.query<Attempt>(
        `select id, job_id as "jobId", number, kind, model_class as "modelClass", status,
                fingerprint, note, started_at as "startedAt", ended_at as "endedAt"
           from attempts where job_id = $1 order by number`,
        [jobId],
      );
      return rows.map(withoutNulls);
    },
  };
}
