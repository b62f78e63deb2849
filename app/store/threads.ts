// The GitHub side of a job, and what people were told of it. What is set once stays as it is.
import type { FrozenComment, FrozenText } from '../text/frozen-text.ts';
import type { Removed } from '../text/removed.ts';
import type { Connection } from './database/connection.ts';
import { toJson, withoutNulls } from './database/rows.ts';

export type Thread = {
  jobId: string;
  repositoryId: number;
  issueNumber: number;
  /** The newest words that were frozen, as people see them. */
  issueTitle: string;
  issueText: string;
  issueDigest: string;
  issueComments?: FrozenComment[];
  /** The newest comment that there was; later ones belong to no text of the job yet. */
  commentsUntil?: number;
  /** What stands in the issue and is not seen. */
  issueRemoved?: Removed[];
  /** They were put together for a follow-up: no issue says just this. */
  isComposed?: boolean;
  requestedBy: string;
  baseBranch: string;
  baseSha?: string;
  branch: string;
  pullNumber?: number;
  statusCommentId?: number;
  /** The newest commit we published on the branch. */
  headSha?: string;
};

/** What an agent shows of its work. */
export type Progress = {
  /** The place in the job's life that it belongs to; elsewhere it is over. */
  of: string;
  todos: { text: string; status: 'pending' | 'in_progress' | 'completed' }[];
  /** What it last said to people. */
  said?: string;
};

export type Telling = {
  /** Unique in the job: small letters, digits and hyphens. */
  key: string;
  kind: 'plan' | 'question' | 'turn' | 'answer' | 'refusal' | 'end';
};
/** `busy`: another one is at it, or was killed at it less than `patienceMs` ago. */
type Claimed = 'ours' | 'busy' | { commentId: number };

type ThreadRecords = {
  insert(thread: Thread): Promise<void>;
  find(jobId: string): Promise<Thread | undefined>;
  /** The newest job's, when several worked on one PR. */
  findByPullRequest(repositoryId: number, number: number): Promise<Thread | undefined>;
  /** Issues and pull requests of jobs that have not ended, or not for that long. */
  numbersOf(repositoryId: number, endedMs: number): Promise<number[]>;
  /** Other words from now on; what was frozen before is kept. */
  freeze(jobId: string, text: FrozenText): Promise<void>;
  setBase(jobId: string, sha: string): Promise<void>;
  /** Only before there is a pull request. */
  setBranch(jobId: string, branch: string): Promise<void>;
  setPullRequest(jobId: string, number: number): Promise<void>;
  setStatusComment(jobId: string, id: number): Promise<void>;
  setHead(jobId: string, sha: string): Promise<void>;
  progress(jobId: string): Promise<Progress | undefined>;
  setProgress(jobId: string, progress: Progress): Promise<void>;
  /** Who gets `ours` makes the comment, and says then that it is told, or that it gave up. */
  beginTelling(jobId: string, telling: Telling, patienceMs: number): Promise<Claimed>;
  told(jobId: string, key: string, commentId: number): Promise<void>;
  giveUpTelling(jobId: string, key: string): Promise<void>;
  /** The comment in which it was told. */
  findTold(jobId: string, key: string): Promise<number | undefined>;
};

const THREAD = `select threads.job_id as "jobId", repository_id as "repositoryId",
  issue_number as "issueNumber", coalesce(words.title, issue_title) as "issueTitle",
  coalesce(words.body, issue_text) as "issueText",
  coalesce(words.digest, issue_digest) as "issueDigest", words.comments as "issueComments",
  words.comments_until as "commentsUntil", words.removed as "issueRemoved",
  words.is_composed as "isComposed",
  requested_by as "requestedBy", base_branch as "baseBranch",
  base_sha as "baseSha", branch, pull_number as "pullNumber",
  status_comment_id as "statusCommentId", head_sha as "headSha"
  from threads left join lateral (select title, body, comments, comments_until, digest, removed, is_composed
    from issue_texts where issue_texts.job_id = threads.job_id
    order by number desc limit 1) words on true`;

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
    find: async (jobId) => await one('threads.job_id = $1', [jobId]),
    findByPullRequest: async (repositoryId, number) =>
      await one(
        `repository_id = $1 and pull_number = $2
           order by (select created_at from jobs where id = threads.job_id) desc limit 1`,
        [repositoryId, number],
      ),
    async numbersOf(repositoryId, endedMs) {
      const { rows } = await client.query<{ number: number }>(
        `select distinct number from threads join jobs on jobs.id = job_id,
                unnest(array[threads.issue_number, pull_number]) as number
          where threads.repository_id = $1 and number is not null
            and coalesce(ended_at, 'infinity') > now() - $2 * interval '1 millisecond'`,
        [repositoryId, endedMs],
      );
      return rows.map(({ number }) => number);
    },
    freeze: async (jobId, text) => await freeze(client, jobId, text),
    setBase: async (jobId, sha) => await set('base_sha', jobId, sha),
    setBranch: async (jobId, branch) => await set('branch', jobId, branch),
    setPullRequest: async (jobId, number) => await set('pull_number', jobId, number),
    setStatusComment: async (jobId, id) => await set('status_comment_id', jobId, id),
    setHead: async (jobId, sha) => await set('head_sha', jobId, sha),
    async progress(jobId) {
      const { rows } = await client.query<{ progress: Progress | null }>(
        'select progress from threads where job_id = $1',
        [jobId],
      );
      return rows[0]?.progress ?? undefined;
    },
    setProgress: async (jobId, progress) => await set('progress', jobId, toJson(progress)),
    ...tellingRecords(client),
  };
}

type TellingRecords = 'beginTelling' | 'told' | 'giveUpTelling' | 'findTold';

function tellingRecords(client: Connection): Pick<ThreadRecords, TellingRecords> {
  const findTold = async (jobId: string, key: string) => {
    const { rows } = await client.query<{ id: number | null }>(
      'select comment_id as id from told where job_id = $1 and key = $2',
      [jobId, key],
    );
    return rows[0]?.id ?? undefined;
  };
  return {
    findTold,
    async beginTelling(jobId, { key, kind }, patienceMs) {
      const { rowCount } = await client.query(
        `insert into told (job_id, key, kind) values ($1, $2, $3)
         on conflict (job_id, key) do update set begun_at = clock_timestamp()
          where told.comment_id is null
            and told.begun_at < clock_timestamp() - $4 * interval '1 ms'`,
        [jobId, key, kind, patienceMs],
      );
      if (rowCount === 1) return 'ours';
      const commentId = await findTold(jobId, key);
      return commentId === undefined ? 'busy' : { commentId };
    },
    async told(jobId, key, commentId) {
      await client.query(
        'update told set comment_id = $3 where job_id = $1 and key = $2 and comment_id is null',
        [jobId, key, commentId],
      );
    },
    async giveUpTelling(jobId, key) {
      await client.query(
        `update told set begun_at = 'epoch' where job_id = $1 and key = $2 and comment_id is null`,
        [jobId, key],
      );
    },
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
  await freeze(client, thread.jobId, {
    title: thread.issueTitle,
    body: thread.issueText,
    comments: thread.issueComments ?? [],
    commentsUntil: thread.commentsUntil ?? 0,
    digest: thread.issueDigest,
    removed: thread.issueRemoved ?? [],
    ...(thread.isComposed === true && { isComposed: true as const }),
  });
}

async function freeze(client: Connection, jobId: string, text: FrozenText): Promise<void> {
  await client.query(
    `insert into issue_texts (job_id, number, title, body, comments, comments_until, digest,
       removed, is_composed)
     values ($1, (select coalesce(max(number), 0) + 1 from issue_texts where job_id = $1),
             $2, $3, $4, $5, $6, $7, $8)`,
    [
      jobId,
      text.title,
      text.body,
      toJson(text.comments),
      text.commentsUntil,
      text.digest,
      toJson(text.removed),
      text.isComposed === true,
    ],
  );
}
