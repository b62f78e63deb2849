// Errands: rows that are written before anything is done, claimed by one live worker at a time, done
// and told, and kept for good.
import { ErrandOutcome, ErrandRequest } from '../../command/errand.ts';
import { AppError } from '../../errors.ts';
import type { Connection } from '../database/connection.ts';
import { toJson, withoutNulls } from '../database/rows.ts';
import {
  HELD,
  type LeaseName,
  type LeaseRecords,
  leaseRecords,
  UNHELD,
  type Worker,
} from '../leases/lease.ts';

type NewErrand = { id: string; jobId: string; request: ErrandRequest };

export type StoredErrand = NewErrand & {
  status: 'open' | 'done' | 'told' | 'untold';
  requestedAt: number;
  /** Set once. */
  outcome?: ErrandOutcome;
  /** The job that it began. */
  begunJobId?: string;
};

export type ErrandClaim = StoredErrand & {
  /** Every write carries it; a later claim makes it stale. */
  fence: number;
  /** This one included; 0 again once it is done. */
  tries: number;
};

type ErrandRecords = LeaseRecords & {
  request(errand: NewErrand): Promise<void>;
  ofJob(jobId: string): Promise<StoredErrand[]>;
  /** The one that began a job. */
  thatBegan(jobId: string): Promise<StoredErrand | undefined>;
  /** One that is to be done or told: those of one job in their order. */
  claim(worker: Worker, leaseMs: number): Promise<ErrandClaim | undefined>;
  /** Keeps how it ended, and the claim. STALE_WORKER when that is no longer the worker's. */
  done(
    worker: Pick<Worker, 'name'>,
    claim: LeaseName,
    end: { outcome: ErrandOutcome; begunJobId?: string },
  ): Promise<StoredErrand>;
  /** The end, with the comment that tells it or without. STALE_WORKER as above. */
  end(worker: Worker, claim: LeaseName, answerId: number | undefined): Promise<void>;
};

const COLUMNS = `id, job_id as "jobId", request, requested_at as "requestedAt", status, outcome,
  begun_job_id as "begunJobId"`;
const UNENDED = `status in ('open', 'done')`;

export function errandRecords(client: Connection): ErrandRecords {
  const many = async (where: string, jobId: string) => {
    const text = `select ${COLUMNS} from errands where ${where} order by requested_at, id`;
    return (await client.query<StoredErrand>(text, [jobId])).rows.map(fromRow);
  };
  return {
    async request({ id, jobId, request }) {
      await client.query(
        `insert into errands (id, job_id, kind, request, requested_by) values ($1, $2, $3, $4, $5)`,
        [id, jobId, request.errand.type, toJson(request), request.sender.login],
      );
    },
    ofJob: async (jobId) => await many('job_id = $1', jobId),
    thatBegan: async (jobId) => (await many('begun_job_id = $1', jobId))[0],
    ...claimRecords(client),
  };
}

type OfClaims = 'claim' | 'done' | 'end' | keyof LeaseRecords;

function claimRecords(client: Connection): Pick<ErrandRecords, OfClaims> {
  const now = () => 'clock_timestamp()';
  return {
    ...leaseRecords(client, { table: 'errands', key: 'id', now }),
    async claim(worker, leaseMs) {
      const { rows } = await client.query<ErrandClaim>(CLAIM, [worker.name, worker.lock, leaseMs]);
      return rows[0] && fromRow(rows[0]);
    },
    async done(worker, claim, { outcome, begunJobId }) {
      const set = `status = 'done', done_at = clock_timestamp(), tries = 0, outcome = $4,
        begun_job_id = $5`;
      return await write(client, { worker, claim, set, values: [toJson(outcome), begunJobId] });
    },
    async end(worker, claim, answerId) {
      const status = answerId === undefined ? 'untold' : 'told';
      const set = `status = $4, answer_id = $5, ${UNHELD}`;
      await write(client, { worker, claim, set, values: [status, answerId] });
    },
  };
}

const CLAIM = `with next as (
    select id from errands
     where ${UNENDED} and worker is null and due_at <= clock_timestamp()
       and not exists (select from errands earlier
         where earlier.job_id = errands.job_id and earlier.status = 'open'
           and (earlier.requested_at, earlier.id) < (errands.requested_at, errands.id))
     order by requested_at, id limit 1 for update skip locked)
  update errands set ${HELD} where id = (select id from next) returning ${COLUMNS}, fence, tries`;

type Write = { worker: { name: string }; claim: LeaseName; set: string; values: unknown[] };

async function write(client: Connection, { worker, claim, set, values }: Write) {
  const { rows } = await client.query<StoredErrand>(
    `update errands set ${set} where id = $1 and worker = $2 and fence = $3 returning ${COLUMNS}`,
    [claim.id, worker.name, claim.fence, ...values],
  );
  if (rows[0] === undefined) throw new AppError('STALE_WORKER', { details: { errand: claim.id } });
  return fromRow(rows[0]);
}

function fromRow<T extends StoredErrand>(row: T): T {
  const known = withoutNulls(row);
  const { outcome } = known;
  const request = ErrandRequest.parse(known.request);
  return { ...known, request, ...(outcome && { outcome: ErrandOutcome.parse(outcome) }) };
}
