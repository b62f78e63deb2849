// The GitHub side of a job, and the files its attempts left.
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import type { Connection } from './connection.ts';
import type { AttemptFiles, Thread, ThreadRecords } from './evidence/port.ts';
import { withoutNulls } from './rows.ts';

const THREAD = `select job_id as "jobId", repository_id as "repositoryId",
  issue_number as "issueNumber", issue_title as "issueTitle", issue_text as "issueText",
  issue_digest as "issueDigest", requested_by as "requestedBy", base_branch as "baseBranch",
  base_sha as "baseSha", branch, pull_number as "pullNumber",
  status_comment_id as "statusCommentId", head_sha as "headSha" from threads`;

export function threadRecords(client: Connection): ThreadRecords {
  const one = async (where: string, values: unknown[]) => {
    const { rows } = await client.query<Thread>(`${THREAD} where ${where}`, values);
    return rows[0] === undefined ? undefined : withoutNulls(rows[0]);
  };
  const set = async (column: string, jobId: string, value: unknown) => {
    await client.query(`update threads set ${column} = $2 where job_id = $1`, [jobId, value]);
  };
  return {
    insert: async (thread) => await insert(client, thread),
    find: async (jobId) => await one('job_id = $1', [jobId]),
    findByPullRequest: async (repositoryId, number) =>
      await one(
        `repository_id = $1 and pull_number = $2
           order by (select created_at from jobs where id = job_id) desc limit 1`,
        [repositoryId, number],
      ),
    setBase: async (jobId, sha) => await set('base_sha', jobId, sha),
    setPullRequest: async (jobId, number) => await set('pull_number', jobId, number),
    setStatusComment: async (jobId, id) => await set('status_comment_id', jobId, id),
    setHead: async (jobId, sha) => await set('head_sha', jobId, sha),
  };
}

async function insert(client: Connection, thread: Thread): Promise<void> {
  await client.query(
    `insert into threads (job_id, repository_id, issue_number, issue_title, issue_text,
       issue_digest, requested_by, base_branch, branch)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      thread.jobId,
      thread.repositoryId,
      thread.issueNumber,
      thread.issueTitle,
      thread.issueText,
      thread.issueDigest,
      thread.requestedBy,
      thread.baseBranch,
      thread.branch,
    ],
  );
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
