// One altered, deleted, inserted or moved row among 10,000 is found and named, also
// when the forger computes digests as we do.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { verifyAudit } from '../../../app/store/audit-verify.ts';
import {
  CHAIN,
  fillAudit,
  forge,
  listForgeries,
  NEIGHBOUR_ROWS,
} from '../../support/audit-forgeries.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

const ROWS = 10_000;

let database: TestDatabase;
let client: pg.Client;

before(async () => {
  database = await testDatabase();
  client = await database.connect();
  await fillAudit(client, ROWS);
});
after(async () => await database[Symbol.asyncDispose]());

test('a whole chain is whole, also where a detail was erased', async () => {
  await client.query(
    `update audit_events set detail = null where installation_id = ${CHAIN} and sequence = 3000`,
  );
  assert.deepEqual(await verifyAudit(client), {
    chains: 2,
    rows: ROWS + NEIGHBOUR_ROWS,
    findings: [],
  });
});

for (const forgery of listForgeries({ rows: ROWS, victim: 4_711, distant: 8_000 })) {
  const { name, statements, expected } = forgery;
  test(`audit verify names ${name} among 10,000 rows`, async () => {
    await using _copy = await forge(client, statements);
    const { findings } = await verifyAudit(client);
    assert.deepEqual(
      findings.map(({ installationId, sequence, kind }) => ({ installationId, sequence, kind })),
      [{ installationId: CHAIN, ...expected }],
    );
    assert.match(
      findings[0]?.problem ?? '',
      new RegExp(`row ${expected.sequence} was ${expected.kind}`),
    );
  });
}
