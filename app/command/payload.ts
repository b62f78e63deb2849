// GitHub's payloads → triggers, for every door. Only what is needed is read, and nothing is believed
// that the rest of the host could not store; what does not fit is told, never repaired. Pure.
import { z } from 'zod';
import { parseComment } from './parse.ts';
import type { CommentTrigger, LabelTrigger, Trigger } from './trigger.ts';

export type ReadPayload<T extends Trigger = Trigger> =
  | { ok: true; trigger: T }
  | { ok: false; problem: string };

const id = z.int().positive();
/** As the database keeps it. */
const number = z.int().positive().max(2_147_483_647);
const name = z.string().regex(/^[\w.-]{1,100}$/);
const login = z.string().regex(/^[\w.-]{1,100}(?:\[bot\])?$/);

const FromGitHub = z.object({
  installation: z.object({ id }),
  repository: z.object({
    id,
    name,
    owner: z.object({ id, login: name }),
    default_branch: z.string().min(1).max(255),
    private: z.boolean(),
  }),
  sender: z.object({ id, login, type: z.string().max(40) }),
});

const Labeled = FromGitHub.extend({
  label: z.object({ name: z.string() }),
  issue: z.object({
    number,
    title: z.string(),
    body: z.string().nullish(),
    pull_request: z.unknown().optional(),
  }),
});

const Commented = FromGitHub.extend({
  issue: z.object({ number, pull_request: z.unknown().optional() }),
  comment: z.object({
    id,
    body: z.string().nullish(),
    user: z.object({ id }),
    created_at: z.iso.datetime({ offset: true }),
    performed_via_github_app: z.object({ id }).nullish(),
  }),
});

type Common = z.output<typeof FromGitHub>;

/** `issues.labeled` */
export function readLabeled(payload: unknown): ReadPayload<LabelTrigger> {
  const read = Labeled.safeParse(payload);
  if (!read.success) return { ok: false, problem: problemOf(read.error) };
  const { label, issue } = read.data;
  const trigger: LabelTrigger = {
    kind: 'label',
    ...common(read.data),
    label: label.name,
    issue: {
      number: issue.number,
      title: issue.title,
      body: issue.body ?? '',
      isPullRequest: isPresent(issue.pull_request),
    },
  };
  return { ok: true, trigger };
}

/** `issue_comment.created`, on issues and on pull requests. */
export function readCommented(payload: unknown): ReadPayload<CommentTrigger> {
  const read = Commented.safeParse(payload);
  if (!read.success) return { ok: false, problem: problemOf(read.error) };
  const { issue, comment } = read.data;
  const viaAppId = comment.performed_via_github_app?.id;
  const trigger: CommentTrigger = {
    kind: 'comment',
    ...common(read.data),
    thread: { number: issue.number, isPullRequest: isPresent(issue.pull_request) },
    comment: {
      id: comment.id,
      authorId: comment.user.id,
      writtenAt: Date.parse(comment.created_at),
      ...(viaAppId !== undefined && { viaAppId }),
    },
    parsed: parseComment(comment.body ?? ''),
  };
  return { ok: true, trigger };
}

function common({ installation, repository, sender }: Common) {
  return {
    installationId: installation.id,
    repository: {
      id: repository.id,
      owner: repository.owner.login,
      ownerId: repository.owner.id,
      name: repository.name,
      defaultBranch: repository.default_branch,
      isPrivate: repository.private,
    },
    sender,
  };
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Places only: the values are a stranger's. */
function problemOf(error: z.ZodError): string {
  const places = error.issues.map(({ path }) => path.map(String).join('.') || 'payload');
  return `the payload is not one we can use: ${[...new Set(places)].slice(0, 8).join(', ')}`;
}
