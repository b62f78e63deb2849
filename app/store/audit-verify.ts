// Walks an audit chain and names the first row that was altered, deleted, inserted or moved.
// It computes every digest itself, from what the rows say, not with the database's functions.
import { createHash } from 'node:crypto';
import type { Connection } from './database/connection.ts';

export type AuditFinding = {
  installationId: number;
  sequence: number;
  kind: 'altered' | 'deleted' | 'inserted' | 'reordered';
  problem: string;
};
export type AuditVerdict = { chains: number; rows: number; findings: AuditFinding[] };

type Row = {
  sequence: number;
  at: string;
  actor: string;
  subject: string;
  subjectId: string;
  jobId: string;
  action: string;
  detail: string | null;
  detailDigest: string;
  previousDigest: string;
  digest: string;
};
type Chain = { installationId: number; length: number; digest: string };

const GENESIS = '0'.repeat(64);
const BATCH = 2_000;

const COLUMNS = `sequence, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  actor, subject, subject_id as "subjectId", coalesce(job_id::text, '-') as "jobId", action,
  detail::text as detail, encode(detail_digest, 'hex') as "detailDigest",
  encode(previous_digest, 'hex') as "previousDigest", encode(digest, 'hex') as digest`;

export async function verifyAudit(
  client: Connection,
  installationId?: number,
): Promise<AuditVerdict> {
  // One snapshot, so that rows written meanwhile are no findings.
  await client.query('begin isolation level repeatable read read only');
  try {
    const { rows: chains } = await client.query<Chain>(
      `select installation_id as "installationId", length, encode(digest, 'hex') as digest
         from audit_chains where $1::bigint is null or installation_id = $1 order by 1`,
      [installationId],
    );
    const verdict: AuditVerdict = { chains: chains.length, rows: 0, findings: [] };
    for (const chain of chains) {
      const { rows, finding } = await verifyChain(client, chain);
      verdict.rows += rows;
      if (finding) verdict.findings.push(finding);
    }
    return verdict;
  } finally {
    await client.query('rollback');
  }
}

async function verifyChain(
  client: Connection,
  chain: Chain,
): Promise<{ rows: number; finding?: AuditFinding }> {
  const walk = { sequence: 0, digest: GENESIS };
  for (;;) {
    const batch = await rowsAfter(client, chain, walk.sequence);
    for (const row of batch) {
      const finding = await check(client, chain, walk, row);
      if (finding) return { rows: walk.sequence, finding };
      walk.sequence = row.sequence;
      walk.digest = row.digest;
    }
    if (batch.length < BATCH) break;
  }
  const end = checkEnd(chain, walk);
  return end ? { rows: walk.sequence, finding: end } : { rows: walk.sequence };
}

async function rowsAfter(client: Connection, chain: Chain, sequence: number): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select ${COLUMNS} from audit_events where installation_id = $1 and sequence > $2
      order by sequence limit ${BATCH}`,
    [chain.installationId, sequence],
  );
  return rows;
}

async function check(
  client: Connection,
  chain: Chain,
  walk: { sequence: number; digest: string },
  row: Row,
): Promise<AuditFinding | undefined> {
  const { installationId } = chain;
  const expected = walk.sequence + 1;
  const found = finder(installationId);
  if (row.sequence > chain.length) {
    return found(row.sequence, 'inserted', 'it stands behind the end of the chain');
  }
  if (row.sequence !== expected) return found(expected, 'deleted', 'it is missing');
  if (isWhole(installationId, row, row.sequence)) {
    if (row.previousDigest === walk.digest) return undefined;
    return found(walk.sequence, 'altered', `row ${row.sequence} was written after another text`);
  }
  const place = await truePlace(client, installationId, row);
  if (place === undefined) return await foreign(client, chain, row);
  if (place === row.sequence - 1) {
    return found(place, 'inserted', `row ${row.sequence} was written in its place`);
  }
  const [next] = await rowsAfter(client, chain, row.sequence);
  if (place === row.sequence + 1 && !(next && isWhole(installationId, next, row.sequence))) {
    return found(row.sequence, 'deleted', 'the rows behind it were moved up');
  }
  return found(row.sequence, 'reordered', `the row found there was written as row ${place}`);
}

/** A row that fits nowhere: altered where it is, or put in before the row that belongs there. */
async function foreign(client: Connection, chain: Chain, row: Row): Promise<AuditFinding> {
  const found = finder(chain.installationId);
  const [next] = await rowsAfter(client, chain, row.sequence);
  if (next && isWhole(chain.installationId, next, row.sequence)) {
    return found(row.sequence, 'inserted', `row ${next.sequence} was written in its place`);
  }
  return found(row.sequence, 'altered', 'its text and its digest differ');
}

/** Where a row was written, when it is whole but stands elsewhere: right after its predecessor. */
async function truePlace(
  client: Connection,
  installationId: number,
  row: Row,
): Promise<number | undefined> {
  const { rows } = await client.query<{ sequence: number }>(
    `select sequence from audit_events
      where installation_id = $1 and digest = decode($2, 'hex') order by sequence`,
    [installationId, row.previousDigest],
  );
  const predecessors = row.previousDigest === GENESIS ? [0] : rows.map(({ sequence }) => sequence);
  const candidates = [...predecessors, row.sequence].flatMap((near) => [near - 1, near, near + 1]);
  return candidates.find((sequence) => isWhole(installationId, row, sequence));
}

function checkEnd(
  chain: Chain,
  walk: { sequence: number; digest: string },
): AuditFinding | undefined {
  const found = finder(chain.installationId);
  if (walk.sequence < chain.length) return found(walk.sequence + 1, 'deleted', 'it is missing');
  if (walk.digest !== chain.digest) {
    return found(walk.sequence, 'altered', 'its digest is not the one the chain ended with');
  }
  return undefined;
}

function finder(installationId: number) {
  return (sequence: number, kind: AuditFinding['kind'], why: string): AuditFinding => ({
    installationId,
    sequence,
    kind,
    problem: `Installation ${installationId}, row ${sequence} was ${kind}: ${why}.`,
  });
}

function isWhole(installationId: number, row: Row, sequence: number): boolean {
  const isDetailWhole = row.detail === null || sha256(row.detail) === row.detailDigest;
  const fields = [
    installationId,
    sequence,
    row.at,
    row.actor,
    row.subject,
    row.subjectId,
    row.jobId,
    row.action,
    row.detailDigest,
    row.previousDigest,
  ];
  return isDetailWhole && sha256(fields.join('\n')) === row.digest;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
