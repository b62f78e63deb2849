// Everything the forge knows apart from git objects, as plain data behind one object, so that it
// can be saved. No behaviour beyond making an empty one and handing out ids.
import { emptyOauth, type OauthState } from './oauth.ts';

export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read';
export type Level = 'read' | 'write' | 'admin';
export type Permissions = Readonly<Record<string, Level>>;

export type Account = {
  id: number;
  login: string;
  type: 'User' | 'Organization' | 'Bot';
  name: string | undefined;
  email: string;
  createdAt: string;
};

export type Label = { id: number; name: string; color: string; description: string | undefined };

export const REACTIONS = [
  '+1',
  '-1',
  'laugh',
  'confused',
  'heart',
  'hooray',
  'rocket',
  'eyes',
] as const;
export type ReactionContent = (typeof REACTIONS)[number];
export type Reaction = {
  id: number;
  accountId: number;
  content: ReactionContent;
  createdAt: string;
};

export type Comment = {
  id: number;
  authorId: number;
  appId: number | undefined;
  body: string;
  reactions: Reaction[];
  createdAt: string;
  updatedAt: string;
};

/** On a line of the diff of a pull request. */
export type LineComment = {
  id: number;
  authorId: number;
  body: string;
  path: string;
  line: number;
  /** The lines are others by now. */
  isOutdated: boolean;
  diffHunk: string;
  commitSha: string;
  inReplyToId: number | undefined;
  reviewId: number | undefined;
  reactions: Reaction[];
  createdAt: string;
};

export type Pull = {
  id: number;
  headRef: string;
  headSha: string;
  baseRef: string;
  baseSha: string;
  isDraft: boolean;
  maintainerCanModify: boolean;
  mergedAt: string | undefined;
  mergedById: number | undefined;
  mergeCommitSha: string | undefined;
  lineComments: LineComment[];
};

export type PullSize = {
  commits: number;
  additions: number;
  deletions: number;
  changedFiles: number;
};

type StateReason = 'completed' | 'not_planned' | 'duplicate' | 'reopened';

/** A label that was put on or taken off. */
export type Labeling = {
  id: number;
  action: 'labeled' | 'unlabeled';
  label: Pick<Label, 'name' | 'color'>;
  actorId: number;
  createdAt: string;
};

/** A pull request is an issue with `pull`, as on GitHub: one number space, one thread. */
export type Issue = {
  id: number;
  number: number;
  title: string;
  body: string | undefined;
  state: 'open' | 'closed';
  stateReason: StateReason | undefined;
  authorId: number;
  appId: number | undefined;
  labelIds: number[];
  /** Oldest first. */
  labelings: Labeling[];
  comments: Comment[];
  reactions: Reaction[];
  createdAt: string;
  updatedAt: string;
  closedAt: string | undefined;
  closedById: number | undefined;
  pull: Pull | undefined;
};

export type CheckStatus = 'queued' | 'in_progress' | 'completed';
export type Annotation = Readonly<Record<string, unknown>>;
export type CheckRun = {
  id: number;
  suiteId: number;
  appId: number;
  headSha: string;
  name: string;
  externalId: string;
  detailsUrl: string | undefined;
  status: CheckStatus;
  conclusion: string | undefined;
  startedAt: string;
  completedAt: string | undefined;
  title: string | undefined;
  summary: string | undefined;
  text: string | undefined;
  annotations: Annotation[];
};
type CheckSuite = {
  id: number;
  appId: number;
  headSha: string;
  /** Of the pull request whose newest commit it was then. */
  headBranch: string | undefined;
  createdAt: string;
};

export type Repository = {
  id: number;
  ownerId: number;
  name: string;
  isPrivate: boolean;
  /** It can be read only. */
  isArchived: boolean;
  description: string | undefined;
  defaultBranch: string;
  /** False on private repositories of small plans. */
  hasDrafts: boolean;
  /** The setting that lets GitHub Actions create pull requests; off by default. */
  actionsMayCreatePulls: boolean;
  /** The bare repository. */
  directory: string;
  createdAt: string;
  updatedAt: string;
  pushedAt: string;
  roles: Map<number, Role>;
  labels: Label[];
  issues: Map<number, Issue>;
  nextNumber: number;
  checkSuites: CheckSuite[];
  checkRuns: CheckRun[];
};

export type App = {
  id: number;
  slug: string;
  name: string;
  clientId: string;
  /** SHA-256 in hex: the secret is handed out once. None for GitHub's own apps. */
  clientSecretHash: string | undefined;
  callbackUrls: readonly string[];
  ownerId: number;
  botId: number;
  /** PEM. The private key is handed out once and not kept, as on GitHub. None for GitHub's own. */
  publicKey: string | undefined;
  permissions: Permissions;
  events: readonly string[];
  hook: { id: number; url: string | undefined; secret: string };
  createdAt: string;
};

export type Installation = {
  id: number;
  appId: number;
  accountId: number;
  repositoryIds: number[];
  permissions: Permissions;
  createdAt: string;
  suspendedAt: string | undefined;
};

export type InstallationToken = {
  token: string;
  installationId: number;
  expiresAt: string;
  repositoryIds: readonly number[];
  permissions: Permissions;
};

export type Delivery = {
  id: number;
  guid: string;
  appId: number;
  event: string;
  action: string | undefined;
  installationId: number | undefined;
  repositoryId: number | undefined;
  isRedelivery: boolean;
  deliveredAt: string;
  durationMs: number;
  url: string;
  requestHeaders: Readonly<Record<string, string>>;
  /** The exact bytes that were signed and sent. */
  payload: string;
  /** 0 when there was no answer. */
  statusCode: number;
  status: string;
  responseHeaders: Readonly<Record<string, string>>;
  responseBody: string;
};

export type MutatingCall = {
  operationId: string;
  /** Login of whoever acted, such as `ann` or `redgreen[bot]`; the app's slug for a JWT. */
  actor: string;
  path: string;
  body: unknown;
  status: number;
  /** False when the answer never reached the client (an injected fault). */
  isAnswered: boolean;
};

export type ForgeState = {
  lastId: number;
  accounts: Map<number, Account>;
  userTokens: Map<string, number>;
  repositories: Map<number, Repository>;
  apps: Map<number, App>;
  installations: Map<number, Installation>;
  installationTokens: Map<string, InstallationToken>;
  oauth: OauthState;
  deliveries: Delivery[];
  calls: MutatingCall[];
};

export function emptyState(): ForgeState {
  return {
    lastId: 1000,
    accounts: new Map(),
    userTokens: new Map(),
    repositories: new Map(),
    apps: new Map(),
    installations: new Map(),
    installationTokens: new Map(),
    oauth: emptyOauth(),
    deliveries: [],
    calls: [],
  };
}

/** One counter for everything, so that two kinds never share an id by chance. */
export function takeId(state: ForgeState): number {
  state.lastId += 1;
  return state.lastId;
}
