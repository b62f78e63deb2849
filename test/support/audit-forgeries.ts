// What a forger with the owner's rights does to one audit chain, and what `audit verify` has to say
// about it. The rows are forged in a copy, so that one honest chain serves many forgeries.
import type pg from 'pg';
import type { AuditFinding } from '../../app/store/audit-verify.ts';

export type Place = {
  /** The length of the chain. */
  rows: number;
  /** The row that is touched: from 1 to one before the last. */
  victim: number;
  /** A row at least two behind the victim. */
  distant: number;
};

export type Forgery = {
  name: string;
  statements: string[];
  expected: Pick<AuditFinding, 'sequence' | 'kind'>;
};

/** The chain that is forged, and one beside it. */
export const CHAIN = 11;
const NEIGHBOUR = 12;
export const NEIGHBOUR_ROWS = 50;
/** In small transactions, as they come in life: each row moves the one head of its chain. */
const BATCH = 250;
/** A sequence that no honest chain of ours reaches. */
const ASIDE = 20_000_000;

export async function fillAudit(client: pg.Client, rows: number): Promise<void> {
  for (let first = 1; first <= rows; first += BATCH) {
    await client.query(
      `insert into audit_events (installation_id, actor, subject, subject_id, action, detail)
       select ${CHAIN}, 'test', 'job', n::text, 'changed', jsonb_build_object('n', n)
         from generate_series(${first}, ${Math.min(first + BATCH - 1, rows)}) n`,
    );
  }
  await client.query(
    `insert into audit_events (installation_id, actor, subject, subject_id, action)
     select ${NEIGHBOUR}, 'test', 'job', n::text, 'changed'
       from generate_series(1, ${NEIGHBOUR_ROWS}) n`,
  );
}

export function listForgeries(place: Place): Forgery[] {
  return [...alterations(place), ...deletions(place), ...insertions(place), ...exchanges(place)];
}

function alterations({ rows, victim }: Place): Forgery[] {
  const rename = (sequence: number) => set(`actor = 'nobody'`, sequence);
  const expected = { sequence: victim, kind: 'altered' } as const;
  return [
    { name: 'an altered actor', statements: [rename(victim)], expected },
    {
      name: 'an altered detail',
      statements: [set(`detail = '{"n": 0}'`, victim)],
      expected,
    },
    {
      name: 'an altered detail whose digest was computed anew',
      statements: [
        set(`detail = '{"n": 0}', detail_digest = json_digest('{"n": 0}')`, victim),
        redigest(victim),
      ],
      expected,
    },
    {
      name: 'an altered row whose digest was computed anew',
      statements: [rename(victim), redigest(victim)],
      expected,
    },
    {
      name: 'an altered last row whose digest was computed anew',
      statements: [rename(rows), redigest(rows)],
      expected: { sequence: rows, kind: 'altered' },
    },
  ];
}

function deletions({ rows, victim }: Place): Forgery[] {
  const remove = (sequence: number) =>
    `delete from audit_events where installation_id = ${CHAIN} and sequence = ${sequence}`;
  const expected = { sequence: victim, kind: 'deleted' } as const;
  return [
    { name: 'a deleted row', statements: [remove(victim)], expected },
    {
      name: 'a deleted row, the gap closed',
      statements: [remove(victim), move(`sequence > ${victim}`, -1), RELENGTH],
      expected,
    },
    {
      name: 'a deleted last row',
      statements: [remove(rows)],
      expected: { sequence: rows, kind: 'deleted' },
    },
  ];
}

function insertions({ rows, victim }: Place): Forgery[] {
  const makeRoom = move(`sequence >= ${victim}`, 1);
  const insert = copyTo(victim, victim + 1);
  const expected = { sequence: victim, kind: 'inserted' } as const;
  return [
    {
      name: 'a row inserted in the middle',
      statements: [makeRoom, insert, RELENGTH],
      expected,
    },
    {
      name: 'a row inserted in the middle with a right digest',
      statements: [makeRoom, insert, redigest(victim), RELENGTH],
      expected,
    },
    {
      name: 'a row inserted at the end',
      statements: [copyTo(rows + 1, victim)],
      expected: { sequence: rows + 1, kind: 'inserted' },
    },
    {
      name: 'a row inserted at the end with a right digest',
      statements: [copyTo(rows + 1, victim), redigest(rows + 1)],
      expected: { sequence: rows + 1, kind: 'inserted' },
    },
  ];
}

function exchanges({ victim, distant }: Place): Forgery[] {
  const exchange = (other: number) => [
    move(`sequence = ${victim}`, ASIDE - victim),
    move(`sequence = ${other}`, victim - other),
    move(`sequence = ${ASIDE}`, other - ASIDE),
  ];
  const expected = { sequence: victim, kind: 'reordered' } as const;
  return [
    { name: 'two neighbours exchanged', statements: exchange(victim + 1), expected },
    { name: 'two distant rows exchanged', statements: exchange(distant), expected },
  ];
}

function set(assignments: string, sequence: number): string {
  return `update audit_events set ${assignments}
           where installation_id = ${CHAIN} and sequence = ${sequence}`;
}

function move(from: string, by: number): string {
  // In two steps, because sequences are unique.
  return `update audit_events set sequence = -sequence where installation_id = ${CHAIN} and ${from};
    update audit_events set sequence = -sequence + (${by})
     where installation_id = ${CHAIN} and sequence < 0`;
}

function redigest(sequence: number): string {
  return set('digest = audit_row_digest(audit_events)', sequence);
}

function copyTo(sequence: number, source: number): string {
  return `insert into audit_events select installation_id, ${sequence}, at, 'forger', subject,
     subject_id, job_id, action, detail, detail_digest,
     case when ${sequence} = 1 then decode(repeat('00', 32), 'hex') else
       (select digest from audit_events
         where installation_id = ${CHAIN} and sequence = ${sequence - 1}) end,
     digest, transaction_id
   from audit_events where installation_id = ${CHAIN} and sequence = ${source}`;
}

const RELENGTH = `update audit_chains
  set length = (select max(sequence) from audit_events where installation_id = ${CHAIN})
  where installation_id = ${CHAIN}`;

/** A copy of the tables in a schema of its own, forged without triggers in the way. */
export async function forge(
  client: pg.Client,
  statements: readonly string[],
): Promise<AsyncDisposable> {
  await client.query(
    `create schema forged;
     create table forged.audit_chains (like public.audit_chains including all);
     create table forged.audit_events (like public.audit_events including indexes);
     insert into forged.audit_chains select * from public.audit_chains;
     insert into forged.audit_events select * from public.audit_events;
     set search_path = forged, public`,
  );
  await client.query(
    `create function forged.audit_row_digest(event forged.audit_events) returns bytea
       language sql as $$ select public.audit_row_digest(row(event.*)::public.audit_events) $$`,
  );
  for (const statement of statements) await client.query(statement);
  return {
    async [Symbol.asyncDispose]() {
      await client.query('drop schema forged cascade; set search_path = public');
    },
  };
}
