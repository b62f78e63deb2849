// What is only read: issues and their comments, people's permission, branches, pull requests. Answers
// are parsed here, where they enter.
import { z } from 'zod';
import { AppError, isAppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Api } from './connection.ts';
import { isUnanswered, unexpected } from './faults.ts';
import type { Issue, IssueComment, Permission, PullRequest, RepositoryRef } from './port.ts';

/** What every request about a repository carries. */
export function at({ owner, name }: RepositoryRef): { owner: string; repo: string } {
  return { owner, repo: name };
}

export function parse<T extends z.ZodType>(what: string, shape: T, data: unknown): z.infer<T> {
  const read = shape.safeParse(data);
  if (!read.success) throw unexpected(what, read.error);
  return read.data;
}

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const State = z.enum(['open', 'closed']);
const Author = z
  .object({ login: z.string() })
  .nullish()
  .transform((user) => user?.login ?? 'ghost');

const IssueAnswer = z.object({
  number: z.number().int(),
  title: z.string(),
  body: Text,
  user: Author,
  state: State,
  labels: z.array(
    z
      .union([z.string(), z.object({ name: Text })])
      .transform((label) => (typeof label === 'string' ? label : label.name)),
  ),
  pull_request: z.unknown().optional(),
  comments: z.number().int().nonnegative(),
});

export async function readIssue(
  api: Api,
  repository: RepositoryRef,
  number: number,
): Promise<Issue> {
  const what = `issue ${number}`;
  const data = await api.ask(
    what,
    async () => await api.rest.issues.get({ ...at(repository), issue_number: number }),
  );
  const { user: author, pull_request: pull, ...issue } = parse(what, IssueAnswer, data);
  // GitHub leads on to where it was moved.
  if (issue.number !== number) throw new AppError('NOT_FOUND', { details: { what } });
  return { ...issue, author, ...(pull !== undefined && { isPullRequest: pull !== null }) };
}

const ROLES: ReadonlySet<string> = new Set<Permission>([
  'admin',
  'maintain',
  'write',
  'triage',
  'read',
  'none',
]);
const isRole = (name: string): name is Permission => ROLES.has(name);
const PermissionAnswer = z.object({
  permission: z.string(),
  role_name: z.string().optional(),
  user: z.object({ login: z.string() }),
});

/**
 * Fails closed: an answer that is not a clear one about this very person is `none`, and without an
 * answer there is none.
 */
export async function readPermission(
  api: Api,
  { repository, login, log }: { repository: RepositoryRef; login: string; log: Logger },
): Promise<Permission> {
  try {
    const what = `permission of ${login}`;
    const data = await api.ask(
      what,
      async () =>
        await api.rest.repos.getCollaboratorPermissionLevel({ ...at(repository), username: login }),
    );
    const { permission, role_name: role = permission, user } = parse(what, PermissionAnswer, data);
    if (user.login.toLowerCase() !== login.toLowerCase()) return 'none';
    // A custom role has a name of its own; what it grants is in `permission`.
    const known = isRole(role) ? role : permission;
    return isRole(known) ? known : 'none';
  } catch (error) {
    // No answer is none: whoever asks can ask again.
    if (isAppError(error, 'CANCELLED') || isUnanswered(error) || isLate(error)) throw error;
    if (!isAppError(error, 'NOT_FOUND')) {
      log.warn({ login, err: error }, 'Permission unknown; taken for none');
    }
    return 'none';
  }
}

function isLate(error: unknown): boolean {
  return isAppError(error, 'RATE_LIMITED') || isAppError(error, 'TIMEOUT');
}

export const RefAnswer = z.object({ object: z.object({ sha: z.string(), type: z.string() }) });

/** Undefined when there is no such branch. */
export async function readBranchSha(
  api: Api,
  repository: RepositoryRef,
  branch: string,
): Promise<string | undefined> {
  const what = `branch ${branch}`;
  try {
    const data = await api.ask(
      what,
      async () => await api.rest.git.getRef({ ...at(repository), ref: `heads/${branch}` }),
    );
    return parse(what, RefAnswer, data).object.sha;
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

const FileAnswer = z.object({ type: z.literal('file'), encoding: z.string(), content: z.string() });

/** Undefined when there is no such file. */
export async function readFile(
  api: Api,
  repository: RepositoryRef,
  file: { path: string; ref?: string },
): Promise<string | undefined> {
  const what = `file ${file.path}`;
  try {
    const data = await api.ask(
      what,
      async () => await api.rest.repos.getContent({ ...at(repository), ...file }),
    );
    const { encoding, content } = parse(what, FileAnswer, data);
    // GitHub leaves out the content of files above 1 MB.
    if (encoding !== 'base64') throw unexpected(what, new Error(`its encoding is ${encoding}`));
    return Buffer.from(content, 'base64').toString('utf8');
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

export const PullAnswer = z.object({
  number: z.number().int(),
  html_url: z.string(),
  draft: z.boolean().optional(),
  state: State,
  title: z.string(),
  body: Text,
  head: z.object({
    sha: z.string(),
    ref: z.string(),
    repo: z.object({ full_name: z.string() }).nullish(),
  }),
  base: z.object({ ref: z.string() }),
});

export function toPullRequest(answer: z.infer<typeof PullAnswer>): PullRequest {
  const { number, html_url: url, draft = false, state, title, body, head, base } = answer;
  const baseBranch = base.ref;
  return { number, url, isDraft: draft, state, headSha: head.sha, body, title, baseBranch };
}

export async function readPullRequest(
  api: Api,
  repository: RepositoryRef,
  number: number,
): Promise<PullRequest> {
  const what = `pull request ${number}`;
  const data = await api.ask(
    what,
    async () => await api.rest.pulls.get({ ...at(repository), pull_number: number }),
  );
  return toPullRequest(parse(what, PullAnswer, data));
}

const RepositoryAnswer = z.object({ archived: z.boolean().default(false) });

export async function readRepository(
  api: Api,
  repository: RepositoryRef,
): Promise<{ isArchived: boolean }> {
  const what = 'the repository';
  const data = await api.ask(what, async () => await api.rest.repos.get(at(repository)));
  return { isArchived: parse(what, RepositoryAnswer, data).archived };
}

const AppAnswer = z.object({ slug: z.string().min(1) });

/** The bot that acts for the App. */
export async function readSelf(api: Api): Promise<{ login: string }> {
  const what = 'the App';
  const data = await api.ask(what, async () => await api.rest.apps.getAuthenticated());
  return { login: `${parse(what, AppAnswer, data).slug}[bot]` };
}

export async function readPullHead(
  api: Api,
  repository: RepositoryRef,
  number: number,
): Promise<{ branch: string; repository: string | undefined }> {
  const what = `pull request ${number}`;
  const data = await api.ask(
    what,
    async () => await api.rest.pulls.get({ ...at(repository), pull_number: number }),
  );
  const { head } = parse(what, PullAnswer, data);
  return { branch: head.ref, repository: head.repo?.full_name };
}

/** The newest pages are enough: more than these nobody reads. */
const PAGE = 100;
const MOST_PAGES = 2;

const CommentsAnswer = z.array(
  z.object({
    id: z.number().int(),
    body: z
      .string()
      .nullish()
      .transform((body) => body ?? ''),
    created_at: z.iso.datetime({ offset: true }),
    user: z.object({ login: z.string(), type: z.string() }).nullish(),
    performed_via_github_app: z.object({ id: z.number().int() }).nullish(),
  }),
);

/** Of so many as the issue has, oldest first. */
export async function readIssueComments(
  api: Api,
  { repository, number, total, appId }: IssuePlace,
): Promise<IssueComment[]> {
  const last = Math.max(1, Math.ceil(total / PAGE));
  const first = Math.max(1, last - MOST_PAGES + 1);
  const comments: IssueComment[] = [];
  // One more than are counted: what was written since stands on it.
  for (let page = first; page <= last + 1; page += 1) {
    const found = await readPage(api, { repository, number, page });
    comments.push(...found.map((one) => toComment(one, appId)));
    if (found.length < PAGE) break;
  }
  return comments;
}

type IssuePlace = { repository: RepositoryRef; number: number; total: number; appId: number };

async function readPage(
  api: Api,
  { repository, number, page }: { repository: RepositoryRef; number: number; page: number },
) {
  const what = `comments of issue ${number}`;
  const input = { ...at(repository), issue_number: number, per_page: PAGE, page };
  const data = await api.ask(what, async () => await api.rest.issues.listComments(input));
  return parse(what, CommentsAnswer, data);
}

function toComment(
  {
    id,
    body,
    created_at,
    user,
    performed_via_github_app: via,
  }: z.infer<typeof CommentsAnswer>[number],
  appId: number,
): IssueComment {
  // An account that is gone was a person's, as far as anybody can tell.
  const { login: author, type } = user ?? { login: 'ghost', type: 'User' };
  const isByPerson = type === 'User' && !author.endsWith('[bot]') && via?.id !== appId;
  return { id, author, body, isByPerson, writtenAt: Date.parse(created_at) };
}
