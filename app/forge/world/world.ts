// What every handler gets: the state, the repositories, the clock, and a way to announce events.
// Types and small lookups only.
import type { GitRepository } from '../git/repository.ts';
import { notFound } from './github-error.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Account, App, Delivery, ForgeState, PullSize, Repository } from './state.ts';

export type ForgeDeps = {
  now: () => Date;
  /** A new UUID, for deliveries. */
  newGuid: () => string;
  /** A new unguessable string of letters and digits, for tokens and secrets. */
  newSecret: () => string;
};

/** An event as GitHub names it; the sender, repository and installation are added on sending. */
export type ForgeEvent = {
  event:
    | 'issues'
    | 'issue_comment'
    | 'pull_request'
    | 'push'
    | 'check_run'
    | 'check_suite'
    | 'delete'
    | 'github_app_authorization'
    | 'installation'
    | 'installation_repositories'
    | 'label'
    | 'pull_request_review'
    | 'pull_request_review_comment'
    | 'repository';
  action: string | undefined;
  repository: Repository | undefined;
  sender: Account;
  payload: Readonly<Record<string, unknown>>;
  /** For events without a repository: the installation that hears of it. */
  onlyInstallationId?: number;
  /** For events that concern an app and no installation: the app that hears of it. */
  onlyAppId?: number;
};

export type World = {
  state: ForgeState;
  deps: ForgeDeps;
  /** Without a trailing slash; `api` is `web` + `/api/v3`. */
  urls: { web: string; api: string };
  gitOf: (repository: Repository) => GitRepository;
  /** Queues webhooks for all apps that listen. Never waits for them. */
  announce: (event: ForgeEvent) => void;
  /** Signs commits that a bot makes without naming an author; undefined leaves them unsigned. */
  signer: CommitSigner | undefined;
  rates: RateLimiter;
  /** By `BASE...HEAD`; facts about immutable commits, remembered to save git runs. */
  pullSizes: Map<string, PullSize>;
  /** Of a recursive listing. */
  mostTreeEntries: number;
  /** Sends a recorded delivery again, with the same guid. Never waits for it. */
  redeliver: (delivery: Delivery) => void;
};

export type CommitSigner = {
  sign: (payload: string) => string;
  verify: (payload: string, signature: string) => boolean;
};

/** GitHub's timestamps have no fractions of a second. */
export function timestamp(world: { deps: ForgeDeps }): string {
  return `${world.deps.now().toISOString().slice(0, 19)}Z`;
}

export function accountById(state: ForgeState, id: number): Account {
  const account = state.accounts.get(id);
  if (account === undefined) throw new Error(`no account ${id}`);
  return account;
}

export function appById(state: ForgeState, id: number): App {
  const app = state.apps.get(id);
  if (app === undefined) throw new Error(`no app ${id}`);
  return app;
}

/** Logins are compared without case, as GitHub does. */
export function accountByLogin(state: ForgeState, login: string): Account | undefined {
  const wanted = login.toLowerCase();
  return [...state.accounts.values()].find((account) => account.login.toLowerCase() === wanted);
}

export function findRepository(
  state: ForgeState,
  owner: string,
  name: string,
): Repository | undefined {
  const account = accountByLogin(state, owner);
  return [...state.repositories.values()].find(
    (repository) =>
      repository.ownerId === account?.id && repository.name.toLowerCase() === name.toLowerCase(),
  );
}

export function fullName(state: ForgeState, repository: Repository): string {
  return `${accountById(state, repository.ownerId).login}/${repository.name}`;
}

export function repositoryById(state: ForgeState, id: number): Repository {
  const repository = state.repositories.get(id);
  if (repository === undefined) throw notFound();
  return repository;
}
