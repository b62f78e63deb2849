// Webhook deliveries of GitHub, each recorded once; those not yet decided or told lie in the inbox,
// claimed by one live worker at a time.
import { AppError } from '../errors.ts';
import type { Connection } from './database/connection.ts';
import { toJson, withoutNulls } from './database/rows.ts';
import {
  HELD,
  type LeaseName,
  type LeaseRecords,
  leaseRecords,
  UNHELD,
  type Worker,
} from './leases/lease.ts';

type DeliveryName = {
  hookId: number;
  guid: string;
  event: string;
  action?: string;
  installationId?: number;
};

type DeliveryOutcome = {
  /** `noted`: it changed something that is no job. */
  outcome: 'accepted' | 'ignored' | 'refused' | 'noted';
  reason?: string;
  jobId?: string;
};

/** What is known of a delivery before it is decided. */
type DeliveryFacts = {
  /** Deliveries of one thread are decided one after the other. */
  thread?: string;
  /** When it happened on GitHub. */
  happenedAt?: number;
  /** What may be acted upon once, however it was heard of. */
  subject?: string;
  /** What it is about, where the same may happen again. */
  about?: string;
};

type QueuedDelivery = DeliveryName & DeliveryFacts & { thread: string; kept: unknown };

export type DeliveryClaim = Required<Pick<DeliveryName, 'hookId' | 'guid' | 'event'>> &
  Pick<DeliveryName, 'action' | 'installationId'> & {
    id: string;
    kept: unknown;
    /** Present once it is decided: only to be told. */
    handled?: unknown;
    /** Since it came. */
    ageMs: number;
    /** Every write carries it; a later claim makes it stale. */
    fence: number;
    /** This one included; 0 again once it is decided. */
    tries: number;
  };

type ClaimLimits = {
  leaseMs: number;
  /** Decided at once for one installation. */
  deciding: number;
  /** Told at once for one installation. */
  telling: number;
};

type DeliveryRecords = {
  /** False when this delivery was recorded before: then nothing must be done for it again. */
  record(delivery: DeliveryName & DeliveryFacts & DeliveryOutcome): Promise<boolean>;
  /** Puts it into the inbox; false when it, or its subject, was recorded before. */
  queue(delivery: QueuedDelivery): Promise<boolean>;
  /**
   * What became of a claimed one. With something to tell it stays in the inbox, else it leaves.
   * STALE_WORKER when the claim is no longer the worker's.
   */
  decide(
    worker: Worker,
    claim: LeaseName,
    decided: DeliveryOutcome & { handled?: unknown },
  ): Promise<void>;
  /** Whether the same was heard of another way and decided, in this span of GitHub's time. */
  wasHeard(one: WasHeard): Promise<boolean>;
};

type WasHeard = {
  thread: string;
  about: string;
  /** Of the one that asks. */
  hookId: number;
  from: number;
  till: number | undefined;
};

export function deliveryRecords(client: Connection): DeliveryRecords {
  return {
    async record(delivery) {
      const { rowCount } = await client.query({
        name: 'delivery-record',
        text: `insert into webhook_deliveries (${COLUMNS}, job_id, outcome, reason, decided_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, clock_timestamp())
         on conflict do nothing`,
        values: [...columnsOf(delivery), delivery.jobId, delivery.outcome, delivery.reason],
      });
      return rowCount === 1;
    },
    async queue(delivery) {
      const { rowCount } = await client.query({
        name: 'inbox-queue',
        text: `with fresh as (
            insert into webhook_deliveries (${COLUMNS})
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing
            returning hook_id, guid, installation_id, thread, happened_at)
          insert into inbox (hook_id, guid, installation_id, thread, happened_at, kept)
            select hook_id, guid, installation_id, thread,
                   -- GitHub cuts its times, too.
                   coalesce(happened_at, date_trunc('second', now())), $10::jsonb
              from fresh`,
        values: [...columnsOf(delivery), toJson(delivery.kept)],
      });
      return rowCount === 1;
    },
    decide: async (worker, claim, decided) => await decide(client, worker, claim, decided),
    async wasHeard({ thread, about, hookId, from, till }) {
      const { rowCount } = await client.query(
        `select from webhook_deliveries
          where thread = $1 and about = $2 and (hook_id = 0) <> ($3 = 0) and outcome is not null
            and happened_at >= $4 and happened_at <= coalesce($5, 'infinity'::timestamptz) limit 1`,
        [thread, about, hookId, new Date(from), till === undefined ? null : new Date(till)],
      );
      return rowCount === 1;
    },
  };
}

const COLUMNS = `hook_id, guid, event, action, installation_id, thread, subject, about, happened_at`;

function columnsOf(delivery: DeliveryName & DeliveryFacts): unknown[] {
  const { hookId, guid, event, action, installationId, happenedAt } = delivery;
  const { thread, subject, about } = delivery;
  const at = happenedAt === undefined ? undefined : new Date(happenedAt);
  return [hookId, guid, event, action, installationId, thread, subject, about, at];
}

async function decide(
  client: Connection,
  worker: Worker,
  { id, fence }: LeaseName,
  decided: DeliveryOutcome & { handled?: unknown },
): Promise<void> {
  const { outcome, reason, jobId, handled } = decided;
  const { rowCount } = await client.query(
    `update webhook_deliveries d
        set outcome = $4, reason = $5, job_id = $6, decided_at = clock_timestamp()
       from inbox i
      where i.id = $1 and i.worker = $2 and i.fence = $3 and i.handled is null
        and d.hook_id = i.hook_id and d.guid = i.guid`,
    [id, worker.name, fence, outcome, reason, jobId],
  );
  if (rowCount !== 1) throw new AppError('STALE_WORKER', { details: { delivery: id } });
  if (handled === undefined) {
    await client.query('delete from inbox where id = $1', [id]);
    return;
  }
  await client.query(
    `update inbox set handled = $2, tries = 0, due_at = clock_timestamp(), ${UNHELD} where id = $1`,
    [id, toJson(handled)],
  );
}

type InboxRecords = LeaseRecords & {
  /** The oldest of a thread that is due, of an installation that has the fewest claimed. */
  claim(worker: Worker, limits: ClaimLimits): Promise<DeliveryClaim | undefined>;
  /** Told, or never to be: it leaves. */
  end(worker: Worker, claim: LeaseName): Promise<void>;
  /** How many are not yet decided, and how many not yet told. */
  left(): Promise<{ undecided: number; untold: number }>;
};

export function inboxRecords(client: Connection): InboxRecords {
  const now = () => 'clock_timestamp()';
  return {
    ...leaseRecords(client, { table: 'inbox', key: 'id', now }),
    async claim(worker, { leaseMs, deciding, telling }) {
      const { rows } = await client.query<DeliveryClaim>({
        name: 'inbox-claim',
        text: CLAIM,
        values: [worker.name, worker.lock, leaseMs, deciding, telling],
      });
      return rows[0] && withoutNulls(rows[0]);
    },
    async end(worker, { id, fence }) {
      await client.query('delete from inbox where id = $1 and worker = $2 and fence = $3', [
        id,
        worker.name,
        fence,
      ]);
    },
    async left() {
      const { rows } = await client.query<{ undecided: number; untold: number }>(
        `select count(*) filter (where handled is null) as undecided,
                count(*) filter (where handled is not null) as untold from inbox`,
      );
      return rows[0] ?? { undecided: 0, untold: 0 };
    },
  };
}

const CLAIM = `with busy as (
    select installation_id, count(*) filter (where handled is null) as deciding,
           count(*) filter (where handled is not null) as telling
      from inbox where worker is not null group by 1),
  next as (
    select one.id from inbox one
      left join busy on busy.installation_id is not distinct from one.installation_id
     where one.worker is null and one.due_at <= clock_timestamp()
       and case when one.handled is not null then coalesce(busy.telling, 0) < $5
           else coalesce(busy.deciding, 0) < $4 and not exists (
             select from inbox other
              where other.thread = one.thread and other.handled is null and other.id <> one.id
                and (other.worker is not null
                  or (other.happened_at, other.position) < (one.happened_at, one.position))) end
     order by coalesce(busy.deciding, 0) + coalesce(busy.telling, 0), one.position
     limit 1 for update of one skip locked),
  taken as (
    update inbox set ${HELD} where id = (select id from next)
    returning id, hook_id, guid, installation_id, kept, handled, received_at, fence, tries)
  select taken.id, taken.hook_id as "hookId", taken.guid, event, action,
         taken.installation_id as "installationId", kept, handled,
         extract(epoch from clock_timestamp() - taken.received_at) * 1000 as "ageMs", fence, tries
    from taken join webhook_deliveries d on d.hook_id = taken.hook_id and d.guid = taken.guid`;
