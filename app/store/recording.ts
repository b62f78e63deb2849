// Reads a job that is over. Nothing here writes.
import type { Connection } from './database/connection.ts';
import type { HoldAnswer } from './hold-answers.ts';
import type { Plan } from './plans.ts';

type RecordedSession = { id: string; step: string; ordinal: number };

type RecordingRecords = {
  /** Jobs whose id begins with this: at most two, enough to know whether it is one. */
  jobsLike(prefix: string): Promise<string[]>;
  /** The revision whose tests were run on the tree of this attempt; the newest if none were. */
  planOfAttempt(jobId: string, attemptNumber: number): Promise<Plan | undefined>;
  /** What the report of this attempt counted, as it was when that was made. */
  countsAt(report: {
    jobId: string;
    attemptNumber: number;
  }): Promise<{ costUsd: number; sandboxes: { created: number; wiped: number } }>;
  /** All conversations of a job, oldest first. */
  sessions(jobId: string): Promise<RecordedSession[]>;
  /** What people answered, hold by hold. */
  answers(jobId: string): Promise<HoldAnswer[]>;
};

const COUNTS = `
  select (select coalesce(sum(cost_usd), 0) from usage_ledger
           where job_id = $1 and at <= reports.created_at) as "costUsd",
         (select count(*) from sandbox_sessions
           where job_id = $1 and created_at <= reports.created_at) as created,
         (select count(*) from sandbox_sessions
            join wipe_evidence on sandbox_session_id = sandbox_sessions.id
           where job_id = $1 and completed_at <= reports.created_at) as wiped
    from reports where job_id = $1 and attempt_number = $2`;

export function recordingRecords(client: Connection): RecordingRecords {
  return {
    async jobsLike(prefix) {
      const { rows } = await client.query<{ id: string }>(
        'select id from jobs where starts_with(id::text, $1) order by created_at desc limit 2',
        [prefix.toLowerCase()],
      );
      return rows.map(({ id }) => id);
    },
    async planOfAttempt(jobId, attemptNumber) {
      const { rows } = await client.query<Plan>(
        `select id, job_id as "jobId", revision, revision_token as "revisionToken", status,
                content, issue_digest as "issueDigest"
           from plans where job_id = $1
          order by exists (select from test_runs
                            where plan_id = plans.id and attempt_number = $2) desc,
                revision desc limit 1`,
        [jobId, attemptNumber],
      );
      return rows[0];
    },
    async countsAt({ jobId, attemptNumber }) {
      const { rows } = await client.query<{ costUsd: number; created: number; wiped: number }>(
        COUNTS,
        [jobId, attemptNumber],
      );
      const { costUsd, created, wiped } = rows[0] ?? { costUsd: 0, created: 0, wiped: 0 };
      return { costUsd, sandboxes: { created, wiped } };
    },
    async sessions(jobId) {
      const { rows } = await client.query<RecordedSession>(
        'select id, step, ordinal from agent_sessions where job_id = $1 order by started_at, id',
        [jobId],
      );
      return rows;
    },
    async answers(jobId) {
      const { rows } = await client.query<HoldAnswer>(
        'select kind, said, actor from hold_answers where job_id = $1 order by hold_number',
        [jobId],
      );
      return rows;
    },
  };
}
