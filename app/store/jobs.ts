// Jobs. The columns that rules speak of stand apart; the rest of the pure record is one JSON value.
import { allowedCommands } from '../job/commands.ts';
import { type Hold, isTerminal, type Job } from '../job/types.ts';
import type { Connection } from './database/connection.ts';
import { toJson, withoutNulls } from './database/rows.ts';

/** A job with what the state machine does not need to know about it. */
export type JobRecord = {
  job: Job;
  installationId: number;
  repositoryId: number;
  key: string;
  issueNumber?: number;
  parentJobId?: string;
  version: number;
  createdAt: number;
};
export type NewJob = Omit<JobRecord, 'version' | 'createdAt'>;
type JobFilter = { state?: string; repositoryId?: number; limit: number };
type JobRecords = {
  insert(job: NewJob): Promise<void>;
  find(id: string): Promise<JobRecord | undefined>;
  /** Reads and locks until the transaction ends. */
  lock(id: string): Promise<JobRecord | undefined>;
  /** Writes the job as it is now; DATABASE_CONFLICT when `record.version` is not the newest. */
  save(record: JobRecord): Promise<void>;
  findOpen(key: string): Promise<JobRecord | undefined>;
  list(filter: JobFilter): Promise<JobRecord[]>;
  /** Whether any job of the repository waits for the answer to a question. */
  isAnswerAwaited(repositoryId: number): Promise<boolean>;
  /** The newest job of an issue. */
  newestOf(issue: { repositoryId: number; issueNumber: number }): Promise<JobRecord | undefined>;
};

type Row = {
  id: string;
  installationId: number;
  repositoryId: number;
  key: string;
  issueNumber: number | null;
  parentJobId: string | null;
  version: number;
  createdAt: number;
  columns: Pick<Job, 'state' | 'step' | 'attemptCount' | 'identicalFailureCount'>;
  facts: Partial<Job>;
  hold: (Pick<Hold, 'number' | 'ask'> & { reason: Hold['reason'] }) | null;
  holdSince: number | null;
  holdUntil: number | null;
};

const SELECT = `
  select jobs.id, jobs.installation_id as "installationId", jobs.repository_id as "repositoryId",
         job_key as key, issue_number as "issueNumber", parent_job_id as "parentJobId", version,
         created_at as "createdAt", facts,
         jsonb_build_object('state', state, 'step', step, 'attemptCount', attempt_count,
           'identicalFailureCount', identical_failure_count,
           'failureFingerprint', failure_fingerprint, 'failureReason', failure_reason) as columns,
         case when holds.job_id is not null
           then holds.detail || jsonb_build_object('reason', holds.reason) end as hold,
         holds.since as "holdSince", holds.until as "holdUntil"
    from jobs left join holds on holds.job_id = jobs.id`;

export function jobRecords(client: Connection): JobRecords {
  const one = async (where: string, value: string, name?: string) => {
    const text = `${SELECT} where ${where}`;
    const { rows } = await client.query<Row>({ ...(name && { name }), text, values: [value] });
    return rows[0] === undefined ? undefined : fromRow(rows[0]);
  };
  return {
    insert: async (job) => await insert(client, job),
    find: async (id) => await one('jobs.id = $1', id),
    // Not against references: rows of a running effect refer to the job without waiting for it.
    lock: async (id) => await one('jobs.id = $1 for no key update of jobs', id, 'job-lock'),
    save: async (record) => await save(client, record),
    findOpen: async (key) =>
      await one(`job_key = $1 and state not in ('DELIVERED', 'FAILED', 'FALLBACK_REQUIRED')`, key),
    async list({ state, repositoryId, limit }) {
      const { rows } = await client.query<Row>(
        `${SELECT} where ($1::text is null or state = $1)
            and ($2::bigint is null or jobs.repository_id = $2)
          order by jobs.created_at desc, jobs.id limit $3`,
        [state, repositoryId, limit],
      );
      return rows.map(fromRow);
    },
    async isAnswerAwaited(repositoryId) {
      const { rows } = await client.query(
        `select from holds join jobs on jobs.id = holds.job_id
          where holds.reason = 'question' and repository_id = $1 limit 1`,
        [repositoryId],
      );
      return rows.length > 0;
    },
    async newestOf({ repositoryId, issueNumber }) {
      const { rows } = await client.query<Row>(
        `${SELECT} where jobs.repository_id = $1 and issue_number = $2
          order by jobs.created_at desc, jobs.id limit 1`,
        [repositoryId, issueNumber],
      );
      return rows[0] && fromRow(rows[0]);
    },
  };
}

async function insert(client: Connection, record: NewJob): Promise<void> {
  const { job } = record;
  await client.query(
    `insert into jobs (id, installation_id, repository_id, job_key, issue_number, parent_job_id,
       state, facts) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      job.id,
      record.installationId,
      record.repositoryId,
      record.key,
      record.issueNumber,
      record.parentJobId,
      job.state,
      factsOf(job),
    ],
  );
}

async function save(client: Connection, { job, version }: JobRecord): Promise<void> {
  const isHeld = job.hold !== undefined;
  const saving = client.query({
    // The name lets Postgres keep the plan: this is said with every transition.
    name: isHeld ? 'job-save-held' : 'job-save',
    text: `${isHeld ? '' : 'with unheld as (delete from holds where job_id = $1)'}
     update jobs set state = $2, step = $3, attempt_count = $4, identical_failure_count = $5,
       failure_fingerprint = $6, failure_reason = $7, facts = $8, version = $9 + 1,
       ended_at = case when $10 then coalesce(ended_at, now()) end
      where id = $1`,
    values: [
      job.id,
      job.state,
      job.step,
      job.attemptCount,
      job.identicalFailureCount,
      job.failureFingerprint,
      job.failureReason,
      factsOf(job),
      version,
      isTerminal(job.state),
    ],
  });
  await Promise.all([saving, job.hold && saveHold(client, job, job.hold)]);
}

async function saveHold(client: Connection, job: Job, hold: Hold): Promise<void> {
  const { reason, since, until, ...detail } = hold;
  await client.query(
    `insert into holds (job_id, reason, since, until, commands, detail)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (job_id) do update set reason = excluded.reason, since = excluded.since,
       until = excluded.until, commands = excluded.commands, detail = excluded.detail`,
    [
      job.id,
      reason,
      new Date(since),
      until === undefined ? null : new Date(until),
      allowedCommands(job),
      toJson(detail),
    ],
  );
}

/** What has no column of its own. */
function factsOf(job: Job): string {
  const {
    id: _id,
    state: _state,
    step: _step,
    attemptCount: _attemptCount,
    identicalFailureCount: _identicalFailureCount,
    failureFingerprint: _failureFingerprint,
    failureReason: _failureReason,
    hold: _hold,
    ...facts
  } = job;
  return toJson(facts);
}

function fromRow(row: Row): JobRecord {
  const hold =
    row.hold === null
      ? {}
      : { hold: withoutNulls({ ...row.hold, since: row.holdSince, until: row.holdUntil }) };
  // The row was written from a Job, so together the parts are one again.
  const job = { id: row.id, ...withoutNulls(row.columns), ...row.facts, ...hold } as Job;
  return {
    job,
    installationId: row.installationId,
    repositoryId: row.repositoryId,
    key: row.key,
    ...(row.issueNumber !== null && { issueNumber: row.issueNumber }),
    ...(row.parentJobId !== null && { parentJobId: row.parentJobId }),
    version: row.version,
    createdAt: row.createdAt,
  };
}
