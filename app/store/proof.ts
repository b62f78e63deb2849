// Cases, runs and reports. All three are only ever added.
import type { Connection } from './database/connection.ts';
import { toJson, withoutNulls } from './database/rows.ts';

type CaseFile = { path: string; mode: number; digest: string; content: string };
export type TestCase = {
  id: string;
  planId: string;
  jobId: string;
  criterionId: string;
  title: string;
  files: CaseFile[];
  run: string;
  surface: string;
  isWithheld: boolean;
};
export type TestRun = {
  id: string;
  jobId: string;
  planId: string;
  caseId?: string;
  tree: 'base' | 'head' | 'hunk';
  attemptNumber?: number;
  hunk?: string;
  runNumber: number;
  exitCode: number;
  redKind?: 'assertion' | 'error' | 'load';
  durationMs: number;
  output: string;
  /** What its own report says of each test; absent where there is none. */
  tests?: { name: string; status: 'passed' | 'failed' | 'skipped' | 'error' }[];
};
export type Report = {
  id: string;
  jobId: string;
  attemptNumber: number;
  content: Record<string, unknown>;
  isGatePassed: boolean;
  publishedAt?: number;
};
type ProofRecords = {
  addCases(fence: number, cases: readonly TestCase[]): Promise<void>;
  casesOfPlan(planId: string): Promise<TestCase[]>;
  addRuns(fence: number, runs: readonly TestRun[]): Promise<void>;
  runsOfPlan(planId: string): Promise<TestRun[]>;
  addReport(fence: number, report: Omit<Report, 'publishedAt'>): Promise<void>;
  markPublished(reportId: string): Promise<void>;
  reportsOfJob(jobId: string): Promise<Report[]>;
};

export function proofRecords(client: Connection): ProofRecords {
  return {
    addCases: async (fence, cases) => await addCases(client, fence, cases),
    async casesOfPlan(planId) {
      const { rows } = await client.query<TestCase>(
        `select id, plan_id as "planId", job_id as "jobId", criterion_id as "criterionId", title,
                files, run, surface, is_withheld as "isWithheld"
           from test_cases where plan_id = $1 order by substring(id from 2)::integer`,
        [planId],
      );
      return rows;
    },
    ...runRecords(client),
    ...reportRecords(client),
  };
}

function runRecords(client: Connection): Pick<ProofRecords, 'addRuns' | 'runsOfPlan'> {
  return {
    addRuns: async (fence, runs) => await addRuns(client, fence, runs),
    async runsOfPlan(planId) {
      const { rows } = await client.query<TestRun>(
        `select id, job_id as "jobId", plan_id as "planId", case_id as "caseId", tree,
                attempt_number as "attemptNumber", hunk, run_number as "runNumber",
                exit_code as "exitCode", red_kind as "redKind", duration_ms as "durationMs", output, tests
           from test_runs where plan_id = $1 order by at, id`,
        [planId],
      );
      return rows.map(withoutNulls);
    },
  };
}

function reportRecords(
  client: Connection,
): Pick<ProofRecords, 'addReport' | 'markPublished' | 'reportsOfJob'> {
  return {
    async addReport(fence, { id, jobId, attemptNumber, content, isGatePassed }) {
      await client.query(
        `insert into reports (id, job_id, attempt_number, content, is_gate_passed, fence)
         values ($1, $2, $3, $4, $5, $6)`,
        [id, jobId, attemptNumber, toJson(content), isGatePassed, fence],
      );
    },
    async markPublished(reportId) {
      await client.query(
        `update reports set published_at = now() where id = $1 and published_at is null`,
        [reportId],
      );
    },
    async reportsOfJob(jobId) {
      const { rows } = await client.query<Report>(
        `select id, job_id as "jobId", attempt_number as "attemptNumber", content,
                is_gate_passed as "isGatePassed", published_at as "publishedAt"
           from reports where job_id = $1 order by attempt_number`,
        [jobId],
      );
      return rows.map(withoutNulls);
    },
  };
}

async function addCases(
  client: Connection,
  fence: number,
  cases: readonly TestCase[],
): Promise<void> {
  await client.query(
    `insert into test_cases
       (plan_id, id, job_id, criterion_id, title, files, run, surface, is_withheld, fence)
     select c."planId", c.id, c."jobId", c."criterionId", c.title, c.files, c.run, c.surface,
            c."isWithheld", $2
       from jsonb_to_recordset($1::jsonb) as c("planId" uuid, id text, "jobId" uuid,
         "criterionId" text, title text, files jsonb, run text, surface text, "isWithheld" boolean)`,
    [toJson(cases), fence],
  );
}

async function addRuns(client: Connection, fence: number, runs: readonly TestRun[]): Promise<void> {
  await client.query(
    `insert into test_runs (id, job_id, plan_id, case_id, tree, attempt_number, hunk, run_number,
       exit_code, red_kind, duration_ms, output, tests, fence)
     select r.id, r."jobId", r."planId", r."caseId", r.tree, r."attemptNumber", r.hunk,
            r."runNumber", r."exitCode", r."redKind", r."durationMs", r.output, r.tests, $2
       from jsonb_to_recordset($1::jsonb) as r(id uuid, "jobId" uuid, "planId" uuid, "caseId" text,
         tree text, "attemptNumber" integer, hunk text, "runNumber" integer, "exitCode" integer,
         "redKind" text, "durationMs" integer, output text, tests jsonb)`,
    [toJson(runs), fence],
  );
}
