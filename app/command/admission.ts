// Whether a trigger may start or steer anything, and what it then starts. Pure; the rules are the
// table in admission-rules.ts.
import { AppError } from '../errors.ts';
import type { Permission } from '../github/port.ts';
import { branchName, jobKey } from '../job/names.ts';
import { type AskedComment, type FrozenText, freezeText } from '../text/frozen-text.ts';
import {
  type AdmissionFacts,
  type Case,
  COMMENT_RULES,
  type Denial,
  DISPATCH_RULES,
  LABEL_RULES,
  type Need,
  type Rule,
} from './admission-rules.ts';
import { type AdmissionSettings } from './admission-settings.ts';
import type { CommandName } from './commands.ts';
import type { ThreadCommand } from './parse.ts';
import {
  type CommentTrigger,
  type IssueTrigger,
  isVerify,
  type Sender,
  type Trigger,
  type TriggerRepository,
  type VerifyTrigger,
} from './trigger.ts';

/** What an admitted label or dispatch starts. */
export type JobSpec = {
  key: string;
  branch: string;
  installationId: number;
  repository: TriggerRepository;
  issueNumber: number;
  requestedBy: Sender;
  text: FrozenText & { isUnread: boolean };
  /** Of `/retry`: the job that ended. */
  parentJobId?: string;
};

export type Admission =
  | { ok: true; kind: 'job'; spec: JobSpec }
  | {
      ok: true;
      kind: 'command';
      name: CommandName;
      command: ThreadCommand;
      jobId: string;
      trigger: CommentTrigger;
      /** The sender's, as GitHub said just now. */
      permission: Permission;
    }
  /** No command, while a question waits: how it is answered may have to be told. */
  | { ok: true; kind: 'hint'; jobId: string; question: number; trigger: CommentTrigger }
  | { ok: true; kind: 'check'; name: CommandName; jobId: string; trigger: VerifyTrigger }
  | Denial;

/**
 * The rules that can decide by what is `known`, without asking GitHub about the sender: whoever
 * fails here costs no call.
 */
export function screen(
  trigger: Trigger,
  settings: AdmissionSettings,
  given: { known: readonly Need[] } & Pick<AdmissionFacts, 'jobId' | 'elsewhere' | 'question'>,
): Denial | undefined {
  const { known, ...about } = given;
  const recentJobs = { ofIssue: 0, ofRepository: 0 };
  const facts = { ...about, permission: undefined, recentJobs };
  return judge(trigger, { settings, facts }, known);
}

export function admit(
  trigger: Trigger,
  settings: AdmissionSettings,
  facts: AdmissionFacts,
): Admission {
  const denial = judge(trigger, { settings, facts }, ['payload', 'job', 'settings', 'live']);
  if (denial !== undefined) return denial;
  if (trigger.kind !== 'comment') return begin(specOf(trigger, facts.issue?.asked));
  const { jobId, question, permission } = facts;
  const { parsed } = trigger;
  if (parsed.kind === 'none' && jobId !== undefined && question !== undefined) {
    return { ok: true, kind: 'hint', jobId, question, trigger };
  }
  if (jobId !== undefined && isVerify(trigger)) {
    return { ok: true, kind: 'check', name: trigger.parsed.name, jobId, trigger };
  }
  // The rules let nothing else through.
  if (parsed.kind !== 'command' || jobId === undefined || permission === undefined) {
    throw new AppError('INTERNAL_ERROR');
  }
  const { name, command } = parsed;
  return { ok: true, kind: 'command', name, command, jobId, trigger, permission };
}

/** What cannot be read is not worked on, even where everybody may ask for it. */
function begin(spec: JobSpec): Admission {
  if (!spec.text.isUnread) return { ok: true, kind: 'job', spec };
  return { ok: false, rule: 'unreadable', outcome: 'refused', reason: UNREADABLE, isTold: true };
}

const UNREADABLE =
  'the text of this issue cannot be read as GitHub shows it, for it is nested too deeply or has too many marks (`*`, `_`, `[`, `<`) in one paragraph. Put long output between lines of three backquotes, then put the label on again';

function judge(
  trigger: Trigger,
  { settings, facts }: Pick<Case, 'settings' | 'facts'>,
  known: readonly Need[],
): Denial | undefined {
  const isDecidable = ({ needs }: { needs: Need }) => known.includes(needs);
  switch (trigger.kind) {
    case 'label':
      return firstDenial(LABEL_RULES.filter(isDecidable), { trigger, settings, facts });
    case 'dispatch':
      return firstDenial(DISPATCH_RULES.filter(isDecidable), { trigger, settings, facts });
    case 'comment':
      return firstDenial(COMMENT_RULES.filter(isDecidable), { trigger, settings, facts });
  }
}

function firstDenial<T extends Trigger>(
  rules: readonly Rule<T>[],
  one: Case<T>,
): Denial | undefined {
  for (const { id, outcome, isTold = false, denies } of rules) {
    const reason = denies(one);
    if (reason !== undefined) return { ok: false, rule: id, outcome, reason, isTold };
  }
  return undefined;
}

function specOf(
  { repository, issue, installationId, sender }: IssueTrigger,
  comments: readonly AskedComment[] = [],
): JobSpec {
  const { title, body, changedAt: at } = issue;
  const subject = {
    kind: 'issue',
    repositoryId: repository.id,
    issueNumber: issue.number,
  } as const;
  return {
    key: jobKey(subject),
    branch: branchName(subject),
    installationId,
    repository,
    issueNumber: issue.number,
    requestedBy: sender,
    text: freezeText({ title, body, comments }, { at }),
  };
}
