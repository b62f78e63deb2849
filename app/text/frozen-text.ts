// The words of an issue at one moment: title, text and comments as people see them, under one digest.
// What an agent is given, and what an approval is bound to. Pure.
import { createHash } from 'node:crypto';
import type { IssueComment, Permission } from '../github/port.ts';
import { visibleCharacters } from './characters.ts';
import { joinRemoved, type Removed } from './removed.ts';
import { LONGEST_BODY, seenText, seenTitle } from './seen-text.ts';

export type FrozenComment = {
  id: number;
  author: string;
  /** What he may do in the repository, as GitHub said when it was frozen. */
  permission: Permission;
  text: string;
};

export type FrozenText = {
  title: string;
  body: string;
  /** Oldest first; those of bots and of ourselves are not among them. */
  comments: FrozenComment[];
  /** The newest comment there was, whoever wrote it; later ones belong to no text yet. */
  commentsUntil: number;
  /** SHA-256 over all words, in hex. */
  digest: string;
  removed: Removed[];
  /** Put together for a follow-up: no issue says just this, and no edit of one changes it. */
  isComposed?: true;
};

/** `isUnread`: nothing of the text could be read, and nothing of it is there. */
type FreshText = FrozenText & { isUnread: boolean };

/** A comment with what its author may do. */
export type AskedComment = IssueComment & { permission: Permission };

type IssueWords = { title: string; body: string; comments?: readonly AskedComment[] };

/** As a job keeps them. */
type KeptWords = {
  issueTitle: string;
  issueText: string;
  issueDigest: string;
  issueComments?: FrozenComment[];
  commentsUntil?: number;
  issueRemoved?: Removed[];
  isComposed?: boolean;
};

export function frozenOf(kept: KeptWords): FrozenText {
  return {
    title: kept.issueTitle,
    body: kept.issueText,
    comments: kept.issueComments ?? [],
    commentsUntil: kept.commentsUntil ?? 0,
    digest: kept.issueDigest,
    removed: kept.issueRemoved ?? [],
    ...(kept.isComposed === true && { isComposed: true as const }),
  };
}

const MOST_COMMENTS = 50;
const LONGEST_COMMENT = 16_384;

/** Until when comments count: of an issue that is frozen anew, until the newest one of before. */
type Until = { at?: number | undefined; id?: number | undefined };

/** Comments that may go in; of the others nothing has to be asked. */
export function countedComments<C extends IssueComment>(
  comments: readonly C[],
  { at = Infinity, id = Infinity }: Until,
): { counted: C[]; until: number; older: number } {
  const early = comments.filter((one) => one.writtenAt <= at && one.id <= id);
  const ofPeople = early.filter(({ isByPerson }) => isByPerson);
  return {
    counted: ofPeople.slice(-MOST_COMMENTS),
    until: early.reduce((newest, one) => Math.max(newest, one.id), 0),
    older: Math.max(0, ofPeople.length - MOST_COMMENTS),
  };
}

export function freezeText(
  { title, body, comments = [] }: IssueWords,
  until: Until = {},
): FreshText {
  const seen = { title: seenTitle(title), body: seenText(body) };
  const chosen = countedComments(comments, until);
  const { frozen, removed } = freezeComments(chosen.counted, chosen.older);
  const words = { title: seen.title.text, body: seen.body.text, comments: frozen };
  return {
    ...words,
    commentsUntil: chosen.until,
    digest: digestOf(words),
    removed: joinRemoved([seen.title.removed, seen.body.removed, removed]),
    isUnread: seen.body.removed.some(({ kind }) => kind === 'unread') && seen.body.text === '',
  };
}

/** Other words for title and text, the comments as they were frozen. */
export function withWords(
  before: Pick<FrozenText, 'comments' | 'commentsUntil'>,
  issue: IssueWords,
) {
  const { comments, commentsUntil } = before;
  const { title, body, removed } = freezeText({ title: issue.title, body: issue.body });
  const words = { title, body, comments };
  return { ...words, commentsUntil, digest: digestOf(words), removed } satisfies FrozenText;
}

/** Of parts that are as people see them already. */
export function composeText(parts: Pick<FrozenText, 'title' | 'body' | 'comments'>): FrozenText {
  const { title, comments } = parts;
  const { text: body, removed } = visibleCharacters(parts.body);
  const words = { title, body, comments };
  return {
    ...words,
    commentsUntil: 0,
    digest: digestOf(words),
    removed: removed === 0 ? [] : [{ kind: 'character', count: removed }],
    isComposed: true,
  };
}

/** The newest first, as long as there is room; then in the order in which they were written. */
function freezeComments(comments: readonly AskedComment[], olderBefore: number) {
  const removed: Removed[][] = [];
  const frozen: FrozenComment[] = [];
  let room = LONGEST_BODY;
  let older = olderBefore;
  for (const { id, author, permission, body } of comments.toReversed()) {
    const seen = seenText(body, LONGEST_COMMENT);
    room -= seen.text.length;
    if (room < 0) older += 1;
    else {
      removed.push(seen.removed);
      if (seen.text !== '') frozen.unshift({ id, author, permission, text: seen.text });
    }
  }
  if (older > 0) removed.push([{ kind: 'older', count: older }]);
  return { frozen, removed: joinRemoved(removed) };
}

function digestOf({ title, body, comments }: Pick<FrozenText, 'title' | 'body' | 'comments'>) {
  const said = comments.map(({ id, text }) => [id, text]);
  return createHash('sha256')
    .update(JSON.stringify([title, body, said]))
    .digest('hex');
}
