// What happened on GitHub around a job. Append-only, and of one happening one row however often it
// comes.
import type { Note } from '../../world/notices.ts';
import type { Connection } from '../database/connection.ts';
import { toJson, withoutNulls } from '../database/rows.ts';

type Happened = Note & {
  jobId: string;
  key: string;
  deed: 'stop' | 'hold' | 'note';
  at?: number;
};

type HappeningRecords = {
  /** False when it was kept before. */
  add(happened: Happened): Promise<boolean>;
  /** Oldest first. */
  ofJob(jobId: string): Promise<Note[]>;
  /**
   * When the text of its pull request was changed since the newest plan, and when ours stood there
   * again; oldest first.
   */
  bodyEdits(jobId: string): Promise<BodyEdit[]>;
};

type BodyEdit = { actor: string; at: number; restoredAt?: number };

export function happeningRecords(client: Connection): HappeningRecords {
  return {
    async add({ jobId, key, name, deed, actor, at, detail }) {
      const { rowCount } = await client.query(
        `insert into happenings (job_id, key, name, deed, actor, happened_at, detail)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
        [jobId, key, name, deed, actor, at === undefined ? null : new Date(at), toJson(detail)],
      );
      return rowCount === 1;
    },
    async ofJob(jobId) {
      const { rows } = await client.query<Note>(
        `select name, actor, detail from happenings where job_id = $1
          order by coalesce(happened_at, recorded_at), id`,
        [jobId],
      );
      return rows;
    },
    async bodyEdits(jobId) {
      const { rows } = await client.query<BodyEdit>(
        `select actor, coalesce(happened_at, recorded_at) as at,
                (select min(audit_events.at) from audit_events
                  where audit_events.job_id = happenings.job_id and subject = 'pull_request'
                    and action = 'restored' and audit_events.at > recorded_at) as "restoredAt"
           from happenings where job_id = $1 and name = 'pull_request.edited/body'
            and recorded_at > coalesce((select max(audit_events.at) from audit_events
              where audit_events.job_id = $1 and subject = 'job' and action = 'planned'), '-infinity')
          order by 2, id`,
        [jobId],
      );
      return rows.map(withoutNulls);
    },
  };
}
