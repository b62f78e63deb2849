// What came from outside, in the words of the product: a label was put on an issue, the workflow
// was run for one, a comment was written. Payloads are read in payload.ts.
import type { AskedComment } from '../text/frozen-text.ts';
import type { ParsedComment } from './parse.ts';

export type Sender = {
  id: number;
  login: string;
  /** GitHub's word: User, Bot, Organization, Mannequin. */
  type: string;
};

export type TriggerRepository = {
  id: number;
  owner: string;
  ownerId: number;
  name: string;
  defaultBranch: string;
  isPrivate: boolean;
};

type FromGitHub = {
  installationId: number;
  repository: TriggerRepository;
  /** Who did it, as GitHub says; his authority is looked up live. */
  sender: Sender;
};

/** How an issue stands when it is decided about; `asked` is what people wrote below it. */
export type IssueNow = {
  state: 'open' | 'closed';
  labels: readonly string[];
  asked?: readonly AskedComment[];
};

type TriggerIssue = {
  number: number;
  title: string;
  body: string;
  isPullRequest: boolean;
  /** As GitHub counts time: what is younger was not there. Unknown: now. */
  changedAt?: number;
};

export type LabelTrigger = FromGitHub & { kind: 'label'; label: string; issue: TriggerIssue };

/** Somebody ran the workflow for an issue. */
export type DispatchTrigger = FromGitHub & { kind: 'dispatch'; issue: TriggerIssue };

/** What starts a job. */
export type IssueTrigger = LabelTrigger | DispatchTrigger;

/** Where on a diff a review comment stands. */
export type ReviewLine = {
  path: string;
  /** Absent: GitHub says none (the whole file, or the line is outdated). */
  line?: number;
  /** Where an outdated one was when it was written. */
  wasLine?: number;
  /** First line when it is about several. */
  startLine?: number;
  side?: 'LEFT' | 'RIGHT';
  /** GitHub's own cut of the diff, at most 20 000 characters. */
  diffHunk: string;
  /** The review comment that it answers: the thread's first one. */
  inReplyToId?: number;
  /** The review it belongs to, if it was submitted with one. */
  reviewId?: number;
  /** The commit it was written on. */
  commitSha: string;
  /** The whole text as people see it (visibleText). */
  text: string;
};

export type CommentTrigger = FromGitHub & {
  kind: 'comment';
  /** The issue or pull request it was written on. */
  thread: { number: number; isPullRequest: boolean };
  comment: {
    id: number;
    authorId: number;
    writtenAt: number;
    /** The App that wrote it, for itself or for a person. */
    viaAppId?: number;
    /**
     * Absent: a comment of the thread. A review has no reactions, a comment on a line has its own, and
     * where a check's button was pressed there is no comment: the id is the check's.
     */
    place?: 'review' | 'line' | 'check';
    /** Present exactly when place is `line`. */
    line?: ReviewLine;
    /** The commit that a check is about. */
    commitSha?: string;
    /** Whose check it is. */
    ofAppId?: number;
  };
  /** What it says; nobody reads its text again. */
  parsed: ParsedComment;
};

/** A comment that says `/verify`. */
export type VerifyTrigger = CommentTrigger & { parsed: { kind: 'check' } };

export type Trigger = IssueTrigger | CommentTrigger;

export function isVerify(trigger: Trigger): trigger is VerifyTrigger {
  return trigger.kind === 'comment' && trigger.parsed.kind === 'check';
}

/** The issue or pull request a trigger is about. */
export function threadNumberOf(trigger: Trigger): number {
  return trigger.kind === 'comment' ? trigger.thread.number : trigger.issue.number;
}

/** The first comment of the review thread a comment stands in; undefined: the thread itself. */
export function reviewThreadOf({
  id,
  line,
}: {
  id: number;
  line?: Pick<ReviewLine, 'inReplyToId'> | undefined;
}): number | undefined {
  return line && (line.inReplyToId ?? id);
}
