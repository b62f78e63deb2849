// What the operator was told of jobs, each moment at most once.
import type { Moment } from '../../job/moments.ts';
import type { Connection } from '../database/connection.ts';

type NoticeRecords = {
  /** False: it was recorded before, and is not told again. */
  record(jobId: string, notice: { moment: Moment; key: string }): Promise<boolean>;
};

export function noticeRecords(client: Connection): NoticeRecords {
  return {
    async record(jobId, { moment, key }) {
      const { rowCount } = await client.query(
        `insert into notices (job_id, moment, key) values ($1, $2, $3) on conflict do nothing`,
        [jobId, moment, key],
      );
      return rowCount === 1;
    },
  };
}
