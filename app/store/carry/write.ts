// Writes a carried job into a database that knows nothing of it, through every rule the schema has:
// the audit chain is made again link by link and compared, and a job gets to its state only by the
// ways the schema allows.
import { AppError } from '../../errors.ts';
import { isTerminal, type JobState } from '../../job/types.ts';
import type { Connection } from '../database/connection.ts';
import { toJson } from '../database/rows.ts';
import { CARRIED_ROWS, type Carried } from './carried.ts';

/** Who brings it, for the audit. */
export type By = { actor: string; detail: Record<string, unknown> };
type Row<K extends keyof Carried['tables']> = Carried['tables'][K][number];

export async function writeCarried(client: Connection, carried: Carried, by: By): Promise<void> {
  const { tables } = carried;
  await writePlace(client, carried);
  await writeAudit(client, carried);
  for (const job of tables.jobs) await beginJob(client, carried, job);
  for (const [table, shape] of Object.entries(CARRIED_ROWS)) {
    const columns = Object.keys(shape.shape);
    const rows = tables[table as keyof typeof CARRIED_ROWS];
    await fillTable(client, { table, columns, rows });
  }
  for (const sandbox of tables.sandbox_sessions) await writeSandbox(client, carried, sandbox);
  for (const job of tables.jobs) {
    await walk(client, carried, job);
    await writeWork(client, carried, job);
  }
  await appendImported(client, carried, by);
}

async function writePlace(client: Connection, carried: Carried): Promise<void> {
  const { repository, installation } = carried;
  await client.query(
    `insert into installations (id, account_id, account_login) values ($1, $2, $3)
     on conflict (id) do nothing`,
    [installation.id, installation.account_id, installation.account_login],
  );
  const { id, owner, name, default_branch: branch, is_private: isPrivate } = repository;
  await client.query(
    `insert into repositories (id, installation_id, owner, name, default_branch, is_private)
     values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing`,
    [id, installation.id, owner, name, branch, isPrivate],
  );
}

/** The database numbers the rows and makes their digests; each must be the one that arrived. */
async function writeAudit(client: Connection, { tables, installation }: Carried): Promise<void> {
  const { rows } = await client.query<{ sequence: number; digest: string }>(
    `insert into audit_events (installation_id, at, actor, subject, subject_id, job_id, action,
       detail)
     select $2, (row->>'at')::timestamptz, row->>'actor', row->>'subject', row->>'subject_id',
            (row->>'job_id')::uuid, row->>'action', row->'detail'
       from jsonb_array_elements($1::jsonb) with ordinality as given(row, place) order by place
     returning sequence, encode(digest, 'hex') as digest`,
    [toJson(tables.audit_events), installation.id],
  );
  const made = new Map(rows.map(({ sequence, digest }) => [sequence, digest]));
  const broken = tables.audit_events.findIndex(({ digest }, at) => made.get(at + 1) !== digest);
  if (broken === -1) return;
  throw new AppError('AUDIT_BROKEN', {
    problem: `Row ${broken + 1} of the carried audit chain was changed after it was written.`,
    details: { row: broken + 1 },
  });
}

/** Everything else refers to the job, and its rows need a fencing number to be written with. */
async function beginJob(client: Connection, carried: Carried, job: Row<'jobs'>): Promise<void> {
  const { installation, repository } = carried;
  await client.query(
    `insert into jobs (id, installation_id, repository_id, job_key, issue_number, parent_job_id,
       state, facts, created_at) values ($1, $2, $3, $4, $5, $6, 'PENDING', $7, $8)`,
    [
      job.id,
      installation.id,
      repository.id,
      job.job_key,
      job.issue_number,
      job.parent_job_id,
      toJson(job.facts),
      job.created_at,
    ],
  );
  await client.query(
    'insert into work (job_id, installation_id, repository_id, fence) values ($1, $2, $3, $4)',
    [job.id, installation.id, repository.id, fenceOf(carried, job.id)],
  );
}

const FENCED: ReadonlySet<string> = new Set([
  'plans',
  'attempts',
  'test_cases',
  'test_runs',
  'challenge_rounds',
  'challenge_cases',
  'challenge_readings',
  'planned_commits',
  'rebase_validations',
  'reports',
  'attempt_files',
  'snapshots',
]);

async function fillTable(
  client: Connection,
  { table, columns, rows }: { table: string; columns: string[]; rows: readonly object[] },
): Promise<void> {
  const isFenced = FENCED.has(table);
  const target = [...columns, ...(isFenced ? ['fence'] : [])].join(', ');
  const source = columns.map((name) => `given.${name}`);
  const fence = '(select fence from work where work.job_id = given.job_id)';
  await client.query(
    `insert into ${table} (${target})
     select ${[...source, ...(isFenced ? [fence] : [])].join(', ')}
       from jsonb_populate_recordset(null::${table}, $1::jsonb) as given`,
    [toJson(rows)],
  );
}

/** An ended one only after its evidence, as in its life. */
async function writeSandbox(
  client: Connection,
  carried: Carried,
  sandbox: Row<'sandbox_sessions'>,
): Promise<void> {
  await client.query(
    `insert into sandbox_sessions (id, job_id, provider, purpose, metadata, created_at, fence)
     values ($1, $2, $3, $4, $5, $6, (select fence from work where job_id = $2))`,
    [
      sandbox.id,
      sandbox.job_id,
      sandbox.provider,
      sandbox.purpose,
      toJson(sandbox.metadata),
      sandbox.created_at,
    ],
  );
  const wipes = carried.tables.wipe_evidence.filter((one) => one.sandbox_session_id === sandbox.id);
  for (const wipe of wipes) {
    await client.query(
      `insert into wipe_evidence (sandbox_session_id, provider_sandbox_id, method, requested_at,
         confirmed_at, provider_answer) values ($1, $2, $3, $4, $5, $6)`,
      [
        wipe.sandbox_session_id,
        wipe.provider_sandbox_id,
        wipe.method,
        wipe.requested_at,
        wipe.confirmed_at,
        wipe.provider_answer,
      ],
    );
  }
  await client.query(
    `update sandbox_sessions set status = $2, provider_sandbox_id = $3, completed_at = $4
      where id = $1`,
    [sandbox.id, sandbox.status, sandbox.provider_sandbox_id, sandbox.completed_at],
  );
}

/** The ways are those its audit tells; the last step brings the counters with it. */
async function walk(client: Connection, carried: Carried, job: Row<'jobs'>): Promise<void> {
  const states = statesOf(carried, job);
  for (const [index, state] of states.entries()) {
    const isLast = index === states.length - 1;
    await client.query(
      `update jobs set state = $2, version = version + 1, failure_reason = $3,
         ended_at = case when $4 then coalesce($5::timestamptz, now()) end,
         step = $6, attempt_count = $7, identical_failure_count = $8, failure_fingerprint = $9
        where id = $1`,
      [
        job.id,
        state,
        state === 'FAILED' ? job.failure_reason : null,
        isTerminal(state),
        isLast ? job.ended_at : null,
        isLast ? job.step : null,
        isLast ? job.attempt_count : 0,
        isLast ? job.identical_failure_count : 0,
        isLast ? job.failure_fingerprint : null,
      ],
    );
  }
}

/** From the first step away from PENDING to where the job is. */
function statesOf({ tables }: Carried, job: Row<'jobs'>): JobState[] {
  const told = tables.audit_events.flatMap(({ subject, subject_id: id, detail }) => {
    const { to } = detail;
    return subject === 'job' && id === job.id && typeof to === 'string' ? [to] : [];
  });
  const states = told.filter((state, index) => state !== (told[index - 1] ?? 'PENDING'));
  if ((states.at(-1) ?? 'PENDING') !== job.state) {
    throw new AppError('AUDIT_BROKEN', {
      problem: `The carried job is ${job.state}, but its audit ends with ${states.at(-1) ?? 'PENDING'}.`,
      details: { jobId: job.id },
    });
  }
  // The database knows the names; another one breaks its rules.
  return [...(states.length === 0 ? [job.state] : states)] as JobState[];
}

async function writeWork(client: Connection, carried: Carried, job: Row<'jobs'>): Promise<void> {
  const work = carried.tables.work.find((one) => one.job_id === job.id);
  if (work === undefined) {
    await client.query('delete from work where job_id = $1', [job.id]);
    return;
  }
  await client.query(
    `update work set effect = $2, timer_at = $3, parked_at = $4, parked_reason = $5
      where job_id = $1`,
    [
      job.id,
      work.effect === null ? null : toJson(work.effect),
      work.timer_at,
      work.parked_at,
      work.parked_reason,
    ],
  );
}

function fenceOf({ tables }: Carried, jobId: string): number {
  return tables.work.find((one) => one.job_id === jobId)?.fence ?? 0;
}

async function appendImported(client: Connection, carried: Carried, by: By): Promise<void> {
  const { audit_events: audit, jobs } = carried.tables;
  const [newest] = jobs.slice(-1);
  const before = { sequence: audit.length, digest: audit.at(-1)?.digest ?? null };
  await client.query(
    `insert into audit_events (installation_id, actor, subject, subject_id, job_id, action, detail)
     values ($1, $2, 'job', $3::text, $3::text::uuid, 'imported', $4)`,
    [carried.installation.id, by.actor, newest?.id, toJson({ ...by.detail, chain: before })],
  );
}
