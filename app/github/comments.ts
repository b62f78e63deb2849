// Comments and reactions. A comment of ours carries a hidden marker; it is ours only if this very
// App wrote it, so nobody can pass off his own, and we never edit somebody else's.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError, isAppError } from '../errors.ts';
import type { Api } from './connection.ts';
import { ensure } from './ensure.ts';
import type { GitHub, Reaction, RepositoryRef } from './port.ts';
import { at, parse } from './reading.ts';
import { requireComment } from './size-limits.ts';

const CommentAnswer = z.object({
  id: z.number().int(),
  body: z
    .string()
    .nullish()
    .transform((body) => body ?? ''),
  performed_via_github_app: z.object({ id: z.number().int() }).nullish(),
});
type Comment = z.infer<typeof CommentAnswer>;

const PAGE = 100;
const MOST_PAGES = 50;

type Thread = { repository: RepositoryRef; number: number; appId: number };

export async function putStatusComment(
  api: Api,
  thread: Thread,
  { id, body, key = `status-${thread.number}` }: { id?: number; body: string; key?: string },
): Promise<{ id: number }> {
  const text = marked(body, key);
  const stored = id === undefined ? undefined : await readOwn(api, thread, id);
  const made = stored ?? (await ensureComment(api, thread, { text, key }));
  if (made.body === text) return { id: made.id };
  if (await edit(api, thread, { id: made.id, text })) return { id: made.id };
  // Deleted since we looked: the next one is made.
  return { id: (await ensureComment(api, thread, { text, key })).id };
}

export async function comment(
  api: Api,
  thread: Thread,
  { body, key }: { body: string; key: string | undefined },
): Promise<{ id: number }> {
  const own = key ?? createHash('sha256').update(body).digest('hex').slice(0, 32);
  const made = await ensureComment(api, thread, { text: marked(body, own), key: own });
  return { id: made.id };
}

export async function react(
  api: Api,
  repository: RepositoryRef,
  { target, content }: { target: Parameters<GitHub['react']>[1]; content: Reaction },
): Promise<void> {
  const { reactions } = api.rest;
  const where = at(repository);
  await api.ask(`reaction ${content}`, async () => {
    if ('issue' in target) {
      return await reactions.createForIssue({ ...where, issue_number: target.issue, content });
    }
    if ('comment' in target) {
      return await reactions.createForIssueComment({
        ...where,
        comment_id: target.comment,
        content,
      });
    }
    return await reactions.createForPullRequestReviewComment({
      ...where,
      comment_id: target.reviewComment,
      content,
    });
  });
}

async function ensureComment(
  api: Api,
  thread: Thread,
  { text, key }: { text: string; key: string },
): Promise<Comment> {
  const what = `a comment on ${thread.number}`;
  const input = { ...at(thread.repository), issue_number: thread.number, body: text };
  return await ensure(api, {
    what,
    find: async () => await findOwn(api, thread, key),
    create: async () => {
      const data = await api.once(what, async () => await api.rest.issues.createComment(input));
      return data === undefined ? undefined : parse(what, CommentAnswer, data);
    },
  });
}

async function findOwn(api: Api, thread: Thread, key: string): Promise<Comment | undefined> {
  const what = `comments of ${thread.number}`;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const input = { ...at(thread.repository), issue_number: thread.number, per_page: PAGE, page };
    const data = await api.ask(what, async () => await api.rest.issues.listComments(input));
    const comments = parse(what, z.array(CommentAnswer), data);
    const own = comments.find(
      (one) => isOwn(thread, one) && one.body.trimEnd().endsWith(marker(key)),
    );
    if (own !== undefined || comments.length < PAGE) return own;
  }
  return undefined;
}

/** Undefined when it is gone or was never ours. */
async function readOwn(api: Api, thread: Thread, id: number): Promise<Comment | undefined> {
  const what = `comment ${id}`;
  try {
    const data = await api.ask(
      what,
      async () => await api.rest.issues.getComment({ ...at(thread.repository), comment_id: id }),
    );
    const found = parse(what, CommentAnswer, data);
    return isOwn(thread, found) ? found : undefined;
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

/** False when it is gone. */
async function edit(
  api: Api,
  { repository }: Thread,
  { id, text }: { id: number; text: string },
): Promise<boolean> {
  try {
    await api.ask(
      `changing comment ${id}`,
      async () =>
        await api.rest.issues.updateComment({ ...at(repository), comment_id: id, body: text }),
    );
    return true;
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return false;
    throw error;
  }
}

function isOwn({ appId }: Thread, { performed_via_github_app: app }: Comment): boolean {
  return app?.id === appId;
}

export function marked(body: string, key: string): string {
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(key)) {
    throw new AppError('VALIDATION_ERROR', {
      problem: `'${key}' is not a key of a comment`,
      details: { key },
    });
  }
  const text = `${body.trimEnd()}\n\n${marker(key)}`;
  requireComment(body);
  requireComment(text);
  return text;
}

export function marker(key: string): string {
  return `<!-- redgreen:${key} -->`;
}
