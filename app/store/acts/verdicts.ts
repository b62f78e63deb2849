// What people say of a job beside its course: the approval of its report, how good they find it, the
// model they want.
import type { ModelClass } from '../../job/types.ts';
import type { Connection } from '../database/connection.ts';
import { withoutNulls } from '../database/rows.ts';

type Approval = {
  id: string;
  jobId: string;
  reportId: string;
  approvedBy: string;
  approverId: number;
  /** At that moment. */
  permission: string;
  commitSha: string;
  /** Although something asked for a person. */
  isOverride: boolean;
};

type Rating = {
  jobId: string;
  personId: number;
  person: string;
  stars: number;
  why?: string | undefined;
  goal: string;
};

export type ChosenModel = { model: string; chosenBy: string };

type VerdictRecords = {
  /** Once a job: false when it was approved before. */
  approve(approval: Approval): Promise<boolean>;
  approvalOf(jobId: string): Promise<Approval | undefined>;
  /** The last one of a person counts. */
  rate(rating: Rating): Promise<void>;
  ratingsOf(jobId: string): Promise<Rating[]>;
  /** For the coming turns of the job while it has that class. */
  choose(jobId: string, modelClass: ModelClass, chosen: ChosenModel): Promise<void>;
  chosenModel(jobId: string, modelClass: ModelClass): Promise<ChosenModel | undefined>;
};

export function verdictRecords(client: Connection): VerdictRecords {
  return { ...approvals(client), ...ratings(client), ...models(client) };
}

function approvals(client: Connection): Pick<VerdictRecords, 'approve' | 'approvalOf'> {
  return {
    async approve({ id, jobId, reportId, approvedBy, approverId, ...rest }) {
      const { permission, commitSha, isOverride } = rest;
      const { rowCount } = await client.query(
        `insert into report_approvals (id, job_id, report_id, approved_by, approver_id, permission,
           commit_sha, is_override) values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (job_id) do nothing`,
        [id, jobId, reportId, approvedBy, approverId, permission, commitSha, isOverride],
      );
      return rowCount === 1;
    },
    async approvalOf(jobId) {
      const { rows } = await client.query<Approval>(
        `select id, job_id as "jobId", report_id as "reportId", approved_by as "approvedBy",
                approver_id as "approverId", permission, commit_sha as "commitSha",
                is_override as "isOverride" from report_approvals where job_id = $1`,
        [jobId],
      );
      return rows[0];
    },
  };
}

function ratings(client: Connection): Pick<VerdictRecords, 'rate' | 'ratingsOf'> {
  return {
    async rate({ jobId, personId, person, stars, why, goal }) {
      await client.query(
        `insert into task_ratings (job_id, person_id, person, stars, why, goal)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (job_id, person_id) do update set person = excluded.person,
           stars = excluded.stars, why = excluded.why, rated_at = now()`,
        [jobId, personId, person, stars, why, goal],
      );
    },
    async ratingsOf(jobId) {
      const { rows } = await client.query<Rating>(
        `select job_id as "jobId", person_id as "personId", person, stars, why, goal
           from task_ratings where job_id = $1 order by person_id`,
        [jobId],
      );
      return rows.map(withoutNulls);
    },
  };
}

function models(client: Connection): Pick<VerdictRecords, 'choose' | 'chosenModel'> {
  return {
    async choose(jobId, modelClass, { model, chosenBy }) {
      await client.query(
        `insert into job_models (job_id, model_class, model, chosen_by) values ($1, $2, $3, $4)
         on conflict (job_id, model_class) do update set model = excluded.model,
           chosen_by = excluded.chosen_by, chosen_at = now()`,
        [jobId, modelClass, model, chosenBy],
      );
    },
    async chosenModel(jobId, modelClass) {
      const { rows } = await client.query<ChosenModel>(
        `select model, chosen_by as "chosenBy" from job_models
          where job_id = $1 and model_class = $2`,
        [jobId, modelClass],
      );
      return rows[0];
    },
  };
}
