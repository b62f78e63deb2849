// The life of sandboxes, and the evidence that each is gone.
import type { Connection } from './database/connection.ts';
import { withoutNulls } from './database/rows.ts';

type SandboxStatus = 'CREATING' | 'RUNNING' | 'ENDING' | 'COMPLETED' | 'FAILED';
export type SandboxRow = {
  id: string;
  jobId: string;
  sessionId?: string;
  provider: string;
  providerSandboxId?: string;
  purpose: string;
  status: SandboxStatus;
  createdAt: number;
};
export type WipeEvidence = {
  providerSandboxId?: string;
  method: string;
  requestedAt: number;
  confirmedAt: number;
  providerAnswer: string;
};
type SandboxRecords = {
  /** Before the provider is asked, so that no sandbox exists without a row. */
  begin(
    sandbox: Omit<SandboxRow, 'status' | 'createdAt' | 'providerSandboxId'> & {
      fence: number;
      /** For a check of a branch, whose fence it then is; else for the job's own work. */
      checkId?: string;
    },
  ): Promise<void>;
  running(id: string, providerSandboxId: string): Promise<void>;
  /** A new worker goes on with it. */
  adopt(id: string, fence: number): Promise<void>;
  /**
   * Evidence and end are one transaction; the database refuses the end without the evidence.
   * Idempotent: the first end stays.
   */
  end(id: string, status: 'COMPLETED' | 'FAILED', evidence: WipeEvidence): Promise<void>;
  /** Of the job's own work; without a job, all there are. */
  living(jobId?: string): Promise<SandboxRow[]>;
  livingOfCheck(checkId: string): Promise<SandboxRow[]>;
  /** Living ones of a claim that is no longer held, and that no later one can go on with. */
  orphaned(limit: number): Promise<SandboxRow[]>;
  /** Whether one was begun in the last so many milliseconds. */
  wasUsedWithin(ms: number): Promise<boolean>;
  /** Which of these ended; of others nothing is known. */
  ended(ids: readonly string[]): Promise<string[]>;
  /** Those of one purpose, oldest first. */
  ofPurpose(
    jobId: string,
    purpose: string,
  ): Promise<{ id: string; startedAt: number; endedAt?: number }[]>;
  /** How many a job's own work had, and of how many there is evidence that they are gone. */
  count(jobId: string): Promise<{ created: number; wiped: number }>;
};

const SELECT = `select id, job_id as "jobId", session_id as "sessionId", provider,
  provider_sandbox_id as "providerSandboxId", purpose, status, created_at as "createdAt"
  from sandbox_sessions`;

export function sandboxRecords(client: Connection): SandboxRecords {
  return {
    async begin({ id, jobId, sessionId, checkId, provider, purpose, fence }) {
      await client.query(
        `insert into sandbox_sessions (id, job_id, session_id, check_id, provider, purpose, fence)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [id, jobId, sessionId, checkId, provider, purpose, fence],
      );
    },
    async running(id, providerSandboxId) {
      await client.query(
        `update sandbox_sessions set status = 'RUNNING', provider_sandbox_id = $2 where id = $1`,
        [id, providerSandboxId],
      );
    },
    async adopt(id, fence) {
      await client.query('update sandbox_sessions set fence = $2 where id = $1', [id, fence]);
    },
    end: async (id, status, evidence) => await end(client, { id, status, evidence }),
    async ofPurpose(jobId, purpose) {
      const { rows } = await client.query<{ id: string; startedAt: number; endedAt?: number }>(
        `select id, created_at as "startedAt", completed_at as "endedAt" from sandbox_sessions
          where job_id = $1 and purpose = $2 order by created_at`,
        [jobId, purpose],
      );
      return rows.map(withoutNulls);
    },
    async count(jobId) {
      const { rows } = await client.query<{ created: number; wiped: number }>(
        `select count(*) as created, count(wipe_evidence.sandbox_session_id) as wiped
           from sandbox_sessions
           left join wipe_evidence on sandbox_session_id = sandbox_sessions.id
          where job_id = $1 and check_id is null`,
        [jobId],
      );
      return rows[0] ?? { created: 0, wiped: 0 };
    },
    ...livingRecords(client),
    async wasUsedWithin(ms) {
      const { rows } = await client.query<{ used: boolean }>(
        `select exists (select from sandbox_sessions
            where created_at > now() - $1 * interval '1 millisecond') as used`,
        [ms],
      );
      return rows[0]?.used === true;
    },
    async ended(ids) {
      const { rows } = await client.query<{ id: string }>(
        `select id from sandbox_sessions where completed_at is not null and id::text = any($1)`,
        [ids],
      );
      return rows.map(({ id }) => id);
    },
  };
}

function livingRecords(
  client: Connection,
): Pick<SandboxRecords, 'living' | 'livingOfCheck' | 'orphaned'> {
  return {
    async living(jobId) {
      const { rows } = await client.query<SandboxRow>(
        `${SELECT} where completed_at is null
            and ($1::uuid is null or (job_id = $1 and check_id is null)) order by created_at`,
        [jobId],
      );
      return rows.map(withoutNulls);
    },
    async livingOfCheck(checkId) {
      const { rows } = await client.query<SandboxRow>(
        `${SELECT} where completed_at is null and check_id = $1 order by created_at`,
        [checkId],
      );
      return rows.map(withoutNulls);
    },
    async orphaned(limit) {
      const { rows } = await client.query<SandboxRow>(
        `${SELECT} where completed_at is null and not exists (
             select from work where work.job_id = sandbox_sessions.job_id and check_id is null
                and work.fence = sandbox_sessions.fence and work.worker is not null)
            and not exists (
             select from branch_checks where branch_checks.id = sandbox_sessions.check_id
                and branch_checks.fence = sandbox_sessions.fence
                and branch_checks.worker is not null)
            and not exists (
             select from agent_sessions join work on work.job_id = agent_sessions.job_id
              where agent_sessions.id = sandbox_sessions.session_id
                and agent_sessions.ended_at is null and agent_sessions.runner_pid is not null
                and work.effect is not null and work.parked_at is null)
          order by created_at limit $1`,
        [limit],
      );
      return rows.map(withoutNulls);
    },
  };
}

async function end(
  client: Connection,
  { id, status, evidence }: { id: string; status: SandboxStatus; evidence: WipeEvidence },
): Promise<void> {
  await client.query(
    `insert into wipe_evidence (sandbox_session_id, provider_sandbox_id, method, requested_at,
       confirmed_at, provider_answer)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [
      id,
      evidence.providerSandboxId,
      evidence.method,
      new Date(evidence.requestedAt),
      new Date(evidence.confirmedAt),
      evidence.providerAnswer,
    ],
  );
  await client.query(
    `update sandbox_sessions set status = $2, completed_at = now()
      where id = $1 and completed_at is null`,
    [id, status],
  );
}
