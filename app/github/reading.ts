// What is only read: issues, people's permission, branches, pull requests. Answers are parsed here,
// where they enter.
import { z } from 'zod';
import { isAppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Api } from './connection.ts';
import { unexpected } from './faults.ts';
import type { Issue, Permission, PullRequest, RepositoryRef } from './port.ts';

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

/** Fails closed: whatever is not a clear answer about this very person is `none`. */
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
    if (isAppError(error, 'CANCELLED')) throw error;
    if (!isAppError(error, 'NOT_FOUND')) {
      log.warn({ login, err: error }, 'Permission unknown; taken for none');
    }
    return 'none';
  }
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
  const { number, html_url: url, draft = false, state, title, body, head } = answer;
  return { number, url, isDraft: draft, state, headSha: head.sha, body, title };
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
