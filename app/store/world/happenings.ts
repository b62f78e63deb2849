// What happened on GitHub around a job. Append-only, and of one happening one row however often it
// comes.
import type { Note } from '../../world/notices.ts';
import type { Connection } from '../database/connection.ts';
import { toJson } from '../database/rows.ts';

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
};

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
  };
}
