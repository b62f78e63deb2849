// Reads a job's rows for its journey and writes them into an empty database. Names of tables and
// columns come from the shapes in carried.ts, never from what arrives.
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { Connection } from '../database/connection.ts';
import { toJson } from '../database/rows.ts';
import { CARRIED_ROWS, CARRY_FORMAT, Carried, type CarriedPlace, SPECIAL_ROWS } from './carried.ts';
import { NOT_CARRIED } from './carried-evidence.ts';
import { type By, writeCarried } from './write.ts';

type CarryRecords = {
  /** Undefined while no job of the issue is known. */
  read(place: CarriedPlace): Promise<Carried | undefined>;
  /**
   * Into a database that knows nothing of it. Every rule of the schema is kept: a job walks the
   * states its audit names, and the chain is made again link by link. AUDIT_BROKEN when a link
   * differs, DATABASE_RULE when a row breaks a rule; nothing is written then.
   */
  write(carried: Carried, by: By): Promise<void>;
  /** Whether anything is left to be run for a job now; what waits for people or time rests. */
  rest(jobId: string): Promise<{ isAtRest: boolean; parkedReason?: string }>;
};

export function carryRecords(client: Connection): CarryRecords {
  return {
    read: async (place) => await read(client, place),
    write: async (carried, by) => await writeCarried(client, carried, by),
    async rest(jobId) {
      const { rows } = await client.query<{ isAtRest: boolean; parkedReason: string | null }>(
        `select effect is null or parked_at is not null as "isAtRest",
                parked_reason as "parkedReason" from work where job_id = $1`,
        [jobId],
      );
      const { isAtRest = true, parkedReason } = rows[0] ?? {};
      return { isAtRest, ...(typeof parkedReason === 'string' && { parkedReason }) };
    },
  };
}

type Shape = z.ZodObject;
/** Which rows of a table travel; `$1` are the ids of the jobs, `$2` the installation. */
type Choice = { where: string; order: string; instead?: Record<string, string> };

const OF_JOBS: Choice = { where: 'job_id = any($1)', order: 'job_id' };
/** Of jobs that can still go on. */
const OF_OPEN_JOBS = `job_id in
  (select id from jobs where id = any($1) and state not in ('DELIVERED', 'FAILED'))`;

/** Of jobs that can go on, or against whose tests a branch can be checked. */
const OF_UNFAILED_JOBS = `job_id in (select id from jobs where id = any($1) and state <> 'FAILED')`;

const CHOICES: Record<keyof typeof CARRIED_ROWS | keyof typeof SPECIAL_ROWS, Choice> = {
  jobs: { where: 'id = any($1)', order: 'created_at, id' },
  work: OF_JOBS,
  threads: OF_JOBS,
  issue_texts: { ...OF_JOBS, order: 'job_id, number' },
  settings_snapshots: OF_JOBS,
  plans: { ...OF_JOBS, order: 'job_id, revision' },
  approvals: { ...OF_JOBS, order: 'job_id, approved_at' },
  criteria: { ...OF_JOBS, order: 'job_id, id' },
  attempts: { ...OF_JOBS, order: 'job_id, number' },
  test_cases: { where: OF_UNFAILED_JOBS, order: 'plan_id, id' },
  test_runs: {
    where: `${OF_UNFAILED_JOBS} and (tree = 'base' or ${OF_OPEN_JOBS})`,
    order: 'at, id',
    instead: { output: `'${NOT_CARRIED}'` },
  },
  challenge_rounds: { where: OF_OPEN_JOBS, order: 'job_id, attempt_number, round' },
  challenge_cases: { where: OF_OPEN_JOBS, order: 'job_id, id' },
  challenge_readings: { where: OF_OPEN_JOBS, order: 'job_id, case_id' },
  branch_commits: { ...OF_JOBS, order: 'job_id, created_at, sha' },
  planned_commits: { where: OF_OPEN_JOBS, order: 'job_id, created_at, sha' },
  rebase_validations: { where: OF_OPEN_JOBS, order: 'job_id, attempt_number, number' },
  reports: { ...OF_JOBS, order: 'job_id, attempt_number' },
  attempt_files: {
    where: `${OF_OPEN_JOBS} and attempt_number = (select max(attempt_number)
      from attempt_files newest where newest.job_id = attempt_files.job_id)`,
    order: 'job_id, path',
  },
  // Those on this machine end with the run.
  snapshots: { where: `${OF_JOBS.where} and provider <> 'local'`, order: 'created_at, id' },
  usage_ledger: { ...OF_JOBS, order: 'at, idempotency_key' },
  holds: OF_JOBS,
  told: { ...OF_JOBS, order: 'job_id, key' },
  sandbox_sessions: { ...OF_JOBS, order: 'created_at, id' },
  wipe_evidence: {
    where: 'sandbox_session_id in (select id from sandbox_sessions where job_id = any($1))',
    order: 'sandbox_session_id',
  },
  webhook_deliveries: { where: 'installation_id = $2', order: 'received_at, guid' },
  audit_events: {
    where: 'installation_id = $2',
    order: 'sequence',
    instead: { digest: `encode(digest, 'hex')`, detail: `coalesce(detail, '{}')` },
  },
};

async function read(
  client: Connection,
  { repositoryId, issueNumber }: CarriedPlace,
): Promise<Carried | undefined> {
  const { rows: places } = await client.query<{ place: object; jobIds: string[]; owner: number }>(
    `select jsonb_build_object('repository', to_jsonb(r) - array['installation_id', 'created_at',
              'described_at', 'removed_at', 'archived_at'],
              'installation', jsonb_build_object('id', i.id, 'account_id', i.account_id,
                'account_login', i.account_login)) as place, i.id as owner,
            array(select id from jobs where repository_id = r.id and issue_number = $2
                    order by created_at desc limit 20) as "jobIds"
       from repositories r join installations i on i.id = r.installation_id where r.id = $1`,
    [repositoryId, issueNumber],
  );
  const [found] = places;
  if (found === undefined || found.jobIds.length === 0) return undefined;
  const shapes: Record<string, Shape> = { ...CARRIED_ROWS, ...SPECIAL_ROWS };
  const tables: Record<string, unknown[]> = {};
  for (const [table, choice] of Object.entries(CHOICES)) {
    const columns = Object.keys(shapes[table]?.shape ?? {});
    tables[table] = await readTable(client, { table, columns, choice, found });
  }
  const carried = { format: CARRY_FORMAT, ...found.place, issue: issueNumber, tables };
  const checked = Carried.safeParse(withoutOutputs(carried));
  if (checked.success) return checked.data;
  const wrong = checked.error.issues.map(({ path }) => path.map(String).join('.'));
  throw new AppError('INTERNAL_ERROR', {
    problem: 'The records of the job do not have the form in which they travel.',
    details: { places: wrong.slice(0, 8) },
  });
}

type TableRead = {
  table: string;
  columns: string[];
  choice: Choice;
  found: { jobIds: string[]; owner: number };
};

async function readTable(client: Connection, { table, columns, choice, found }: TableRead) {
  const chosen = columns.map((name) => {
    const instead = choice.instead?.[name];
    return instead === undefined ? name : `${instead} as ${name}`;
  });
  const { rows } = await client.query<{ row: unknown }>(
    `select to_jsonb(one) as row from (select ${chosen.join(', ')} from ${table}
       where ($1::uuid[] is not null and $2::bigint is not null) and ${choice.where}
       order by ${choice.order}) one`,
    [found.jobIds, found.owner],
  );
  return rows.map(({ row }) => row);
}

/** A report shows what the tests printed; what travels says that it does not. */
function withoutOutputs<T extends { tables: Record<string, unknown[]> }>(carried: T): T {
  const reports = (carried.tables['reports'] ?? []).map((row) =>
    JSON.parse(toJson(row), (key, value: unknown): unknown =>
      key === 'output' && typeof value === 'string' ? NOT_CARRIED : value,
    ),
  );
  return { ...carried, tables: { ...carried.tables, reports } };
}
