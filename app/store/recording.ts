// Reads what a job has recorded, as it was when a report of it was made. Nothing here writes.
import type { Connection } from './database/connection.ts';
import { withoutNulls } from './database/rows.ts';
import type { HoldAnswer } from './hold-answers.ts';
import type { Plan } from './plans.ts';

type RecordedSession = { id: string; step: string; ordinal: number };

/** The report of an attempt, made or about to be made: what came later does not count. */
type ReportKey = { jobId: string; attemptNumber: number };

/** What an agent asked people while its conversation waited. */
export type AskedQuestion = { asked: string; answer?: HoldAnswer };
/** What an attempt has cost, and when the last of its tests was run. */
export type AttemptSpent = { number: number; costUsd: number; lastRunAt?: number };

type RecordingRecords = {
  /** Jobs whose id begins with this: at most two, enough to know whether it is one. */
  jobsLike(prefix: string): Promise<string[]>;
  /** The revision whose tests were run on the tree of this attempt; the newest if none were. */
  planOfAttempt(jobId: string, attemptNumber: number): Promise<Plan | undefined>;
  /** What the report of this attempt counted, as it was when that was made. */
  countsAt(
    report: ReportKey,
  ): Promise<{ costUsd: number; sandboxes: { created: number; wiped: number } }>;
  questionsAt(report: ReportKey): Promise<AskedQuestion[]>;
  spentAt(report: ReportKey): Promise<AttemptSpent[]>;
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

const UNTIL = `coalesce((select created_at from reports where job_id = $1 and attempt_number = $2),
  'infinity'::timestamptz)`;

const QUESTIONS = `
  select parkings.outcome->>'ask' as asked, hold_answers.kind, said, actor
    from parkings join agent_sessions on agent_sessions.id = parkings.session_id
    left join hold_answers on hold_answers.job_id = agent_sessions.job_id
         and hold_answers.hold_number = parkings.hold_number and hold_answers.at <= ${UNTIL}
   where agent_sessions.job_id = $1 and parkings.question is not null
     and parkings.outcome->>'ask' is not null and parkings.created_at <= ${UNTIL}
   order by parkings.hold_number`;

const SPENT = `
  select number, (select coalesce(sum(cost_usd), 0) from usage_ledger
                   where job_id = $1 and attempt_number = number and at <= ${UNTIL}) as "costUsd",
         (select max(at) from test_runs
           where job_id = $1 and attempt_number = number and at <= ${UNTIL}) as "lastRunAt"
    from attempts where job_id = $1 and number <= $2 order by number`;

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
    async questionsAt({ jobId, attemptNumber }) {
      const { rows } = await client.query<
        { asked: string } & { [Key in keyof HoldAnswer]: HoldAnswer[Key] | null }
      >(QUESTIONS, [jobId, attemptNumber]);
      return rows.map(({ asked, kind, said, actor }) =>
        kind === null || said === null || actor === null
          ? { asked }
          : { asked, answer: { kind, said, actor } },
      );
    },
    async spentAt({ jobId, attemptNumber }) {
      const { rows } = await client.query<AttemptSpent>(SPENT, [jobId, attemptNumber]);
      return rows.map(withoutNulls);
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
