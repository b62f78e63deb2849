// What people answered to holds.
import type { HostQuestion } from '../../sandbox/protocol/question.ts';
import type { Connection } from './database/connection.ts';
import { toJson } from './database/rows.ts';

export type HoldAnswer = {
  kind: 'answer' | 'allow' | 'deny' | 'widen';
  said: { text?: string | undefined; path?: string | undefined; isAlways?: true | undefined };
  actor: string;
};

type HoldAnswers = {
  /** Once per hold: the first answer ended it. */
  add(
    jobId: string,
    holdNumber: number,
    answer: HoldAnswer & { commentId?: number },
  ): Promise<void>;
  find(jobId: string, holdNumber: number): Promise<HoldAnswer | undefined>;
  /** What the agent asked whose conversation waits in that hold. */
  question(jobId: string, holdNumber: number): Promise<HostQuestion | undefined>;
  /** The paths that people let the job change as well; of an attempt, up to its report. */
  widened(jobId: string, attemptNumber?: number): Promise<string[]>;
  /** What people allowed for good in this job. */
  always(jobId: string): Promise<HostQuestion[]>;
};

export function holdAnswers(client: Connection): HoldAnswers {
  return {
    async add(jobId, holdNumber, { kind, said, actor, commentId }) {
      await client.query(
        `insert into hold_answers (job_id, hold_number, kind, said, actor, comment_id)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [jobId, holdNumber, kind, toJson(said), actor, commentId],
      );
    },
    async find(jobId, holdNumber) {
      const { rows } = await client.query<HoldAnswer>(
        'select kind, said, actor from hold_answers where job_id = $1 and hold_number = $2',
        [jobId, holdNumber],
      );
      return rows[0];
    },
    async question(jobId, holdNumber) {
      const { rows } = await client.query<{ question: HostQuestion }>(
        `select question from parkings join agent_sessions on agent_sessions.id = session_id
          where job_id = $1 and hold_number = $2 and question is not null
          order by number desc limit 1`,
        [jobId, holdNumber],
      );
      return rows[0]?.question;
    },
    async widened(jobId, attemptNumber) {
      const { rows } = await client.query<{ path: string }>(
        `select said->>'path' as path from hold_answers
          where job_id = $1 and kind = 'widen' and said ? 'path'
            and at <= coalesce((select created_at from reports
              where reports.job_id = $1 and attempt_number = $2), 'infinity')
          order by hold_number`,
        [jobId, attemptNumber],
      );
      return rows.map(({ path }) => path);
    },
    async always(jobId) {
      const { rows } = await client.query<{ question: HostQuestion }>(
        `select parkings.question from hold_answers
           join agent_sessions on agent_sessions.job_id = hold_answers.job_id
           join parkings on parkings.session_id = agent_sessions.id
                        and parkings.hold_number = hold_answers.hold_number
          where hold_answers.job_id = $1 and kind = 'allow' and said @> '{"isAlways": true}'
            and parkings.question is not null order by hold_answers.hold_number`,
        [jobId],
      );
      return rows.map(({ question }) => question);
    },
  };
}
