// What a `/fix` in a review is about: the comment itself, those of the same review that ask for a fix
// too (all of them where the review's own text does), and what was said in their threads before.
import type { ErrandRequest } from '../../command/errand.ts';
import { parseLineComment } from '../../command/line-comment.ts';
import { reviewThreadOf } from '../../command/trigger.ts';
import type { Permission } from '../../github/port.ts';
import type { LineRemark } from '../../github/shapes/port.ts';
import type { Records } from '../../store/records.ts';
import { seenText } from '../../text/seen-text.ts';
import { type ErrandsDeps, placeOf } from './deps.ts';

export type Remark = Pick<LineRemark, 'id' | 'path' | 'line' | 'wasLine' | 'diffHunk'> & {
  startLine?: number;
  /** The first comment of its thread. */
  inReplyTo: number;
  /** Unset: what the errand itself says. */
  text?: string;
  /** Oldest first. */
  before: { author: string; permission: Permission; text: string }[];
};

const MOST_REMARKS = 30;
const MOST_BEFORE = 20;
const LONGEST_TEXT = 4_000;

export async function readReviewed(deps: ErrandsDeps, request: ErrandRequest): Promise<Remark[]> {
  const { comment, thread } = request;
  if (comment.line === undefined && comment.isReview !== true) return [];
  const all = await deps.github.lineRemarks(placeOf(request), thread.number);
  const asked = [...ownRemark(request), ...alsoAsked(request, all)].slice(0, MOST_REMARKS);
  const permissions = new Map<string, Permission>();
  const remarks: Remark[] = [];
  for (const one of asked) {
    const before: Remark['before'] = [];
    for (const { author, body } of saidBefore(one, all)) {
      const known = permissions.get(author);
      const permission = known ?? (await deps.github.permission(placeOf(request), author));
      permissions.set(author, permission);
      before.push({ author, permission, text: seenText(body, LONGEST_TEXT).text });
    }
    remarks.push({ ...one, before });
  }
  return remarks;
}

type Bare = Omit<Remark, 'before'>;

function ownRemark({ comment }: ErrandRequest): Bare[] {
  const { id, line } = comment;
  const inReplyTo = reviewThreadOf(comment);
  if (line === undefined || inReplyTo === undefined) return [];
  const { text: _text, ...place } = line;
  return [{ ...place, id, inReplyTo }];
}

/** Of the same review; nobody else can write in it. */
function alsoAsked({ comment }: ErrandRequest, all: readonly LineRemark[]): Bare[] {
  const reviewId = comment.isReview === true ? comment.id : comment.line?.reviewId;
  if (reviewId === undefined) return [];
  const others = all.filter(
    (one) => one.reviewId === reviewId && one.isByPerson && one.id !== comment.id,
  );
  return others.flatMap((one) => {
    const asked = fixOf(one.body);
    if (asked === undefined && comment.isReview !== true) return [];
    const text = asked ?? seenText(one.body, LONGEST_TEXT).text;
    return [{ ...one, inReplyTo: one.inReplyToId ?? one.id, text }];
  });
}

function fixOf(body: string): string | undefined {
  const parsed = parseLineComment(body);
  if (parsed.kind !== 'command' || parsed.command.kind !== 'act') return undefined;
  const { act } = parsed.command;
  return act.type === 'fix' ? act.text : undefined;
}

function saidBefore({ id, inReplyTo }: Bare, all: readonly LineRemark[]): LineRemark[] {
  const inThread = all.filter((one) => (one.inReplyToId ?? one.id) === inReplyTo && one.id < id);
  return inThread.filter(({ isByPerson }) => isByPerson).slice(-MOST_BEFORE);
}

/** Whether a job was begun by a review that this comment is one of. */
export async function isCovered(
  { errands }: Records,
  jobId: string,
  { id: commentId, line }: { id: number; line?: unknown },
): Promise<boolean> {
  if (line === undefined) return false;
  const covers = (await errands.thatBegan(jobId))?.outcome?.covers ?? [];
  return covers.some(({ id }) => id === commentId);
}

export function coveredText(jobId: string): string {
  return `The follow-up job (\`${jobId}\`) is about this too: it was said in the same review.`;
}
