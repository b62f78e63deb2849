// What can be heard on GitHub: one row for each event and action that we bind, with what of its
// payload is kept and what that means. Read at the door, and once more by whoever decides: the kept
// part goes through the same shape then. Pure.
import { z } from 'zod';
import { Commented, Labeled, problemOf, toComment, toLabel } from '../command/payload.ts';
import {
  LineCommented,
  Reviewed,
  RunRerequested,
  SuiteRerequested,
  toLineComment,
  toRerequest,
  toReview,
} from '../command/review-payload.ts';
import { type Trigger, threadNumberOf } from '../command/trigger.ts';
import type { Happening as WorldHappening } from '../world/happening.ts';
import { type HappeningEvent, WORLD_READERS } from '../world/read/read.ts';
import type { KeptHappening } from '../world/read/shapes.ts';

/** A new kind needs its case in decide.ts. */
export type Happening =
  | { kind: 'trigger'; trigger: Trigger }
  /** A person took back his consent to being signed in. */
  | { kind: 'consent-gone'; personId: number }
  /** Something happened around a job. */
  | { kind: 'world'; happening: WorldHappening }
  /** Nothing of ours. */
  | { kind: 'nothing'; reason: string };

type Heard = {
  happening: Happening;
  /** What is heard under one name is decided in order; use `threadOf` where there is a thread. */
  thread: string;
  installationId?: number;
  /** When it happened on GitHub; keeps the order in a thread. Absent: when it came. */
  happenedAt?: number;
  /** What may be acted upon only once, however it was heard of. */
  subject?: string;
  /** What it is about, where the same may happen again. */
  about?: string;
};

type Kept = { ok: true; kept: unknown; heard: Heard } | { ok: false; problem: string };

type Row = {
  /** Keeps what the shape lets through; harmless when done twice. */
  keep(payload: unknown): Kept;
};

function row<S extends z.ZodType>(shape: S, hear: (kept: z.output<S>) => Heard): Row {
  return {
    keep(payload) {
      const read = shape.safeParse(payload);
      if (!read.success) return { ok: false, problem: problemOf(read.error) };
      return { ok: true, kept: read.data, heard: hear(read.data) };
    },
  };
}

const ConsentGone = z.object({ sender: z.object({ id: z.int().positive() }) });

export const HAPPENINGS = {
  'issues.labeled': row(Labeled, (kept) => {
    const { updated_at: at } = kept.issue;
    return {
      ...heardTrigger(toLabel(kept)),
      about: labelName(kept.label.name),
      ...(at !== undefined && { happenedAt: Date.parse(at) }),
    };
  }),
  'issue_comment.created': row(Commented, (kept) => ({
    ...heardTrigger(toComment(kept)),
    subject: `issue_comment:${kept.comment.id}`,
    happenedAt: Date.parse(kept.comment.created_at),
  })),
  'pull_request_review.submitted': row(Reviewed, (kept) => ({
    ...heardTrigger(toReview(kept)),
    subject: `pull_request_review:${kept.review.id}`,
    happenedAt: Date.parse(kept.review.submitted_at),
  })),
  'pull_request_review_comment.created': row(LineCommented, (kept) => ({
    ...heardTrigger(toLineComment(kept)),
    subject: `pull_request_review_comment:${kept.comment.id}`,
    happenedAt: Date.parse(kept.comment.created_at),
  })),
  'check_run.rerequested': row(RunRerequested, (kept) => heardCheck(kept, kept.check_run)),
  'check_suite.rerequested': row(SuiteRerequested, (kept) => heardCheck(kept, kept.check_suite)),
  ...worldRows(),
  'github_app_authorization.revoked': row(ConsentGone, ({ sender }) => ({
    happening: { kind: 'consent-gone', personId: sender.id },
    thread: `person:${sender.id}`,
  })),
} as const satisfies Record<string, Row>;

type HappeningName = keyof typeof HAPPENINGS;

export function isHappening(name: string): name is HappeningName {
  return Object.hasOwn(HAPPENINGS, name);
}

/** By GitHub's names: the action follows the event after a dot, if it has one. */
export function rowOf(name: string): Row | undefined {
  return isHappening(name) ? HAPPENINGS[name] : undefined;
}

/** In whose order the happenings of an issue or pull request are decided. */
export function threadOf(repositoryId: number, number: number): string {
  return `${repositoryId}#${number}`;
}

/** Of a label that was put on an issue; GitHub compares without case. */
export function labelName(label: string): string {
  return `label:${label.toLowerCase()}`;
}

function heardTrigger(trigger: Trigger): Heard {
  const { installationId, repository } = trigger;
  const thread = threadOf(repository.id, threadNumberOf(trigger));
  return { happening: { kind: 'trigger', trigger }, thread, installationId };
}

function heardCheck(...[kept, check]: Parameters<typeof toRerequest>): Heard {
  const trigger = toRerequest(kept, check);
  if (trigger !== undefined) return heardTrigger(trigger);
  const reason = 'the check belongs to no open pull request';
  const { repository, installation } = kept;
  const thread = `repository:${repository.id}`;
  return { happening: { kind: 'nothing', reason }, thread, installationId: installation.id };
}

/** What the table of app/world knows besides triggers. */
function worldRows(): Record<HappeningEvent, Row> {
  const rows = Object.entries(WORLD_READERS).map(([event, read]): [string, Row] => [
    event,
    { keep: (payload) => keepWorld(read(payload)) },
  ]);
  // The keys are those of the readers.
  return Object.fromEntries(rows) as Record<HappeningEvent, Row>;
}

function keepWorld(read: KeptHappening): Kept {
  if (!read.ok) return read;
  const { kept } = read;
  if (read.happening === undefined) {
    const happening = { kind: 'nothing', reason: read.reason } as const;
    return { ok: true, kept, heard: { happening, thread: 'nothing' } };
  }
  const { happening } = read;
  const { installationId, at } = happening;
  const heard: Heard = {
    happening: { kind: 'world', happening },
    thread: worldThread(happening),
    installationId,
    ...(at !== undefined && { happenedAt: at }),
  };
  return { ok: true, kept, heard };
}

function worldThread({ place, installationId }: WorldHappening): string {
  switch (place.kind) {
    case 'issue':
    case 'pull':
      return threadOf(place.repositoryId, place.number);
    case 'branch':
    case 'base':
      return `branch:${place.repositoryId}:${place.branch}`;
    case 'repository':
      return `repository:${place.repositoryIds[0] ?? 0}`;
    case 'installation':
    case 'nobody':
      return `installation:${installationId}`;
  }
}
