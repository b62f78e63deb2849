// Attempts at an implementation, the files they left, and until when these can be downloaded. An ended
// attempt is never changed again.
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import type { ModelClass } from '../job/types.ts';
import type { TreeEntry } from '../workspace/port.ts';
import type { Connection } from './database/connection.ts';
import { withoutNulls } from './database/rows.ts';

type AttemptKind = 'implement' | 'self_heal' | 'deep_fix' | 'intervention';
export type Attempt = {
  id: string;
  jobId: string;
  number: number;
  kind: AttemptKind;
  modelClass: ModelClass;
  status: 'running' | 'green' | 'red' | 'failed' | 'abandoned';
  fingerprint?: string;
  note?: string;
  startedAt: number;
  endedAt?: number;
};
export type AttemptEnd = {
  status: Exclude<Attempt['status'], 'running'>;
  fence: number;
  fingerprint?: string;
  note?: string;
};
type AttemptRecords = {
  begin(
    attempt: Pick<Attempt, 'id' | 'jobId' | 'number' | 'kind' | 'modelClass'> & { fence: number },
  ): Promise<void>;
  end(id: string, end: AttemptEnd): Promise<void>;
  ofJob(jobId: string): Promise<Attempt[]>;
};

type AttemptFiles = {
  /** Once per attempt: the record of what its sandbox left. */
  save(files: {
    jobId: string;
    attemptNumber: number;
    fence: number;
    changes: readonly FileChange[];
  }): Promise<void>;
  ofAttempt(jobId: string, attemptNumber: number): Promise<FileChange[]>;
};

type Artifact = {
  jobId: string;
  /** The newest attempt in it. */
  attemptNumber: number;
  /** What lies at the changed paths on the base commit; nothing lies at those that are missing. */
  base: Record<string, TreeEntry>;
  createdAt: number;
  expiresAt: number;
};

type ArtifactRecords = {
  /** The newest one stays, for so long from now. */
  put(
    fence: number,
    artifact: Pick<Artifact, 'jobId' | 'attemptNumber' | 'base'> & { lifeMs: number },
  ): Promise<void>;
  find(jobId: string): Promise<Artifact | undefined>;
};

export function attemptRecords(client: Connection): AttemptRecords {
  return {
    async begin({ id, jobId, number, kind, modelClass, fence }) {
      await client.query(
        `insert into attempts (id, job_id, number, kind, model_class, fence)
         values ($1, $2, $3, $4, $5, $6)`,
        [id, jobId, number, kind, modelClass, fence],
      );
    },
    async end(id, { status, fence, fingerprint, note }) {
      await client.query(
        `update attempts set status = $2, fence = $3, fingerprint = $4, note = $5, ended_at = now()
          where id = $1`,
        [id, status, fence, fingerprint, note],
      );
    },
    async ofJob(jobId) {
      const { rows } = await client.query<Attempt>(
        `select id, job_id as "jobId", number, kind, model_class as "modelClass", status,
                fingerprint, note, started_at as "startedAt", ended_at as "endedAt"
           from attempts where job_id = $1 order by number`,
        [jobId],
      );
      return rows.map(withoutNulls);
    },
  };
}

export function attemptFiles(client: Connection): AttemptFiles {
  return {
    async save({ jobId, attemptNumber, fence, changes }) {
      const kept = changes.map((change) => ('deleted' in change ? bare(change.path) : change));
      await client.query(
        `insert into attempt_files (job_id, attempt_number, path, mode, content, fence)
         select $1, $2, c.path, c.mode, decode(c.content, 'base64'), $4
           from jsonb_to_recordset($3::jsonb) as c(path text, mode integer, content text)`,
        [jobId, attemptNumber, JSON.stringify(kept), fence],
      );
    },
    async ofAttempt(jobId, attemptNumber) {
      const { rows } = await client.query<{
        path: string;
        mode: 0o644 | 0o755 | 0o120000 | null;
        content: Buffer | null;
      }>(
        `select path, mode, content from attempt_files
          where job_id = $1 and attempt_number = $2 order by path`,
        [jobId, attemptNumber],
      );
      return rows.map(
        ({ path, mode, content }): FileChange =>
          mode === null || content === null
            ? { path, deleted: true }
            : { path, mode, content: content.toString('base64') },
      );
    },
  };
}

function bare(path: string): { path: string } {
  return { path };
}

export function artifactRecords(client: Connection): ArtifactRecords {
  return {
    async put(fence, { jobId, attemptNumber, base, lifeMs }) {
      await client.query(
        `insert into artifacts (job_id, attempt_number, base, fence, expires_at)
         values ($1, $2, $3, $4, now() + $5 * interval '1 millisecond')
         on conflict (job_id) do update
           set attempt_number = excluded.attempt_number, base = excluded.base,
               fence = excluded.fence, created_at = excluded.created_at,
               expires_at = excluded.expires_at`,
        [jobId, attemptNumber, JSON.stringify(base), fence, lifeMs],
      );
    },
    async find(jobId) {
      const { rows } = await client.query<Artifact>(
        `select job_id as "jobId", attempt_number as "attemptNumber", base,
                created_at as "createdAt", expires_at as "expiresAt"
           from artifacts where job_id = $1`,
        [jobId],
      );
      return rows[0];
    },
  };
}
