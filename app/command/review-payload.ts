// GitHub's payloads of reviews, comments on lines and buttons of checks → triggers: commands in other
// places than the thread. What the shapes let through is kept, as in payload.ts. Pure.
import { z } from 'zod';
import { parseLineComment, parseReview } from './line-comment.ts';
import { common, FromGitHub, id, number, problemOf, type ReadPayload, text } from './payload.ts';
import type { CommentTrigger, ReviewLine } from './trigger.ts';
import { visibleText } from './visible-text.ts';

const LONGEST_HUNK = 20_000;

const sha = z.string().regex(/^[0-9a-f]{40}$/);
const time = z.iso.datetime({ offset: true });
const author = z.object({ id });
const pull = z.object({ number });

/** `pull_request_review.submitted`; one without a text says nothing. */
export const Reviewed = FromGitHub.extend({
  pull_request: pull,
  review: z.object({ id, body: text.nullish(), user: author, submitted_at: time }),
});

export function toReview(kept: z.output<typeof Reviewed>): CommentTrigger {
  const { review, pull_request: on } = kept;
  return {
    kind: 'comment',
    ...common(kept),
    thread: { number: on.number, isPullRequest: true },
    comment: {
      id: review.id,
      authorId: review.user.id,
      writtenAt: Date.parse(review.submitted_at),
      place: 'review',
    },
    parsed: parseReview(review.body ?? ''),
  };
}

/** `pull_request_review_comment.created` */
export const LineCommented = FromGitHub.extend({
  pull_request: pull,
  comment: z.object({
    id,
    body: text.nullish(),
    user: author,
    created_at: time,
    performed_via_github_app: z.object({ id }).nullish(),
    path: z.string().min(1).max(4096),
    line: number.nullish(),
    original_line: number.nullish(),
    start_line: number.nullish(),
    side: z.enum(['LEFT', 'RIGHT']).nullish().catch(undefined),
    diff_hunk: text,
    in_reply_to_id: id.nullish(),
    pull_request_review_id: id.nullish(),
    commit_id: sha,
  }),
});

export function toLineComment(kept: z.output<typeof LineCommented>): CommentTrigger {
  const { comment, pull_request: on } = kept;
  const viaAppId = comment.performed_via_github_app?.id;
  return {
    kind: 'comment',
    ...common(kept),
    thread: { number: on.number, isPullRequest: true },
    comment: {
      id: comment.id,
      authorId: comment.user.id,
      writtenAt: Date.parse(comment.created_at),
      ...(viaAppId !== undefined && { viaAppId }),
      place: 'line',
      line: lineOf(comment),
    },
    parsed: parseLineComment(comment.body ?? ''),
  };
}

/** For a door that keeps nothing of what came. */
export function readLineCommented(payload: unknown): ReadPayload<CommentTrigger> {
  const read = LineCommented.safeParse(payload);
  if (!read.success) return { ok: false, problem: problemOf(read.error) };
  return { ok: true, trigger: toLineComment(read.data) };
}

export function readReviewed(payload: unknown): ReadPayload<CommentTrigger> {
  const read = Reviewed.safeParse(payload);
  if (!read.success) return { ok: false, problem: problemOf(read.error) };
  return { ok: true, trigger: toReview(read.data) };
}

function lineOf(comment: z.output<typeof LineCommented>['comment']): ReviewLine {
  const { line, start_line: startLine, side, in_reply_to_id: inReplyToId } = comment;
  const { original_line: wasLine, pull_request_review_id: reviewId } = comment;
  return {
    path: comment.path,
    ...(isGiven(line) && { line }),
    ...(!isGiven(line) && isGiven(wasLine) && { wasLine }),
    ...(isGiven(startLine) && { startLine }),
    ...(isGiven(side) && { side }),
    diffHunk: comment.diff_hunk.slice(0, LONGEST_HUNK),
    ...(isGiven(inReplyToId) && { inReplyToId }),
    ...(isGiven(reviewId) && { reviewId }),
    commitSha: comment.commit_id,
    text: visibleText(comment.body ?? '').text,
  };
}

const Check = z.object({
  id,
  head_sha: sha,
  app: z.object({ id }),
  pull_requests: z.array(pull).default([]),
});

/** `check_run.rerequested` and `check_suite.rerequested`: as `/verify`. */
export const RunRerequested = FromGitHub.extend({ check_run: Check });
export const SuiteRerequested = FromGitHub.extend({ check_suite: Check });

/** Undefined when the check belongs to no open pull request. */
export function toRerequest(
  kept: z.output<typeof FromGitHub>,
  check: z.output<typeof Check>,
): CommentTrigger | undefined {
  const [on] = check.pull_requests;
  if (on === undefined) return undefined;
  return {
    kind: 'comment',
    ...common(kept),
    thread: { number: on.number, isPullRequest: true },
    comment: {
      id: check.id,
      authorId: kept.sender.id,
      // It names no revision, so its time means nothing.
      writtenAt: 0,
      place: 'check',
      ofAppId: check.app.id,
      commitSha: check.head_sha,
    },
    parsed: { kind: 'check', name: 'verify' },
  };
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
