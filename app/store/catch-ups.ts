// How far was looked for what no webhook told, and what GitHub was asked to send again. Times are
// the database's.
import type { Connection } from './database/connection.ts';

type Part = { part: string; heardTill: number };

type CatchUpRecords = {
  /**
   * For one process at a time, and not again before `everyMs`: undefined then. The first time
   * nothing was missed, for nothing was to be heard.
   */
  begin(
    part: string,
    everyMs: number,
  ): Promise<{ heardTill: number; isFirst: boolean } | undefined>;
  /** Parts that are new count as heard until then. */
  meet(parts: readonly string[], heardTill: number): Promise<void>;
  /** Those that were not looked at for the longest time. */
  next(parts: readonly string[], limit: number): Promise<Part[]>;
  /** Everything before was heard. */
  heard(part: string, till: number): Promise<void>;
  /** Which of these deliveries nobody recorded, in the same order. */
  unrecorded(guids: readonly string[]): Promise<string[]>;
  /** False when it was asked for often enough. */
  askAgain(guid: string): Promise<boolean>;
};

const MOST_ASKED = 3;

export function catchUpRecords(client: Connection): CatchUpRecords {
  return {
    async begin(part, everyMs) {
      const { rows } = await client.query<{ heardTill: number; isFirst: boolean }>(
        `insert into catch_ups (part, heard_till, looked_at)
           -- GitHub cuts its times to seconds.
           values ($1, date_trunc('second', clock_timestamp()), clock_timestamp())
         on conflict (part) do update set looked_at = clock_timestamp()
           where catch_ups.looked_at < clock_timestamp() - $2 * interval '1 millisecond'
         returning heard_till as "heardTill", xmax = 0 as "isFirst"`,
        [part, everyMs],
      );
      return rows[0];
    },
    async meet(parts, heardTill) {
      await client.query(
        `insert into catch_ups (part, heard_till) select unnest($1::text[]), $2
         on conflict do nothing`,
        [parts, new Date(heardTill)],
      );
    },
    async next(parts, limit) {
      const { rows } = await client.query<Part>(
        `select part, heard_till as "heardTill" from catch_ups where part = any($1)
          order by looked_at nulls first, part limit $2`,
        [parts, limit],
      );
      return rows;
    },
    async heard(part, till) {
      await client.query(
        `update catch_ups set heard_till = greatest(heard_till, $2), looked_at = clock_timestamp()
          where part = $1`,
        [part, new Date(till)],
      );
    },
    async unrecorded(guids) {
      const { rows } = await client.query<{ guid: string }>(
        `select guid from unnest($1::text[]) with ordinality as asked (guid, place)
          where guid not in (select guid from webhook_deliveries where guid = any($1))
          order by place`,
        [guids],
      );
      return rows.map(({ guid }) => guid);
    },
    async askAgain(guid) {
      const { rowCount } = await client.query(
        `insert into redeliveries (guid) values ($1)
         on conflict (guid) do update set asked = redeliveries.asked + 1, asked_at = now()
           where redeliveries.asked < $2`,
        [guid, MOST_ASKED],
      );
      return rowCount === 1;
    },
  };
}
