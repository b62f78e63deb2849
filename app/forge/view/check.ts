// Check runs as GitHub shows them. Pure.
import { isPlainObject } from '../../../sandbox/protocol/parse-json.ts';
import type { RawCommit } from '../git/commit-object.ts';
import type { CheckRun, Repository } from '../world/state.ts';
import { appById, type World } from '../world/world.ts';
import { nodeId } from './account.ts';
import { appView } from './app.ts';
import { minimalPullView, type PullThread } from './pull.ts';
import { repositoryApi, repositoryPage } from './repository.ts';

type Json = Record<string, unknown>;

export function checkRunView(world: World, repository: Repository, run: CheckRun): Json {
  const api = `${repositoryApi(world, repository)}/check-runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('CR', repository.id, run.id),
    head_sha: run.headSha,
    external_id: run.externalId,
    url: api,
    html_url: `${repositoryPage(world, repository)}/runs/${run.id}`,
    details_url: run.detailsUrl ?? `${world.urls.web}/apps/${appById(world.state, run.appId).slug}`,
    status: run.status,
    conclusion: run.conclusion ?? null,
    started_at: run.startedAt,
    completed_at: run.completedAt ?? null,
    output: {
      title: run.title ?? null,
      summary: run.summary ?? null,
      text: run.text ?? null,
      annotations_count: run.annotations.length,
      annotations_url: `${api}/annotations`,
    },
    check_suite: { id: run.suiteId },
    app: appView(world, appById(world.state, run.appId)),
    pull_requests: pullsOf(repository, run).map((issue) =>
      minimalPullView(world, repository, issue),
    ),
  };
}

/** Webhooks show the suite in more detail. */
export function checkRunEventView(world: World, repository: Repository, run: CheckRun): Json {
  const view = checkRunView(world, repository, run);
  const suite = repository.checkSuites.find(({ id }) => id === run.suiteId);
  return {
    ...view,
    check_suite: {
      id: run.suiteId,
      node_id: nodeId('CS', repository.id, run.suiteId),
      head_branch: suite?.headBranch ?? null,
      head_sha: run.headSha,
      status: run.status,
      conclusion: run.conclusion ?? null,
      url: `${repositoryApi(world, repository)}/check-suites/${run.suiteId}`,
      before: null,
      after: null,
      pull_requests: view['pull_requests'],
      app: view['app'],
      created_at: suite?.createdAt ?? run.startedAt,
      updated_at: run.completedAt ?? run.startedAt,
    },
  };
}

/** The suite by itself, with the commit it is about. */
export function checkSuiteEventView(
  world: World,
  repository: Repository,
  { run, head }: { run: CheckRun; head: RawCommit },
): Json {
  const view = checkRunEventView(world, repository, run);
  const api = `${repositoryApi(world, repository)}/check-suites/${run.suiteId}`;
  const { name, email } = head.author;
  return {
    ...objectOf(view['check_suite']),
    latest_check_runs_count: 1,
    check_runs_url: `${api}/check-runs`,
    head_commit: {
      id: head.sha,
      tree_id: head.tree,
      message: head.message,
      timestamp: head.committer.date,
      author: { name, email },
      committer: { name: head.committer.name, email: head.committer.email },
    },
  };
}

function objectOf(value: unknown): Json {
  return isPlainObject(value) ? value : {};
}

/** GitHub lists those whose newest commit it is, and those of the branch that it was pushed to. */
function pullsOf(repository: Repository, { headSha, suiteId }: CheckRun): PullThread[] {
  const branch = repository.checkSuites.find(({ id }) => id === suiteId)?.headBranch;
  return [...repository.issues.values()]
    .filter((issue): issue is PullThread => issue.pull !== undefined)
    .filter(({ state, pull }) => {
      return state === 'open' && (pull.headSha === headSha || pull.headRef === branch);
    });
}
