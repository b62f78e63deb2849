// Who may start or steer anything: one table of rules for each kind of trigger; the first that
// denies decides, and whatever is not clearly allowed is denied. Pure: what has to be looked up
// arrives as facts.
import type { Permission } from '../github/port.ts';
import { NO_PLAN, objectionText } from '../job/branch-check.ts';
import type { AdmissionSettings } from './admission-settings.ts';
import { isSameLabel } from './label.ts';
import { hasRole, roleFor } from './role.ts';
import {
  type CommentTrigger,
  type DispatchTrigger,
  type IssueNow,
  type IssueTrigger,
  isVerify,
  type LabelTrigger,
  type Trigger,
} from './trigger.ts';

export type AdmissionFacts = {
  /** GitHub's live answer about the sender; undefined when it gave no clear one. */
  permission: Permission | undefined;
  /** The issue as it is now; undefined when GitHub gave no clear answer. Not for comments. */
  issue?: IssueNow | undefined;
  /**
   * A job of this issue that has not ended; for comments: the job of the thread, or the one whose
   * criteria a `/verify` there means.
   */
  jobId?: string | undefined;
  /** The pull request on which the job of this issue is talked to, since it ended. */
  elsewhere?: number | undefined;
  /** The number of the question that the job of the thread waits for people to answer. */
  question?: number | undefined;
  /** Jobs begun in the last hour. */
  recentJobs: { ofIssue: number; ofRepository: number };
};

export type Denial = {
  ok: false;
  rule: RuleId;
  /** `unclear`: nothing was decided; the same trigger may come again. */
  outcome: 'ignored' | 'refused' | 'unclear';
  reason: string;
  /** Whether the reason may be told in the thread; strangers and bots get no answer to echo. */
  isTold: boolean;
};

type RuleId =
  | 'own-app'
  | 'not-an-issue'
  | 'other-label'
  | 'settings-invalid'
  | 'unreadable'
  | 'not-a-command'
  | 'other-check'
  | 'not-the-author'
  | 'bot'
  | 'no-job'
  | 'permission-unclear'
  | 'permission-too-low'
  | 'issue-unclear'
  | 'issue-closed'
  | 'label-gone'
  | 'already-begun'
  | 'breaker'
  | 'malformed'
  | 'other-thread'
  | 'no-plan';

export type Case<T extends Trigger = Trigger> = {
  trigger: T;
  settings: AdmissionSettings;
  facts: AdmissionFacts;
};

/** What has to be known before a rule can decide; what is cheap to know comes first. */
export type Need = 'payload' | 'job' | 'settings' | 'live';

export type Rule<T extends Trigger> = {
  id: RuleId;
  outcome: Denial['outcome'];
  isTold?: true;
  needs: Need;
  /** Why the trigger is denied; undefined when this rule does not deny it. */
  denies(one: Case<T>): string | undefined;
};

const OWN: Rule<Trigger> = {
  id: 'own-app',
  outcome: 'ignored',
  needs: 'payload',
  denies: ({ trigger, settings: { app } }) => {
    const isOwn =
      (app.botUserId !== undefined && trigger.sender.id === app.botUserId) ||
      (trigger.kind === 'comment' && trigger.comment.viaAppId === app.id);
    return isOwn ? 'we did this ourselves' : undefined;
  },
};

const BOT: Rule<Trigger> = {
  id: 'bot',
  outcome: 'refused',
  needs: 'settings',
  denies: ({ trigger: { sender }, settings }) => {
    const isPerson = sender.type === 'User' && !sender.login.endsWith('[bot]');
    if (isPerson || settings.allowedBots.includes(sender.id)) return undefined;
    return `\`@${sender.login}\` is not a person, and its id ${sender.id} is not among the bots allowed here`;
  },
};

const PERMISSION_UNCLEAR: Rule<Trigger> = {
  id: 'permission-unclear',
  outcome: 'unclear',
  needs: 'live',
  denies: ({ facts }) =>
    facts.permission === undefined ? 'GitHub does not say what the sender may do' : undefined,
};

const PERMISSION_TOO_LOW: Rule<Trigger> = {
  id: 'permission-too-low',
  outcome: 'refused',
  needs: 'live',
  isTold: true,
  denies: ({ trigger, settings, facts }) => {
    const { sender } = trigger;
    const needed = roleFor(trigger, settings);
    const { permission = 'none' } = facts;
    if (hasRole(permission, needed)) return undefined;
    return `\`@${sender.login}\` needs the ${needed} role in this repository for this, and has ${permission}`;
  },
};

const NOT_AN_ISSUE: Rule<IssueTrigger> = {
  id: 'not-an-issue',
  outcome: 'ignored',
  needs: 'payload',
  denies: ({ trigger: { issue } }) =>
    issue.isPullRequest ? `#${issue.number} is a pull request, not an issue` : undefined,
};

const OTHER_LABEL: Rule<LabelTrigger> = {
  id: 'other-label',
  outcome: 'ignored',
  needs: 'settings',
  denies: ({ trigger, settings }) =>
    isSameLabel(trigger.label, settings.label) ? undefined : 'another label was put on',
};

const LABEL_GONE: Rule<LabelTrigger> = {
  id: 'label-gone',
  outcome: 'ignored',
  needs: 'live',
  denies: ({ facts: { issue }, settings }) => {
    const isThere = issue?.labels.some((label) => isSameLabel(label, settings.label));
    return isThere === true ? undefined : 'the label is gone by now';
  },
};

/** What GitHub and the records say now, for whatever starts a job. */
const ISSUE_NOW: readonly Rule<IssueTrigger>[] = [
  {
    id: 'issue-unclear',
    outcome: 'unclear',
    needs: 'live',
    denies: ({ facts }) =>
      facts.issue === undefined ? 'GitHub does not say how the issue stands' : undefined,
  },
  {
    id: 'issue-closed',
    outcome: 'ignored',
    needs: 'live',
    denies: ({ facts }) =>
      facts.issue?.state === 'closed' ? 'the issue is closed by now' : undefined,
  },
];

const AT_WORK: readonly Rule<IssueTrigger>[] = [
  {
    id: 'already-begun',
    outcome: 'ignored',
    needs: 'live',
    denies: ({ facts }) =>
      facts.jobId === undefined ? undefined : `job ${facts.jobId} is at work on this issue`,
  },
  {
    id: 'breaker',
    outcome: 'refused',
    needs: 'live',
    isTold: true,
    denies: ({ facts: { recentJobs }, settings: { hourly } }) => {
      if (recentJobs.ofIssue >= hourly.ofIssue)
        return `${hourly.ofIssue} jobs were begun for this issue within an hour; wait a while before the next`;
      if (recentJobs.ofRepository >= hourly.ofRepository)
        return `${hourly.ofRepository} jobs were begun in this repository within an hour; wait a while before the next`;
      return undefined;
    },
  },
];

export const LABEL_RULES: readonly Rule<LabelTrigger>[] = [
  OWN,
  NOT_AN_ISSUE,
  OTHER_LABEL,
  BOT,
  PERMISSION_UNCLEAR,
  PERMISSION_TOO_LOW,
  ...ISSUE_NOW,
  LABEL_GONE,
  ...AT_WORK,
];

export const DISPATCH_RULES: readonly Rule<DispatchTrigger>[] = [
  OWN,
  NOT_AN_ISSUE,
  BOT,
  PERMISSION_UNCLEAR,
  PERMISSION_TOO_LOW,
  ...ISSUE_NOW,
  ...AT_WORK,
];

export const COMMENT_RULES: readonly Rule<CommentTrigger>[] = [
  OWN,
  {
    id: 'not-a-command',
    outcome: 'ignored',
    needs: 'job',
    denies: ({ trigger: { parsed }, facts: { question } }) =>
      parsed.kind === 'none' && question === undefined ? 'it is no command' : undefined,
  },
  {
    id: 'other-check',
    outcome: 'ignored',
    needs: 'payload',
    denies: ({ trigger: { comment }, settings: { app } }) =>
      comment.place === 'check' && comment.ofAppId !== app.id
        ? 'it is no check of ours'
        : undefined,
  },
  {
    id: 'no-job',
    outcome: 'ignored',
    needs: 'job',
    denies: (one) => {
      const { jobId, elsewhere } = one.facts;
      const isOurs = jobId !== undefined || elsewhere !== undefined || isCheck(one);
      return isOurs ? undefined : 'no job has this thread';
    },
  },
  BOT,
  {
    id: 'not-the-author',
    outcome: 'refused',
    needs: 'job',
    denies: ({ trigger: { comment, sender } }) =>
      comment.authorId === sender.id ? undefined : 'the sender did not write the comment',
  },
  {
    id: 'not-a-command',
    outcome: 'ignored',
    needs: 'live',
    denies: ({ trigger, settings, facts: { permission = 'none' } }) =>
      trigger.parsed.kind === 'none' && !hasRole(permission, roleFor(trigger, settings))
        ? 'it is no command'
        : undefined,
  },
  PERMISSION_UNCLEAR,
  PERMISSION_TOO_LOW,
  {
    id: 'malformed',
    outcome: 'refused',
    needs: 'live',
    isTold: true,
    denies: ({ trigger: { parsed } }) => (parsed.kind === 'malformed' ? parsed.problem : undefined),
  },
  {
    id: 'other-thread',
    outcome: 'refused',
    needs: 'live',
    isTold: true,
    denies: ({ facts: { jobId, elsewhere } }) =>
      jobId === undefined && elsewhere !== undefined
        ? `the job of this issue is talked to on its pull request, number ${elsewhere}; say it there`
        : undefined,
  },
  {
    id: 'no-plan',
    outcome: 'refused',
    needs: 'live',
    isTold: true,
    denies: (one) =>
      one.facts.jobId === undefined && isCheck(one) ? objectionText(NO_PLAN) : undefined,
  },
];

/** `/verify` may be said on any pull request; whether a plan belongs to it is answered to people. */
function isCheck({ trigger }: Case<CommentTrigger>): boolean {
  return trigger.thread.isPullRequest && isVerify(trigger);
}
