// LEDGER: V4. One altered, deleted, inserted or moved row among 10,000 is found and named, also
// when the forger computes digests as we do.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { type AuditFinding, verifyAudit } from '../../../app/store/audit-verify.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

const ROWS = 10_000;
const VICTIM = 4_711;

let database: TestDatabase;
let client: pg.Client;

before(async () => {
  database = await testDatabase();
  client = await database.connect();
  // In small transactions, as they come in life: each row moves the one head of its chain.
  for (let first = 1; first <= ROWS; first += 250) {
    await client.query(
      `insert into audit_events (installation_id, actor, subject, subject_id, action, detail)
       select 11, 'test', 'job', n::text, 'changed', jsonb_build_object('n', n)
         from generate_series(${first}, ${first + 249}) n`,
    );
  }
  await client.query(
    `insert into audit_events (installation_id, actor, subject, subject_id, action)
     select 12, 'test', 'job', n::text, 'changed' from generate_series(1, 50) n`,
  );
});
after(async () => await database[Symbol.asyncDispose]());

const move = (from: string, by: number) =>
  // In two steps, because sequences are unique.
  `update audit_events set sequence = -sequence where installation_id = 11 and ${from};
   update audit_events set sequence = -sequence + (${by}) where installation_id = 11 and sequence < 0`;
const redigest = (where: string) =>
  `update audit_events set digest = audit_row_digest(audit_events) where installation_id = 11 and ${where}`;
const relength = `update audit_chains set length = (select max(sequence) from audit_events where installation_id = 11) where installation_id = 11`;
const copyTo = (sequence: number) =>
  `insert into audit_events select installation_id, ${sequence}, at, 'forger', subject, subject_id,
     job_id, action, detail, detail_digest,
     (select digest from audit_events where installation_id = 11 and sequence = ${sequence - 1}),
     digest, transaction_id from audit_events where installation_id = 11 and sequence = ${VICTIM + 1}`;

const FORGERIES: [string, string[], Pick<AuditFinding, 'sequence' | 'kind'>][] = [
  [
    'an altered actor',
    [
      `update audit_events set actor = 'nobody' where installation_id = 11 and sequence = ${VICTIM}`,
    ],
    { sequence: VICTIM, kind: 'altered' },
  ],
  [
    'an altered detail',
    [
      `update audit_events set detail = '{"n": 0}' where installation_id = 11 and sequence = ${VICTIM}`,
    ],
    { sequence: VICTIM, kind: 'altered' },
  ],
  [
    'an altered row whose digest was computed anew',
    [
      `update audit_events set actor = 'nobody' where installation_id = 11 and sequence = ${VICTIM}`,
      redigest(`sequence = ${VICTIM}`),
    ],
    { sequence: VICTIM, kind: 'altered' },
  ],
  [
    'an altered last row whose digest was computed anew',
    [
      `update audit_events set actor = 'nobody' where installation_id = 11 and sequence = ${ROWS}`,
      redigest(`sequence = ${ROWS}`),
    ],
    { sequence: ROWS, kind: 'altered' },
  ],
  [
    'a deleted row',
    [`delete from audit_events where installation_id = 11 and sequence = ${VICTIM}`],
    { sequence: VICTIM, kind: 'deleted' },
  ],
  [
    'a deleted row, the gap closed',
    [
      `delete from audit_events where installation_id = 11 and sequence = ${VICTIM}`,
      move(`sequence > ${VICTIM}`, -1),
      relength,
    ],
    { sequence: VICTIM, kind: 'deleted' },
  ],
  [
    'a deleted last row',
    [`delete from audit_events where installation_id = 11 and sequence = ${ROWS}`],
    { sequence: ROWS, kind: 'deleted' },
  ],
  [
    'a row inserted in the middle',
    [move(`sequence >= ${VICTIM}`, 1), copyTo(VICTIM), relength],
    { sequence: VICTIM, kind: 'inserted' },
  ],
  [
    'a row inserted in the middle with a right digest',
    [move(`sequence >= ${VICTIM}`, 1), copyTo(VICTIM), redigest(`sequence = ${VICTIM}`), relength],
    { sequence: VICTIM, kind: 'inserted' },
  ],
  ['a row inserted at the end', [copyTo(ROWS + 1)], { sequence: ROWS + 1, kind: 'inserted' }],
  [
    'two neighbours exchanged',
    [
      move(`sequence = ${VICTIM}`, -VICTIM + 20_000),
      move(`sequence = ${VICTIM + 1}`, -1),
      move('sequence = 20000', -20_000 + VICTIM + 1),
    ],
    { sequence: VICTIM, kind: 'reordered' },
  ],
  [
    'two distant rows exchanged',
    [
      move(`sequence = ${VICTIM}`, -VICTIM + 20_000),
      move('sequence = 8000', -8_000 + VICTIM),
      move('sequence = 20000', -20_000 + 8_000),
    ],
    { sequence: VICTIM, kind: 'reordered' },
  ],
];

test('a whole chain is whole, also where a detail was erased', async () => {
  await client.query(
    'update audit_events set detail = null where installation_id = 11 and sequence = 3000',
  );
  assert.deepEqual(await verifyAudit(client), { chains: 2, rows: ROWS + 50, findings: [] });
});

for (const [name, forgery, expected] of FORGERIES) {
  test(`audit verify names ${name} among 10,000 rows`, async () => {
    await using copy = await forged(forgery);
    const { findings } = await verifyAudit(copy.client);
    assert.deepEqual(
      findings.map(({ installationId, sequence, kind }) => ({ installationId, sequence, kind })),
      [{ installationId: 11, ...expected }],
    );
    assert.match(
      findings[0]?.problem ?? '',
      new RegExp(`row ${expected.sequence} was ${expected.kind}`),
    );
  });
}

/** A copy of the tables in a schema of its own, forged without triggers in the way. */
async function forged(statements: string[]): Promise<AsyncDisposable & { client: pg.Client }> {
  const forger = await database.connect();
  await forger.query(`create schema forged`);
  await forger.query(
    `create table forged.audit_chains (like public.audit_chains including all);
     create table forged.audit_events (like public.audit_events including indexes);
     insert into forged.audit_chains select * from public.audit_chains;
     insert into forged.audit_events select * from public.audit_events;
     set search_path = forged, public`,
  );
  await forger.query(
    `create function forged.audit_row_digest(event forged.audit_events) returns bytea
       language sql as $$ select public.audit_row_digest(row(event.*)::public.audit_events) $$`,
  );
  for (const statement of statements) await forger.query(statement);
  return {
    client: forger,
    async [Symbol.asyncDispose]() {
      await forger.query('drop schema forged cascade');
    },
  };
}
