// What a challenger was asked and wrote, and what a second reader said. All of it is only ever added.
import type { Connection } from './database/connection.ts';
import { toJson, withoutNulls } from './database/rows.ts';
import type { TestCase } from './proof.ts';

type ChallengeRound = {
  jobId: string;
  planId: string;
  attemptNumber: number;
  round: number;
  /** Why no cases came of it. */
  unreached?: string;
};
/** Withheld for ever. `id`: C1, C2, … in its job. */
export type ChallengeCase = Omit<TestCase, 'isWithheld'> &
  Pick<ChallengeRound, 'attemptNumber' | 'round'>;
type ChallengeReading = {
  jobId: string;
  caseId: string;
  attemptNumber: number;
  isPromised: boolean;
  reason: string;
};

type ChallengeRecords = {
  /** Both or neither are there afterwards. */
  addRound(fence: number, round: ChallengeRound, cases: readonly ChallengeCase[]): Promise<void>;
  /** Oldest first. */
  rounds(jobId: string): Promise<ChallengeRound[]>;
  /** In the order of their numbers. */
  cases(jobId: string): Promise<ChallengeCase[]>;
  addReading(fence: number, reading: ChallengeReading): Promise<void>;
  readings(jobId: string): Promise<ChallengeReading[]>;
};

export function challengeRecords(client: Connection): ChallengeRecords {
  return {
    async addRound(fence, { jobId, planId, attemptNumber, round, unreached }, cases) {
      await client.query(
        `insert into challenge_rounds (job_id, plan_id, attempt_number, round, unreached, fence)
         values ($1, $2, $3, $4, $5, $6)`,
        [jobId, planId, attemptNumber, round, unreached, fence],
      );
      await addCases(client, fence, cases);
    },
    async rounds(jobId) {
      const { rows } = await client.query<ChallengeRound>(
        `select job_id as "jobId", plan_id as "planId", attempt_number as "attemptNumber", round,
                unreached
           from challenge_rounds where job_id = $1 order by attempt_number, round`,
        [jobId],
      );
      return rows.map(withoutNulls);
    },
    async cases(jobId) {
      const { rows } = await client.query<ChallengeCase>(
        `select id, plan_id as "planId", job_id as "jobId", attempt_number as "attemptNumber", round,
                criterion_id as "criterionId", title, files, run, surface
           from challenge_cases where job_id = $1 order by substring(id from 2)::integer`,
        [jobId],
      );
      return rows;
    },
    async addReading(fence, { jobId, caseId, attemptNumber, isPromised, reason }) {
      await client.query(
        `insert into challenge_readings (job_id, case_id, attempt_number, is_promised, reason, fence)
         values ($1, $2, $3, $4, $5, $6)`,
        [jobId, caseId, attemptNumber, isPromised, reason, fence],
      );
    },
    async readings(jobId) {
      const { rows } = await client.query<ChallengeReading>(
        `select job_id as "jobId", case_id as "caseId", attempt_number as "attemptNumber",
                is_promised as "isPromised", reason
           from challenge_readings where job_id = $1
          order by substring(case_id from 2)::integer`,
        [jobId],
      );
      return rows;
    },
  };
}

async function addCases(
  client: Connection,
  fence: number,
  cases: readonly ChallengeCase[],
): Promise<void> {
  await client.query(
    `insert into challenge_cases (job_id, id, plan_id, attempt_number, round, criterion_id, title,
       files, run, surface, fence)
     select c."jobId", c.id, c."planId", c."attemptNumber", c.round, c."criterionId", c.title,
            c.files, c.run, c.surface, $2
       from jsonb_to_recordset($1::jsonb) as c("jobId" uuid, id text, "planId" uuid,
         "attemptNumber" integer, round integer, "criterionId" text, title text, files jsonb,
         run text, surface surface)`,
    [toJson(cases), fence],
  );
}
