// Forged or missing wipe evidence, tried as plain SQL by whoever may write to the database: every
// attempt has to be refused by the rule it breaks.
import type pg from 'pg';

export type ForgeryFigures = { tried: number; notRefused: string[] };

type Forgery = { rule: string; sql: string };

/** An ended session, and one that has no evidence yet. */
const ENDED = `(select id from sandbox_sessions where completed_at is not null limit 1)`;
const OPEN = `'00000000-0000-4000-8000-000000000001'`;
const openRow = `insert into sandbox_sessions (id, job_id, provider, purpose, fence)
  select ${OPEN}, work.job_id, 'local', 'forgery', work.fence from work limit 1`;
const evidence = (values: string) => `insert into wipe_evidence (sandbox_session_id, method,
  requested_at, confirmed_at, provider_answer, digest) values (${values})`;
const end = `update sandbox_sessions set status = 'COMPLETED', completed_at = now() where id = ${OPEN}`;

const FORGERIES: readonly Forgery[] = [
  { rule: 'sandbox_sessions_wiped', sql: `${openRow}; ${end}` },
  { rule: 'sandbox_sessions_wiped', sql: `${openRow}; ${end.replace('COMPLETED', 'FAILED')}` },
  {
    rule: 'sandbox_sessions_completed_at',
    sql: `${openRow}; update sandbox_sessions set completed_at = now() where id = ${OPEN}`,
  },
  {
    rule: 'wipe_evidence_confirmed_after_request',
    sql: `${openRow}; ${evidence(`${OPEN}, 'kill', now(), now() - interval '1 hour', 'gone', ''`)}`,
  },
  {
    rule: 'wipe_evidence_provider_answer_check',
    sql: `${openRow}; ${evidence(`${OPEN}, 'kill', now(), now(), '', ''`)}`,
  },
  {
    rule: 'wipe_evidence_method_check',
    sql: `${openRow}; ${evidence(`${OPEN}, '', now(), now(), 'gone', ''`)}`,
  },
  {
    rule: 'wipe_evidence_sandbox_session_id_fkey',
    sql: evidence(`gen_random_uuid(), 'kill', now(), now(), 'gone', ''`),
  },
  {
    rule: 'wipe_evidence_pkey',
    sql: evidence(`${ENDED}, 'kill', now(), now(), 'another answer', ''`),
  },
  {
    rule: 'wipe_evidence_append_only',
    sql: `update wipe_evidence set provider_answer = 'something else'`,
  },
  {
    rule: 'wipe_evidence_append_only',
    sql: `update wipe_evidence set digest = '\\x00'`,
  },
  { rule: 'wipe_evidence_append_only', sql: `delete from wipe_evidence` },
  { rule: 'wipe_evidence_append_only', sql: `truncate wipe_evidence` },
  {
    rule: 'sandbox_sessions_ended_immutable',
    sql: `update sandbox_sessions set provider_sandbox_id = 'another' where id = ${ENDED}`,
  },
  { rule: 'sandbox_sessions_kept', sql: `delete from sandbox_sessions where id = ${ENDED}` },
];

export async function tryForgeries(client: pg.Client): Promise<ForgeryFigures> {
  const notRefused: string[] = [];
  for (const { rule, sql } of FORGERIES) {
    const refusedBy = await ruleThatRefuses(client, sql);
    if (refusedBy !== rule) notRefused.push(`${sql}: ${refusedBy ?? 'went through'}, not ${rule}`);
  }
  if (!(await isSealedAnew(client))) notRefused.push('a digest of the writer was taken over');
  return { tried: FORGERIES.length + 1, notRefused };
}

/** Whatever digest a writer brings, the database's own is kept. */
async function isSealedAnew(client: pg.Client): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(openRow);
    await client.query(evidence(`${OPEN}, 'kill', now(), now(), 'gone', '\\x00'`));
    const { rows } = await client.query<{ isOwn: boolean }>(
      `select digest = wipe_digest(wipe_evidence) as "isOwn" from wipe_evidence
        where sandbox_session_id = ${OPEN}`,
    );
    return rows[0]?.isOwn === true;
  } finally {
    await client.query('rollback');
  }
}

async function ruleThatRefuses(client: pg.Client, sql: string): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query(sql);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || !('constraint' in error)) return String(error);
    return String(error.constraint);
  } finally {
    await client.query('rollback');
  }
}
