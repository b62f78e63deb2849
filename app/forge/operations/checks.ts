// Check runs: made and changed only by the app that owns them.
import {
  created,
  type Handler,
  handleIn,
  type InputOf,
  ok,
  type RepositoryCall,
  senderOf,
} from '../call/call.ts';
import { checkOutput } from '../call/limits.ts';
import { paged } from '../call/paging.ts';
import { announceCheckRun } from '../events/announce.ts';
import type { OperationId } from '../schema/selection.ts';
import { checkRunView } from '../view/check.ts';
import { GithubError, notForIntegration, notFound, unprocessable } from '../world/github-error.ts';
import { type Annotation, type CheckRun, type CheckStatus, takeId } from '../world/state.ts';
import { timestamp } from '../world/world.ts';

export const checkOperations = {
  'checks/create': handleIn(createRun),
  'checks/get': handleIn((call: RepositoryCall<InputOf<'checks', 'get'>>) =>
    ok(checkRunView(call.world, call.repository, runOf(call, call.input.check_run_id))),
  ),
  'checks/list-for-ref': handleIn(listRuns),
  'checks/update': handleIn(updateRun),
} satisfies Partial<Record<OperationId, Handler>>;

/** What creating and updating have in common. */
type RunInput = {
  name?: string;
  details_url?: string;
  external_id?: string;
  started_at?: string;
  completed_at?: string;
  status?: string;
  conclusion?: string;
  output?: {
    title?: string;
    summary?: string;
    text?: string;
    annotations?: readonly Annotation[];
  };
};

async function createRun(call: RepositoryCall<RunInput & { name: string; head_sha: string }>) {
  const { world, repository, input } = call;
  const app = appOf(call);
  const headSha = input.head_sha;
  if ((await world.gitOf(repository).typeOf(headSha)) !== 'commit') {
    throw unprocessable(`No commit found for SHA: ${headSha}`);
  }
  const run: CheckRun = {
    id: takeId(world.state),
    suiteId: suiteFor(call, app.id, headSha),
    appId: app.id,
    headSha,
    name: input.name,
    externalId: '',
    detailsUrl: undefined,
    status: 'queued',
    conclusion: undefined,
    startedAt: timestamp(world),
    completedAt: undefined,
    title: undefined,
    summary: undefined,
    text: undefined,
    annotations: [],
  };
  apply(call, run, input);
  repository.checkRuns.push(run);
  const sender = senderOf(call);
  announceCheckRun(world, repository, { action: 'created', run, sender });
  if (run.status === 'completed') {
    announceCheckRun(world, repository, { action: 'completed', run, sender });
  }
  return created(checkRunView(world, repository, run));
}

function updateRun(call: RepositoryCall<RunInput & { check_run_id: number }>) {
  const { world, repository, input } = call;
  const run = runOf(call, input.check_run_id);
  if (run.appId !== appOf(call).id) {
    throw new GithubError(
      403,
      'Invalid app_id `' +
        appOf(call).id +
        '` - check run can only be modified by the GitHub App that created it.',
    );
  }
  const wasCompleted = run.status === 'completed';
  apply(call, run, input);
  if (run.status === 'completed' && !wasCompleted) {
    announceCheckRun(world, repository, { action: 'completed', run, sender: senderOf(call) });
  }
  return ok(checkRunView(world, repository, run));
}

/** A conclusion completes a run; annotations are added to those already there. */
function apply(call: RepositoryCall, run: CheckRun, input: RunInput): void {
  const { output } = input;
  checkOutput('summary', output?.summary);
  checkOutput('text', output?.text);
  if (input.status === 'completed' && input.conclusion === undefined) {
    throw unprocessable('Invalid request.\n\n"conclusion" wasn\'t supplied.');
  }
  const status = input.conclusion === undefined ? statusOf(input.status) : 'completed';
  const isReopened = status !== undefined && status !== 'completed';
  Object.assign(run, {
    name: input.name ?? run.name,
    detailsUrl: input.details_url ?? run.detailsUrl,
    externalId: input.external_id ?? run.externalId,
    startedAt: input.started_at ?? run.startedAt,
    status: status ?? run.status,
    conclusion: isReopened ? undefined : (input.conclusion ?? run.conclusion),
    title: output?.title ?? run.title,
    summary: output?.summary ?? run.summary,
    text: output?.text ?? run.text,
    annotations: [...run.annotations, ...(output?.annotations ?? [])],
  });
  if (isReopened) run.completedAt = undefined;
  else if (run.status === 'completed') {
    run.completedAt = input.completed_at ?? run.completedAt ?? timestamp(call.world);
  }
}

function statusOf(value: string | undefined): CheckStatus | undefined {
  const statuses: readonly CheckStatus[] = ['queued', 'in_progress', 'completed'];
  return statuses.find((status) => status === value);
}

async function listRuns(call: RepositoryCall<InputOf<'checks', 'listForRef'>>) {
  const { world, repository, input } = call;
  const sha = await world.gitOf(repository).resolveCommit(input.ref);
  if (sha === undefined) throw unprocessable(`No commit found for SHA: ${input.ref}`);
  const named = repository.checkRuns
    .filter((run) => run.headSha === sha)
    .filter((run) => input.app_id === undefined || run.appId === input.app_id)
    .filter((run) => input.check_name === undefined || run.name === input.check_name);
  const isLatest = (run: CheckRun): boolean =>
    run === named.findLast(({ name, appId }) => name === run.name && appId === run.appId);
  const chosen = named
    .filter((run) => input.filter === 'all' || isLatest(run))
    .filter((run) => input.status === undefined || run.status === input.status);
  return await paged(call, chosen, (runs) => ({
    total_count: chosen.length,
    check_runs: runs.map((run) => checkRunView(world, repository, run)),
  }));
}

function runOf(call: RepositoryCall, id: number): CheckRun {
  const run = call.repository.checkRuns.find((candidate) => candidate.id === id);
  if (run === undefined) throw notFound();
  return run;
}

function appOf(call: RepositoryCall) {
  const { actor } = call;
  if (actor.kind === 'installation') return actor.app;
  throw actor.kind === 'user'
    ? new GithubError(403, 'You must authenticate via a GitHub App.')
    : notForIntegration();
}

/** GitHub has one suite per app and commit. */
function suiteFor(call: RepositoryCall, appId: number, headSha: string): number {
  const { checkSuites, issues } = call.repository;
  const known = checkSuites.find((suite) => suite.appId === appId && suite.headSha === headSha);
  if (known !== undefined) return known.id;
  const id = takeId(call.world.state);
  const headBranch = [...issues.values()].find(({ pull }) => pull?.headSha === headSha)?.pull
    ?.headRef;
  checkSuites.push({ id, appId, headSha, headBranch, createdAt: timestamp(call.world) });
  return id;
}
