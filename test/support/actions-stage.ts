// A forge with one repository in which the workflow of docs/action.md could run, a scripted model
// behind the provider's own wire, and the events that GitHub would hand to a run.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Octokit } from '@octokit/rest';
import { ISSUE, REPOSITORY_FILES } from '../../app/cli/demo/repository.ts';
import { type Forge, startForge } from '../../app/forge/forge.ts';
import type { Script } from '../../app/gateway/scripted/script.ts';
import { type RunRequest, type RunResult, runAction } from './actions-runner.ts';
import { type OnRequest, scriptedMessagesServer } from './scripted-messages-server.ts';
import { STRAIGHT } from './straight.ts';

export const PLACE = { owner: 'acme', repo: 'greetings' };
const REPOSITORY = 'acme/greetings';
const PERSON = 'mona';

export type Levels = Record<string, 'read' | 'write'>;
export const ALL_PERMISSIONS: Levels = {
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  checks: 'write',
};

export type RunWishes = Partial<RunRequest> & { permissions?: Levels };

export type ActionsStage = AsyncDisposable & {
  forge: Forge;
  /** GitHub's API as the person sees it. */
  octokit: Octokit;
  issue: number;
  /** Planted: it must be found nowhere. */
  modelKey: string;
  /** Every token that a run got. */
  tokens: string[];
  /** Called with every request to the model, whose answer waits for it. */
  onModel(listen: OnRequest): void;
  run(event: string, payload: object, wishes?: RunWishes): Promise<RunResult>;
  dispatch(wishes?: RunWishes): Promise<RunResult>;
  label(name: string, wishes?: RunWishes): Promise<RunResult>;
  /** The person writes it; then the workflow runs for it. */
  say(thread: number, body: string, wishes?: RunWishes): Promise<RunResult>;
  /** The same on a line of the pull request; `id` is the comment's. */
  sayOnLine(
    pull: number,
    said: { path: string; line: number; body: string },
    wishes?: RunWishes,
  ): Promise<RunResult & { id: number }>;
};

export async function openActionsStage(script: Script = STRAIGHT): Promise<ActionsStage> {
  const forge = await startForge();
  const { operator } = forge;
  operator.createUser({ login: PLACE.owner });
  const person = operator.createUser({ login: PERSON });
  const files = REPOSITORY_FILES;
  await operator.createRepository({ owner: PLACE.owner, name: PLACE.repo, files });
  operator.setPermission({ repository: REPOSITORY, login: PERSON, permission: 'write' });
  operator.setActionsMayCreatePulls({ repository: REPOSITORY, isAllowed: true });
  const octokit = new Octokit({ baseUrl: forge.apiUrl, auth: person.token });
  const modelKey = `sk-ant-canary-${randomBytes(18).toString('hex')}`;
  let listener: OnRequest = () => undefined;
  const model = await scriptedMessagesServer(script, {
    apiKey: modelKey,
    onRequest: async (step, turn) => await listener(step, turn),
  });
  const { number: issue } = await forge.as(PERSON).openIssue(REPOSITORY, ISSUE);
  const runs = createRuns({ forge, octokit, modelKey, modelUrl: model.url, issue });
  return {
    forge,
    octokit,
    issue,
    modelKey,
    ...runs,
    onModel: (listen) => {
      listener = listen;
    },
    async [Symbol.asyncDispose]() {
      await model[Symbol.asyncDispose]();
      await forge.close();
    },
  };
}

type Parts = { forge: Forge; octokit: Octokit; modelKey: string; modelUrl: string; issue: number };

function createRuns(
  parts: Parts,
): Pick<ActionsStage, 'tokens' | 'run' | 'dispatch' | 'label' | 'say' | 'sayOnLine'> {
  const { forge, octokit, issue } = parts;
  const tokens: string[] = [];
  const run: ActionsStage['run'] = async (
    event,
    more,
    { permissions = ALL_PERMISSIONS, ...wishes } = {},
  ) => {
    const { token } = forge.operator.createActionsToken({ repository: REPOSITORY, permissions });
    tokens.push(token);
    const { data: repository } = await octokit.repos.get(PLACE);
    const { data: sender } = await octokit.users.getAuthenticated();
    return await runAction({
      event,
      payload: { ...more, repository, sender },
      token,
      repository: REPOSITORY,
      apiUrl: forge.apiUrl,
      serverUrl: forge.url,
      runId: 1000 + tokens.length,
      ...wishes,
      with: {
        'anthropic-api-key': parts.modelKey,
        'anthropic-base-url': parts.modelUrl,
        ...wishes.with,
      },
    });
  };
  const threadOf = async (issue_number: number) =>
    (await octokit.issues.get({ ...PLACE, issue_number })).data;
  return {
    tokens,
    run,
    async sayOnLine(pull_number, said, wishes) {
      const { id } = await forge
        .as(PERSON)
        .reviewLine({ repository: REPOSITORY, number: pull_number }, said);
      const { data: comments } = await octokit.pulls.listReviewComments({ ...PLACE, pull_number });
      const { data: pull } = await octokit.pulls.get({ ...PLACE, pull_number });
      const comment = comments.find((one) => one.id === id);
      const payload = { action: 'created', comment, pull_request: pull };
      return { ...(await run('pull_request_review_comment', payload, wishes)), id };
    },
    async dispatch(wishes = {}) {
      const given = { issue: String(issue), ...wishes.with };
      const payload = { inputs: { issue: given.issue }, ref: 'refs/heads/main' };
      return await run('workflow_dispatch', payload, { ...wishes, with: given });
    },
    async label(name, wishes) {
      await forge.as(PERSON).label({ repository: REPOSITORY, number: issue }, name);
      const payload = { action: 'labeled', issue: await threadOf(issue), label: { name } };
      return await run('issues', payload, wishes);
    },
    async say(thread, body, wishes) {
      const input = { ...PLACE, issue_number: thread, body };
      const { data: comment } = await octokit.issues.createComment(input);
      const payload = { action: 'created', issue: await threadOf(thread), comment };
      return await run('issue_comment', payload, wishes);
    },
  };
}

/** The forge has no forks: this stands before it and shows every pull request as coming from one. */
export async function forkingProxy(target: string): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => void forward(target, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/v3`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function forward(target: string, request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url = '/', headers } = request;
  const body = await buffer(request);
  const answer = await fetch(`${new URL(target).origin}${url}`, {
    method,
    headers: { authorization: headers.authorization ?? '', accept: headers.accept ?? '' },
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const text = await answer.text();
  const isPull = /\/pulls\/\d+$/.test(url);
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(
    isPull ? text.replaceAll(`"full_name":"${REPOSITORY}"`, '"full_name":"eve/greetings"') : text,
  );
}
