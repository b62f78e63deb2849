// GitHub's payloads → triggers, for every door. Only what is needed is read, and nothing is believed
// that the rest of the host could not store; what does not fit is told, never repaired. What the
// shapes let through is what is kept of a delivery until it is decided. Pure.
import { z } from 'zod';
import { parseComment } from './parse.ts';
import type { CommentTrigger, LabelTrigger, Trigger } from './trigger.ts';

export type ReadPayload<T extends Trigger = Trigger> =
  | { ok: true; trigger: T }
  | { ok: false; problem: string };

export const id = z.int().positive();
/** As the database keeps it. */
export const number = z.int().positive().max(2_147_483_647);
const name = z.string().regex(/^[\w.-]{1,100}$/);
/** As much as GitHub lets people write, and not a whole payload more. */
export const text = z.string().max(262_144);
const title = z.string().max(1_024);
const login = z.string().regex(/^[\w.-]{1,100}(?:\[bot\])?$/);

export const FromGitHub = z.object({
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

/** Only whether it is there. */
export const presence = z
  .unknown()
  .transform((value) => (isPresent(value) ? true : undefined))
  .optional();

/** `issues.labeled` */
export const Labeled = FromGitHub.extend({
  label: z.object({ name: title }),
  issue: z.object({
    number,
    title,
    body: text.nullish(),
    pull_request: presence,
    updated_at: z.iso.datetime({ offset: true }).optional(),
  }),
});

/** `issue_comment.created`, on issues and on pull requests. */
export const Commented = FromGitHub.extend({
  issue: z.object({ number, pull_request: presence }),
  comment: z.object({
    id,
    body: text.nullish(),
    user: z.object({ id }),
    created_at: z.iso.datetime({ offset: true }),
    performed_via_github_app: z.object({ id }).nullish(),
  }),
});

type Common = z.output<typeof FromGitHub>;

export function readLabeled(payload: unknown): ReadPayload<LabelTrigger> {
  const read = Labeled.safeParse(payload);
  if (!read.success) return { ok: false, problem: problemOf(read.error) };
  return { ok: true, trigger: toLabel(read.data) };
}

export function readCommented(payload: unknown): ReadPayload<CommentTrigger> {
  const read = Commented.safeParse(payload);
  if (!read.success) return { ok: false, problem: problemOf(read.error) };
  return { ok: true, trigger: toComment(read.data) };
}

export function toLabel(kept: z.output<typeof Labeled>): LabelTrigger {
  const { label, issue } = kept;
  return {
    kind: 'label',
    ...common(kept),
    label: label.name,
    issue: {
      number: issue.number,
      title: issue.title,
      body: issue.body ?? '',
      isPullRequest: isPresent(issue.pull_request),
      ...(isPresent(issue.updated_at) && { changedAt: Date.parse(issue.updated_at) }),
    },
  };
}

export function toComment(kept: z.output<typeof Commented>): CommentTrigger {
  const { issue, comment } = kept;
  const viaAppId = comment.performed_via_github_app?.id;
  return {
    kind: 'comment',
    ...common(kept),
    thread: { number: issue.number, isPullRequest: isPresent(issue.pull_request) },
    comment: {
      id: comment.id,
      authorId: comment.user.id,
      writtenAt: Date.parse(comment.created_at),
      ...(viaAppId !== undefined && { viaAppId }),
    },
    parsed: parseComment(comment.body ?? ''),
  };
}

export function common({ installation, repository, sender }: Common) {
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

function isPresent<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}

/** Places only: the values are a stranger's. */
export function problemOf(error: z.ZodError): string {
  const places = error.issues.map(({ path }) => path.map(String).join('.') || 'payload');
  return `the payload is not one we can use: ${[...new Set(places)].slice(0, 8).join(', ')}`;
}
