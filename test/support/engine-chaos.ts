// Kills, pauses and restarts around engine processes, with the counts as parameters: small in
// `npm test`, large in `npm run chaos -- engine`. What must hold afterwards is one function.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyAudit } from '../../app/store/audit-verify.ts';
import { createClient } from '../../app/store/connection.ts';
import type { ProcessOptions } from './engine-process.ts';
import { until } from './waiting.ts';

export type Worker = { process: ChildProcess; stale: string[]; ended: Promise<unknown> };

export async function startWorker(options: ProcessOptions): Promise<Worker> {
  const script = join(import.meta.dirname, 'engine-process.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const worker: Worker = { process: child, stale: [], ended: once(child, 'exit') };
  let isReady = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'ready') isReady = true;
    if (line.startsWith('stale ')) worker.stale.push(line.slice(6));
  });
  await until(() => isReady || child.exitCode !== null, 20_000);
  return worker;
}

export async function killWorker(worker: Worker): Promise<void> {
  worker.process.kill('SIGKILL');
  await worker.ended;
}

/** Stops a worker past its lease while it runs something, then lets it go on. */
export async function pauseWorker(worker: Worker, leaseMs: number): Promise<void> {
  worker.process.kill('SIGSTOP');
  await pause(leaseMs * 2);
  worker.process.kill('SIGCONT');
}

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

/** I1, I7 and the fence, read from the database alone. */
export async function readInvariants(url: string): Promise<Invariants> {
  const client = createClient(url, {
    applicationName: 'invariants',
    connectMs: 10_000,
    statementMs: 60_000,
    lockMs: 10_000,
  });
  await client.connect();
  try {
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
  } finally {
    await client.end();
  }
}
