// The GitHub side of a job. What is set once stays as it is.
import type { Connection } from './database/connection.ts';
import { withoutNulls } from './database/rows.ts';

export type Thread = {
  jobId: string;
  repositoryId: number;
  issueNumber: number;
  issueTitle: string;
  /** As people see it, frozen at the trigger. */
  issueText: string;
  issueDigest: string;
  requestedBy: string;
  baseBranch: string;
  baseSha?: string;
  branch: string;
  pullNumber?: number;
  statusCommentId?: number;
  /** The newest commit we published on the branch. */
  headSha?: string;
};
type ThreadRecords = {
  insert(thread: Thread): Promise<void>;
  find(jobId: string): Promise<Thread | undefined>;
  /** The newest job's, when several worked on one PR. */
  findByPullRequest(repositoryId: number, number: number): Promise<Thread | undefined>;
  setBase(jobId: string, sha: string): Promise<void>;
  setPullRequest(jobId: string, number: number): Promise<void>;
  setStatusComment(jobId: string, id: number): Promise<void>;
  setHead(jobId: string, sha: string): Promise<void>;
};

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
