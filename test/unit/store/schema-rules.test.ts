// One test per rule of the schema: plain SQL breaks it, Postgres refuses, by the rule's own name.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { APPROVAL_RULES } from './rules/approval-rules.ts';
import { ARTIFACT_RULES } from './rules/artifact-rules.ts';
import { BRANCH_CHECK_RULES } from './rules/branch-check-rules.ts';
import { BRANCH_RULES } from './rules/branch-rules.ts';
import { CHALLENGE_RULES } from './rules/challenge-rules.ts';
import { CONVERSATION_RULES } from './rules/conversation-rules.ts';
import { ERRAND_RULES } from './rules/errand-rules.ts';
import { INBOX_RULES } from './rules/inbox-rules.ts';
import { JOB_RULES } from './rules/job-rules.ts';
import { RECORD_RULES } from './rules/record-rules.ts';
import { buildScene } from './rules/scene.ts';
import { SETTINGS_RULES } from './rules/settings-rules.ts';
import { SIGN_IN_RULES } from './rules/sign-in-rules.ts';
import { SNAPSHOT_RULES } from './rules/snapshot-rules.ts';
import { WORLD_RULES } from './rules/world-rules.ts';

const RULES = {
  ...ARTIFACT_RULES,
  ...BRANCH_CHECK_RULES,
  ...APPROVAL_RULES,
  ...BRANCH_RULES,
  ...CHALLENGE_RULES,
  ...CONVERSATION_RULES,
  ...ERRAND_RULES,
  ...INBOX_RULES,
  ...JOB_RULES,
  ...RECORD_RULES,
  ...SETTINGS_RULES,
  ...SIGN_IN_RULES,
  ...SNAPSHOT_RULES,
  ...WORLD_RULES,
};
const ROOT = join(import.meta.dirname, '..', '..', '..');
const MIGRATIONS = join(ROOT, 'migrations');

let database: TestDatabase;
let client: pg.Client;

before(async () => {
  database = await testDatabase();
  client = await database.connect();
  await buildScene(client);
});
after(async () => await database[Symbol.asyncDispose]());

for (const [rule, violations] of Object.entries(RULES)) {
  test(`Postgres keeps the rule ${rule}`, async () => {
    for (const violation of [violations].flat()) {
      assert.equal(await refusedBy(violation), rule, violation);
    }
  });
}

test('every rule of the schema has its violation above', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select conname as name from pg_constraint
     where connamespace = 'public'::regnamespace and contype in ('c', 'u')
    union
    select indexrelid::regclass::text from pg_index
     where indisunique and not indisprimary and indrelid::regclass::text not like 'pg_%'`);
  const raised = await rulesRaisedByTriggers();
  const missing = [...rows.map(({ name }) => name), ...raised].filter((name) => !(name in RULES));
  assert.deepEqual(missing, []);
});

test('erasing the detail of an audit row is allowed and nothing else of it changes', async () => {
  await client.query('begin');
  const { rowCount } = await client.query(
    'update audit_events set detail = null where installation_id = 11 and sequence = 2',
  );
  await client.query('rollback');
  assert.equal(rowCount, 1);
});

/** The name of the rule that refused, or a word that says why none did. */
async function refusedBy(violation: string): Promise<string> {
  await client.query('begin');
  try {
    await client.query(violation);
    await client.query('set constraints all immediate');
    return 'accepted';
  } catch (error) {
    const { constraint, message } = error as { constraint?: string; message: string };
    return constraint ?? message;
  } finally {
    await client.query('rollback');
  }
}

/** `constraint = 'name'`, or the table's name with a suffix where one function serves many. */
async function rulesRaisedByTriggers(): Promise<string[]> {
  const names: string[] = [];
  for (const file of await readdir(MIGRATIONS)) {
    const text = await readFile(join(MIGRATIONS, file), 'utf8');
    for (const [, name] of text.matchAll(/constraint = '(\w+)'/g)) names.push(name ?? '');
  }
  const suffixes = {
    check_fence: 'fence',
    check_holder: 'fence',
    refuse_change: 'append_only',
    require_audit: 'audited',
  };
  const { rows } = await client.query<{ table: string; function: keyof typeof suffixes }>(
    `select distinct tgrelid::regclass::text as table, proname as function
       from pg_trigger join pg_proc on pg_proc.oid = tgfoid where proname = any($1)`,
    [Object.keys(suffixes)],
  );
  return [...names, ...rows.map((row) => `${row.table}_${suffixes[row.function]}`)];
}

test('what the store writes to is a table, and no table is without its records', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const tables = new Set(rows.map(({ name }) => name));
  const store = join(ROOT, 'app', 'store');
  const files = (await readdir(store, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(
    files.map(async (name) => await readFile(join(store, name), 'utf8')),
  );
  const said = texts.join('\n');
  const written = [...said.matchAll(/\b(?:insert into|delete from|update(?= \w+\s+set\b)) (\w+)/g)];
  assert.ok(written.length > tables.size / 2, `${written.length}`);
  for (const [statement, table = ''] of written) assert.ok(tables.has(table), statement);
  // Only rules of the database itself read it.
  tables.delete('job_edges');
  for (const table of tables) assert.match(said, new RegExp(`\\b${table}\\b`), table);
});
