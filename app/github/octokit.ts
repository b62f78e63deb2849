// GitHub through Octokit: the adapter behind port.ts. Joins the parts; decides nothing itself. Takes
// its key from whoever creates it and no token from anywhere else.
import type { Logger } from '../log.ts';
import type { Fetch } from './answer.ts';
import { commit, ensureBranch, readCommitFacts } from './branch/commits.ts';
import { readMovement } from './branch/movement.ts';
import { revert } from './branch/revert.ts';
import { probeChecks, putCheckRun } from './check-runs.ts';
import { comment, putStatusComment, react } from './comments.ts';
import { type Api, type Connection, type Credentials, createConnection } from './connection.ts';
import { readJobRef, writeJobRef } from './job-refs.ts';
import { bindMissed } from './missed/missed.ts';
import type { Missed } from './missed/port.ts';
import { createNewest, type Newest } from './newest.ts';
import type { GitHub, GitHubClient, JobRefs, RepositoryRef } from './port.ts';
import {
  ensureDraftPullRequest,
  markReady,
  type PullChange,
  updatePullRequest,
} from './pull-requests.ts';
import {
  readBranchSha,
  readFile,
  readIssue,
  readIssueComments,
  readPermission,
  readPullHead,
  readPullRequest,
  readRepository,
  readSelf,
} from './reading.ts';
import { bindReviews } from './reviews.ts';
import { readSettingsFiles } from './settings-files.ts';
import { webAddress } from './web-address.ts';

const REQUEST_MS = 30_000;
const CALL_MS = 120_000;
const BACK_OFF_MS = 250;

export type GitHubOptions = Credentials & {
  /** Whose comments and checks are ours: the App behind the key or token. */
  appId: number;
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  baseUrl: string;
  log: Logger;
  request?: {
    fetch?: Fetch;
    /** Of one request; 30 s unless given. */
    timeoutMs?: number;
    /** Of a whole call with its waits and repeats; 120 s unless given. */
    callMs?: number;
    /** Before the second try; 250 ms unless given. */
    backOffMs?: number;
  };
  now?: () => number;
};

type StatusChange = Parameters<GitHub['putStatusComment']>[2];
type Check = Parameters<GitHub['putCheckRun']>[1];

type Parts = {
  options: GitHubOptions;
  connection: Connection;
  web: string;
  pulls: Newest<PullChange, void>;
  statuses: Newest<StatusChange, { id: number }>;
  checks: Newest<Check, { id: number }>;
};

/** Calls of `missed` end with CANCELLED when the signal fires. */
type Connected = GitHubClient & { missed(signal: AbortSignal): Missed };

export function createGitHub(options: GitHubOptions): Connected {
  const { request = {} } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const connection = createConnection({
    ...options,
    baseUrl,
    now: options.now ?? (() => Date.now()),
    fetch: request.fetch ?? fetch,
    requestMs: request.timeoutMs ?? REQUEST_MS,
    callMs: request.callMs ?? CALL_MS,
    backOffMs: request.backOffMs ?? BACK_OFF_MS,
  });
  const parts: Parts = {
    options,
    connection,
    web: webAddress(baseUrl),
    pulls: createNewest((older, newer) => ({ ...older, ...newer })),
    statuses: createNewest((older, newer) => ({ ...older, ...newer })),
    checks: createNewest((_older, newer) => newer),
  };
  return {
    ...bind(parts, undefined),
    ...bindJobRefs(parts),
    self: async () =>
      'token' in options
        ? undefined
        : await connection.asApp({ what: 'the App', signal: undefined }, readSelf),
    missed: (signal) => bindMissed(connection, signal),
    withSignal: (signal) => bind(parts, signal),
    waitedMs: connection.waitedMs,
  };
}

type Call = <T>(
  what: string,
  repository: RepositoryRef,
  work: (api: Api) => Promise<T>,
) => Promise<T>;

function bind(parts: Parts, signal: AbortSignal | undefined): GitHub {
  const call: Call = async (what, { installationId }, work) =>
    await parts.connection.call({ what, installationId, signal }, work);
  return {
    ...bindReading(parts, call),
    ...bindBranch(call),
    ...bindThread(parts, call),
    ...bindReviews(call),
    readToken: async ({ installationId, owner, name }) => {
      const context = { what: 'read token', installationId, signal };
      const token = await parts.connection.readToken(context, name);
      return { token, cloneUrl: `${parts.web}/${owner}/${name}.git` };
    },
    mayChangeWorkflows: async ({ installationId }) => {
      const context = { what: 'permissions', installationId, signal };
      const grants = await parts.connection.grants(context);
      return grants && grants['workflows'] === 'write';
    },
  };
}

type Reading =
  | 'repository'
  | 'issue'
  | 'issueComments'
  | 'permission'
  | 'branchSha'
  | 'commitFacts'
  | 'movement'
  | 'file'
  | 'settingsFiles'
  | 'pullRequest';

function bindReading({ options: { log, appId } }: Parts, call: Call): Pick<GitHub, Reading> {
  return {
    repository: async (repository) =>
      await call('repository', repository, async (api) => await readRepository(api, repository)),
    issue: async (repository, number) =>
      await call('issue', repository, async (api) => await readIssue(api, repository, number)),
    issueComments: async (repository, number, total) =>
      await call('comments', repository, async (api) => {
        return await readIssueComments(api, { repository, number, total, appId });
      }),
    permission: async (repository, login) =>
      await call(
        'permission',
        repository,
        async (api) => await readPermission(api, { repository, login, log }),
      ),
    branchSha: async (repository, branch) =>
      await call('branch', repository, async (api) => await readBranchSha(api, repository, branch)),
    commitFacts: async (repository, sha) =>
      await call('commit', repository, async (api) => await readCommitFacts(api, repository, sha)),
    movement: async (repository, between) =>
      await call(
        'comparison',
        repository,
        async (api) => await readMovement(api, repository, between),
      ),
    file: async (repository, wanted) =>
      await call('file', repository, async (api) => await readFile(api, repository, wanted)),
    settingsFiles: async (repository, places) =>
      await call(
        'settings',
        repository,
        async (api) => await readSettingsFiles(api, repository, places),
      ),
    pullRequest: async (repository, number) =>
      await call(
        'pull request',
        repository,
        async (api) => await readPullRequest(api, repository, number),
      ),
  };
}

type OnBranch = 'ensureBranch' | 'commit' | 'revert' | 'ensureDraftPullRequest' | 'markReady';

function bindBranch(call: Call): Pick<GitHub, OnBranch> {
  return {
    ensureBranch: async (repository, branch, sha) => {
      await call('branch', repository, async (api) => {
        await ensureBranch(api, repository, { branch, sha });
      });
    },
    commit: async (repository, wanted) =>
      await call('commit', repository, async (api) => await commit(api, repository, wanted)),
    revert: async (repository, wanted) =>
      await call('revert', repository, async (api) => await revert(api, repository, wanted)),
    ensureDraftPullRequest: async (repository, pull) =>
      await call(
        'pull request',
        repository,
        async (api) => await ensureDraftPullRequest(api, repository, pull),
      ),
    markReady: async (repository, number) =>
      await call(
        'pull request',
        repository,
        async (api) => await markReady(api, repository, number),
      ),
  };
}

/** Without a signal: what a cancelled run has to keep is written after the cancellation. */
function bindJobRefs({ connection }: Parts): JobRefs {
  const call: Call = async (what, { installationId }, work) =>
    await connection.call({ what, installationId, signal: undefined }, work);
  return {
    readJobRef: async (repository, issue) =>
      await call('kept job', repository, async (api) => await readJobRef(api, repository, issue)),
    writeJobRef: async (repository, job) =>
      await call('kept job', repository, async (api) => await writeJobRef(api, repository, job)),
    probeChecks: async (repository) => {
      await call('checks', repository, async (api) => await probeChecks(api, repository));
    },
    pullHead: async (repository, number) =>
      await call(
        'pull request',
        repository,
        async (api) => await readPullHead(api, repository, number),
      ),
  };
}

type OnThread = 'react' | 'updatePullRequest' | 'putStatusComment' | 'comment' | 'putCheckRun';

function bindThread(parts: Parts, call: Call): Pick<GitHub, OnThread> {
  const { appId } = parts.options;
  return {
    react: async (repository, target, content) => {
      await call('reaction', repository, async (api) => {
        await react(api, repository, { target, content });
      });
    },
    updatePullRequest: async (repository, number, change) => {
      await parts.pulls(placed(repository, number), change, async (wanted) => {
        await call('pull request', repository, async (api) => {
          await updatePullRequest(api, repository, { number, ...wanted });
        });
      });
    },
    putStatusComment: async (repository, number, change) =>
      await parts.statuses(
        placed(repository, `${number} ${change.key ?? ''}`),
        change,
        async (wanted) =>
          await call(
            'status comment',
            repository,
            async (api) => await putStatusComment(api, { repository, number, appId }, wanted),
          ),
      ),
    comment: async (repository, number, body, key) =>
      await call(
        'comment',
        repository,
        async (api) => await comment(api, { repository, number, appId }, { body, key }),
      ),
    putCheckRun: async (repository, check) =>
      await parts.checks(
        placed(repository, check.sha),
        check,
        async (wanted) =>
          await call(
            'check run',
            repository,
            async (api) => await putCheckRun(api, { repository, appId }, wanted),
          ),
      ),
  };
}

function placed({ installationId, owner, name }: RepositoryRef, place: string | number): string {
  return `${installationId} ${owner}/${name} ${place}`;
}
