// Plan revisions and their criteria. A revision is never edited: a change is a new revision.
import type { Connection } from './database/connection.ts';
import { toJson, withoutNulls } from './database/rows.ts';

type PlanStatus = 'draft' | 'approved' | 'completed' | 'superseded';
type Criterion = {
  id: string;
  text: string;
  kind: 'new' | 'keep';
  surface: string;
  status: 'pending' | 'passed' | 'blocked';
  deprecatedAt?: number;
  /** When a check of a branch has last seen it. */
  verifiedAt?: number;
};
export type Plan = {
  id: string;
  jobId: string;
  revision: number;
  revisionToken: string;
  status: PlanStatus;
  content: Record<string, unknown>;
  issueDigest: string;
};
type NewPlan = Omit<Plan, 'status' | 'revision'> & {
  fence: number;
  criteria: Pick<Criterion, 'id' | 'text' | 'kind' | 'surface'>[];
};
/** Who approved a revision, with what right, and of what words and commit. */
type Approval = {
  planId: string;
  jobId: string;
  issueDigest: string;
  baseSha: string;
  approver: string;
  permission: 'write' | 'maintain' | 'admin';
};
type KeptApproval = Approval & { approvedAt: number };
type PlanRecords = {
  /** Supersedes the active revision, numbers the new one, deprecates criteria it dropped. */
  propose(plan: NewPlan): Promise<Plan>;
  find(id: string): Promise<Plan | undefined>;
  active(jobId: string): Promise<Plan | undefined>;
  /** The newest revision that was approved and is still in force. */
  approved(jobId: string): Promise<Plan | undefined>;
  /** The same over all jobs of an issue, the newest job first. */
  approvedOfIssue(repositoryId: number, issueNumber: number): Promise<Plan | undefined>;
  revision(jobId: string, number: number): Promise<Plan | undefined>;
  /** The newest revision, whatever became of it. */
  latest(jobId: string): Promise<Plan | undefined>;
  approve(planId: string, by: string): Promise<void>;
  /** Refused (`approvals_of_plan_text`) for other words than the revision was made from. */
  bind(approval: Approval): Promise<void>;
  approvalOf(planId: string): Promise<KeptApproval | undefined>;
  complete(planId: string): Promise<void>;
  criteria(jobId: string): Promise<Criterion[]>;
  /** A check has seen these; their status stays. */
  markVerified(jobId: string, ids: readonly string[]): Promise<void>;
  setCriterionStatus(jobId: string, id: string, status: 'pending' | 'passed'): Promise<void>;
  /** A person confirmed a cause outside the code; without `id` it is that of all criteria. */
  block(jobId: string, cause: { id?: string; reason: string; by: string }): Promise<void>;
};

const PLAN = `id, job_id as "jobId", revision, revision_token as "revisionToken", status, content,
              issue_digest as "issueDigest"`;

export function planRecords(client: Connection): PlanRecords {
  return {
    propose: async (plan) => await propose(client, plan),
    async find(id) {
      const { rows } = await client.query<Plan>(`select ${PLAN} from plans where id = $1`, [id]);
      return rows[0];
    },
    async active(jobId) {
      const { rows } = await client.query<Plan>(
        `select ${PLAN} from plans where job_id = $1 and status in ('draft', 'approved')`,
        [jobId],
      );
      return rows[0];
    },
    async approved(jobId) {
      const { rows } = await client.query<Plan>(
        `select ${PLAN} from plans where job_id = $1 and status in ('approved', 'completed')
          order by revision desc limit 1`,
        [jobId],
      );
      return rows[0];
    },
    async approvedOfIssue(repositoryId, issueNumber) {
      const { rows } = await client.query<Plan>(
        `select ${PLAN} from plans join (select id as of_job, created_at as begun_at from jobs
            where repository_id = $1 and issue_number = $2) own on own.of_job = plans.job_id
          where status in ('approved', 'completed')
          order by begun_at desc, revision desc limit 1`,
        [repositoryId, issueNumber],
      );
      return rows[0];
    },
    revision: async (jobId, number) => await revisionOf(client, jobId, number),
    async latest(jobId) {
      const { rows } = await client.query<Plan>(
        `select ${PLAN} from plans where job_id = $1 order by revision desc limit 1`,
        [jobId],
      );
      return rows[0];
    },
    async approve(planId, by) {
      await client.query(
        `update plans set status = 'approved', approved_at = now(), approved_by = $2 where id = $1`,
        [planId, by],
      );
    },
    bind: async (approval) => await bind(client, approval),
    approvalOf: async (planId) => await approvalOf(client, planId),
    async complete(planId) {
      await client.query(
        `update plans set status = 'completed', completed_at = now() where id = $1`,
        [planId],
      );
    },
    criteria: async (jobId) => await criteriaOf(client, jobId),
    async markVerified(jobId, ids) {
      await client.query(
        `update criteria set verified_at = now()
          where job_id = $1 and id = any($2) and deprecated_at is null`,
        [jobId, ids],
      );
    },
    async setCriterionStatus(jobId, id, status) {
      await client.query(
        `update criteria set status = $3, blocked_reason = null, blocked_confirmed_by = null
          where job_id = $1 and id = $2`,
        [jobId, id, status],
      );
    },
    async block(jobId, { id, reason, by }) {
      await client.query(
        `update criteria set status = 'blocked', blocked_reason = $3, blocked_confirmed_by = $4
          where job_id = $1 and ($2::text is null or id = $2) and deprecated_at is null`,
        [jobId, id, reason, by],
      );
    },
  };
}

async function revisionOf(
  client: Connection,
  jobId: string,
  number: number,
): Promise<Plan | undefined> {
  const { rows } = await client.query<Plan>(
    `select ${PLAN} from plans where job_id = $1 and revision = $2`,
    [jobId, number],
  );
  return rows[0];
}

async function bind(client: Connection, approval: Approval): Promise<void> {
  const { planId, jobId, issueDigest, baseSha, approver, permission } = approval;
  await client.query(
    `insert into approvals (plan_id, job_id, issue_digest, base_sha, approver, permission)
     values ($1, $2, $3, $4, $5, $6)`,
    [planId, jobId, issueDigest, baseSha, approver, permission],
  );
}

async function approvalOf(client: Connection, planId: string): Promise<KeptApproval | undefined> {
  const { rows } = await client.query<KeptApproval>(
    `select plan_id as "planId", job_id as "jobId", issue_digest as "issueDigest",
            base_sha as "baseSha", approver, permission, approved_at as "approvedAt"
       from approvals where plan_id = $1`,
    [planId],
  );
  return rows[0];
}

async function propose(client: Connection, plan: NewPlan): Promise<Plan> {
  await client.query(
    `update plans set status = 'superseded' where job_id = $1 and status in ('draft', 'approved')`,
    [plan.jobId],
  );
  const { rows } = await client.query<Plan>(
    `insert into plans (id, job_id, revision, revision_token, status, content, issue_digest, fence)
     values ($1, $2, (select coalesce(max(revision), 0) + 1 from plans where job_id = $2),
             $3, 'draft', $4, $5, $6)
     returning ${PLAN}`,
    [plan.id, plan.jobId, plan.revisionToken, toJson(plan.content), plan.issueDigest, plan.fence],
  );
  const [stored] = rows;
  if (stored === undefined) throw new Error('insert returned no row');
  await client.query(
    `insert into criteria (job_id, id, plan_id, text, kind, surface)
     select $1, c.id, $2, c.text, c.kind, c.surface
       from jsonb_to_recordset($3::jsonb) as c(id text, text text, kind text, surface text)
     on conflict (job_id, id) do update set plan_id = excluded.plan_id, text = excluded.text,
       kind = excluded.kind, surface = excluded.surface, status = 'pending',
       blocked_reason = null, blocked_confirmed_by = null, deprecated_at = null`,
    [plan.jobId, plan.id, toJson(plan.criteria)],
  );
  await client.query(
    `update criteria set deprecated_at = now()
      where job_id = $1 and plan_id <> $2 and deprecated_at is null`,
    [plan.jobId, plan.id],
  );
  return stored;
}

async function criteriaOf(client: Connection, jobId: string): Promise<Criterion[]> {
  const { rows } = await client.query<Criterion>(
    `select id, text, kind, surface, status, deprecated_at as "deprecatedAt",
            verified_at as "verifiedAt" from criteria
      where job_id = $1 order by substring(id from 2)::integer`,
    [jobId],
  );
  return rows.map(withoutNulls);
}
