// What a job came to: what the replay and the record have to agree on.
import { createHash } from 'node:crypto';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { readReport } from '../../proof/read-report.ts';
import type { Records } from '../../store/records.ts';
import { readFacts } from '../report/facts.ts';

export type Outcome = {
  state: string;
  failureReason?: string;
  headline?: string;
  verdict?: object;
  matrix?: object[];
  /** Of the newest attempt: path → mode and digest. */
  files: Record<string, string>;
};

export async function readOutcome(records: Records, jobId: string): Promise<Outcome> {
  const record = await records.jobs.find(jobId);
  const row = (await records.proof.reportsOfJob(jobId)).at(-1);
  const report = row && readReport(row.content);
  const changes =
    row === undefined
      ? await records.files.ofAttempt(jobId, record?.job.attemptNumber ?? 0)
      : (await readFacts(records, row)).tree.changes;
  const failureReason = record?.job.failureReason;
  return {
    state: record?.job.state ?? 'unknown',
    ...(failureReason !== undefined && { failureReason }),
    ...(report && { headline: report.headline, verdict: report.verdict, matrix: report.matrix }),
    files: Object.fromEntries(changes.map(describe)),
  };
}

function describe(change: FileChange): [string, string] {
  if ('deleted' in change) return [change.path, 'deleted'];
  const digest = createHash('sha256').update(Buffer.from(change.content, 'base64')).digest('hex');
  return [change.path, `${change.mode.toString(8)} ${digest}`];
}
