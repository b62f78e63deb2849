// What an approval of the plan is bound to, what of the issue nobody sees, and who approved. Pure.
import { type Removed, removedWords } from '../../text/removed.ts';
import { code, inline, type Redact } from './filter.ts';
import { list, section, time } from './layout.ts';

export type PlanBinding = {
  /** Of the words that the plan was made from. */
  issueDigest: string;
  /** By people who may write, and by others. */
  comments: { ofWriters: number; ofOthers: number };
  /** What stands in the issue and is not seen there. */
  unseen: readonly Removed[];
  base: { sha: string; branch: string };
  approval?: { approver: string; permission: string; approvedAt: number };
};

/** As many digits as tell one from another. */
const DIGITS = 12;

export function bindingSection(
  { issueDigest, comments, base, approval }: PlanBinding,
  { revision, redact }: { revision: number; redact: Redact },
): string {
  const given =
    approval === undefined
      ? 'Whoever approves, and what he may do at that moment'
      : `Approved by ${code(approval.approver, redact)} (${approval.permission}), ${time(approval.approvedAt)}`;
  return section(
    approval === undefined ? 'What an approval is bound to' : 'What the approval is bound to',
    list([
      `Revision ${revision} of this plan`,
      `The words of the issue: title, text${commentWords(comments)}; SHA-256 ${code(issueDigest.slice(0, DIGITS), redact)}`,
      `The base commit ${code(base.sha.slice(0, DIGITS), redact)} of ${code(base.branch, redact)}`,
      given,
    ]),
    'An edit of the issue voids it, before and after: what changed is told, and a new revision is offered.',
  );
}

function commentWords({ ofWriters, ofOthers }: PlanBinding['comments']): string {
  if (ofWriters + ofOthers === 0) return '';
  const others = `${ofOthers} of people without write access, as information only`;
  return ` and comments (${ofWriters} of people with write access, ${others})`;
}

/** Empty when all that stands in the issue is seen there. */
export function unseenNotice({ unseen }: PlanBinding, redact: Redact): string {
  if (unseen.length === 0) return '';
  const kinds = unseen.map((one) => {
    const words = inline(removedWords(one), redact);
    return one.excerpt === undefined ? words : `${words} (first: ${code(one.excerpt, redact, 60)})`;
  });
  return `Not seen on the page of the issue, and not given to the agent: ${kinds.join('; ')}.`;
}
