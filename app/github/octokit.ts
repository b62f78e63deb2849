// GitHub through Octokit: the adapter behind port.ts. Joins the parts; decides nothing itself. Takes
// its key from whoever creates it and no token from anywhere else.
import type { Logger } from '../log.ts';
import type { Fetch } from './answer.ts';
import { probeChecks, putCheckRun } from './check-runs.ts';
import { comment, putStatusComment, react } from './comments.ts';
import { commit, ensureBranch } from './commits.ts';
import { type Api, type Connection, type Credentials, createConnection } from './connection.ts';
import { readJobRef, writeJobRef } from './job-refs.ts';
import { createNewest, type Newest } from './newest.ts';
import type { GitHub, GitHubClient, JobRefs, RepositoryRef } from './port.ts';
import { ensureDraftPullRequest, type PullChange, updatePullRequest } from './pull-requests.ts';
import {
  readBranchSha,
  readFile,
  readIssue,
  readPermission,
  readPullHead,
  readPullRequest,
} from './reading.ts';
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

export function createGitHub(options: GitHubOptions): GitHubClient {
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
    readToken: async ({ installationId, owner, name }) => {
      const context = { what: 'read token', installationId, signal };
      const token = await parts.connection.readToken(context, name);
      return { token, cloneUrl: `${parts.web}/${owner}/${name}.git` };
    },
  };
}

type Reading = 'issue' | 'permission' | 'branchSha' | 'file' | 'pullRequest';

function bindReading({ options: { log } }: Parts, call: Call): Pick<GitHub, Reading> {
  return {
    issue: async (repository, number) =>
      await call('issue', repository, async (api) => await readIssue(api, repository, number)),
    permission: async (repository, login) =>
      await call(
        'permission',
        repository,
        async (api) => await readPermission(api, { repository, login, log }),
      ),
    branchSha: async (repository, branch) =>
      await call('branch', repository, async (api) => await readBranchSha(api, repository, branch)),
    file: async (repository, wanted) =>
      await call('file', repository, async (api) => await readFile(api, repository, wanted)),
    pullRequest: async (repository, number) =>
      await call(
        'pull request',
        repository,
        async (api) => await readPullRequest(api, repository, number),
      ),
  };
}

function bindBranch(
  call: Call,
): Pick<GitHub, 'ensureBranch' | 'commit' | 'ensureDraftPullRequest'> {
  return {
    ensureBranch: async (repository, branch, sha) => {
      await call('branch', repository, async (api) => {
        await ensureBranch(api, repository, { branch, sha });
      });
    },
    commit: async (repository, wanted) =>
      await call('commit', repository, async (api) => await commit(api, repository, wanted)),
    ensureDraftPullRequest: async (repository, pull) =>
      await call(
        'pull request',
        repository,
        async (api) => await ensureDraftPullRequest(api, repository, pull),
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
