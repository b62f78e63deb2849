// What must hold after any chaos, as one function over the database; what GitHub and the sandboxes
// must agree with is added by those who have them. Reads only.
import type pg from 'pg';
import { verifyAudit } from '../../app/store/audit-verify.ts';
import { createClient } from '../../app/store/database/connection.ts';

export type Invariants = {
  jobs: Record<string, number>;
  /** Why jobs failed or their work was parked; none in a run without faults of its own. */
  stuck: string[];
  outcomes: number;
  /** Effects of a job with more than one recorded outcome. */
  doubled: number;
  /** Rows of an older fencing number that came after a newer one. */
  staleWrites: number;
  auditFindings: string[];
};

/** I1 and I7 of docs/security.md and the fencing numbers, read from the database alone. */
export async function readInvariants(url: string): Promise<Invariants> {
  return await reading(url, async (client) => {
    const jobs = await client.query<{ state: string; n: number }>(
      'select state, count(*) as n from jobs group by 1',
    );
    const stuck = await client.query<{ why: string }>(
      `select job_id || ' parked: ' || parked_reason as why from work where parked_at is not null
       union all
       select id || ' ' || failure_reason || ': ' || coalesce(facts->>'failureDetail', '')
         from jobs where failure_reason is not null`,
    );
    const recorded = await client.query<{ outcomes: number; doubled: number }>(
      `select coalesce(sum(times), 0) as outcomes, count(*) filter (where times > 1) as doubled
         from (select count(*) as times from audit_events where detail->'event' ? 'spentUsd'
                group by job_id, detail->'event'->>'effect') effects`,
    );
    const stale = await client.query<{ n: number }>(
      `select count(*) as n from (
         select transcript_entries.fence, max(transcript_entries.fence) over (
             partition by job_id order by created_at rows unbounded preceding) as newest
           from transcript_entries join agent_sessions on agent_sessions.id = session_id) ordered
        where fence < newest`,
    );
    const { findings } = await verifyAudit(client);
    return {
      jobs: Object.fromEntries(jobs.rows.map(({ state, n }) => [state, n])),
      stuck: stuck.rows.map(({ why }) => why),
      outcomes: recorded.rows[0]?.outcomes ?? 0,
      doubled: recorded.rows[0]?.doubled ?? 0,
      staleWrites: stale.rows[0]?.n ?? 0,
      auditFindings: findings.map(({ problem }) => problem),
    };
  });
}

/** Of these jobs, the ones that are not delivered, lost ones included. */
export async function readUndelivered(url: string, jobIds: readonly string[]): Promise<string[]> {
  return await reading(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select given.id::text from unnest($1::uuid[]) as given (id)
         left join jobs on jobs.id = given.id where jobs.state is distinct from 'DELIVERED'`,
      [jobIds],
    );
    return rows.map(({ id }) => id);
  });
}

/** Jobs in which a broken invariant shows. */
export async function readConcerned(url: string): Promise<string[]> {
  return await reading(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id::text from jobs where state <> 'DELIVERED'
       union select job_id::text from work
       union select job_id::text from audit_events where detail->'event' ? 'spentUsd'
        group by job_id, detail->'event'->>'effect' having count(*) > 1`,
    );
    return rows.map(({ id }) => id);
  });
}

async function reading<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(url, {
    applicationName: 'invariants',
    connectMs: 10_000,
    statementMs: 60_000,
    lockMs: 10_000,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
