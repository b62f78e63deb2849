// Says what happened: builds the payload of an event as it is now and announces it. Decides
// nothing about who hears of it (webhooks.ts does).

import { checkRunEventView, checkSuiteEventView } from '../view/check.ts';
import { commentView, issueView, labelView } from '../view/issue.ts';
import { type PullThread, pullView } from '../view/pull.ts';
import type { Account, CheckRun, Comment, Issue, Label, Repository } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { pullFacts } from './pull-facts.ts';

export type Place = { repository: Repository; issue: Issue };
/** What it was before, by field. */
export type Changes = Record<string, unknown>;
type Json = Record<string, unknown>;

type ThreadAction =
  | {
      action:
        | 'opened'
        | 'closed'
        | 'reopened'
        | 'deleted'
        | 'ready_for_review'
        | 'converted_to_draft';
    }
  | { action: 'edited' | 'transferred'; changes: Changes }
  | { action: 'labeled' | 'unlabeled'; label: Label }
  | { action: 'synchronize'; before: string; after: string };

/** An issue or a pull request: GitHub has one event for each. */
export async function announceThread(
  world: World,
  place: Place,
  what: ThreadAction & { sender: Account },
): Promise<void> {
  const { repository, issue } = place;
  const common = { action: what.action, repository, sender: what.sender };
  const details = detailsOf(world, repository, what);
  if (isPull(issue)) {
    const facts = await pullFacts(world, repository, issue);
    const payload = {
      number: issue.number,
      pull_request: pullView(world, { repository, issue }, facts),
    };
    world.announce({ ...common, event: 'pull_request', payload: { ...payload, ...details } });
  } else {
    const payload = { issue: issueView(world, repository, issue), ...details };
    world.announce({ ...common, event: 'issues', payload });
  }
}

export function announceComment(
  world: World,
  place: Place,
  what: {
    action: 'created' | 'edited' | 'deleted';
    comment: Comment;
    sender: Account;
    changes?: Changes;
  },
): void {
  world.announce({
    event: 'issue_comment',
    action: what.action,
    repository: place.repository,
    sender: what.sender,
    payload: {
      issue: issueView(world, place.repository, place.issue),
      comment: commentView(world, place, what.comment),
      ...(what.changes === undefined ? {} : { changes: what.changes }),
    },
  });
}

export function announceCheckRun(
  world: World,
  repository: Repository,
  what: { action: 'created' | 'completed' | 'rerequested'; run: CheckRun; sender: Account },
): void {
  world.announce({
    event: 'check_run',
    action: what.action,
    repository,
    sender: what.sender,
    payload: { check_run: checkRunEventView(world, repository, what.run) },
  });
}

/** All checks of an app on one commit. */
export async function announceCheckSuite(
  world: World,
  repository: Repository,
  { run, sender }: { run: CheckRun; sender: Account },
): Promise<void> {
  const [head] = await world.gitOf(repository).readCommits([run.headSha]);
  if (head === undefined) throw new Error(`no commit ${run.headSha}`);
  world.announce({
    event: 'check_suite',
    action: 'rerequested',
    repository,
    sender,
    payload: { check_suite: checkSuiteEventView(world, repository, { run, head }) },
  });
}

export function isPull(issue: Issue): issue is PullThread {
  return issue.pull !== undefined;
}

function detailsOf(world: World, repository: Repository, what: ThreadAction): Json {
  if ('changes' in what) return { changes: what.changes };
  if ('label' in what) return { label: labelView(world, repository, what.label) };
  if ('before' in what) return { before: what.before, after: what.after };
  return {};
}
