// What came from outside, in the words of the product: a label was put on an issue, the workflow
// was run for one, a comment was written. Payloads are read in payload.ts.
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

type TriggerIssue = { number: number; title: string; body: string; isPullRequest: boolean };

export type LabelTrigger = FromGitHub & { kind: 'label'; label: string; issue: TriggerIssue };

/** Somebody ran the workflow for an issue. */
export type DispatchTrigger = FromGitHub & { kind: 'dispatch'; issue: TriggerIssue };

/** What starts a job. */
export type IssueTrigger = LabelTrigger | DispatchTrigger;

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
