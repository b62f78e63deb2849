// What the status comment tells of what happened around its job: of each kind the newest, as long as
// it still says something. Pure.
import { type Job, showsPlan } from '../job/types.ts';
import type { Detail } from './happening.ts';
import type { WorldName } from './table.ts';
import { causeOf, code, person } from './words.ts';

/** A happening as it was kept for its job. */
export type Note = {
  name: WorldName;
  actor: string;
  detail: Detail;
};

type NoticeFacts = {
  job: Pick<Job, 'state'>;
  /** Oldest first. */
  notes: readonly Note[];
  /** The newest commit we published; absent before that. */
  headSha?: string;
  baseBranch: string;
};

type Told = (facts: NoticeFacts) => string | undefined;

/** In the order in which they are read. */
const TOLD: readonly Told[] = [
  pushedText,
  baseText,
  groundText,
  endText,
  reopenedText,
  backText,
  draftText,
  bodyText,
];

export function noticesOf(facts: NoticeFacts): string[] {
  return TOLD.flatMap((told) => told(facts) ?? []);
}

function pushedText({ job, notes, headSha }: NoticeFacts): string | undefined {
  const note = newest(notes, 'pull_request.synchronize', 'push/branch');
  const pushed = note?.detail.headSha;
  if (note === undefined || pushed === undefined || pushed === headSha) return undefined;
  const what = `${person({ login: note.actor })} pushed ${code(pushed.slice(0, 7))}`;
  if (job.state !== 'DELIVERED') {
    return isOver(job)
      ? undefined
      : `${what} to the branch; it is looked at before anything is published.`;
  }
  return `${what} after the report, which no longer stands on the newest commit. \`/verify\` checks that commit.`;
}

function baseText({ job, notes, baseBranch }: NoticeFacts): string | undefined {
  const pushes = notes.filter(({ name }) => name === 'push/base');
  if (pushes.length === 0 || isOver(job)) return undefined;
  const commits = pushes.reduce((sum, { detail }) => sum + (detail.commits ?? 0), 0);
  const isRewritten = pushes.some(({ detail }) => detail.isForced === true);
  const how = isRewritten
    ? 'was rewritten'
    : `has moved by ${commits === 1 ? '1 commit' : `${commits} commits`}`;
  return `The base ${code(baseBranch)} ${how} since the work began.`;
}

function groundText({ job, notes, baseBranch }: NoticeFacts): string | undefined {
  const note = newest(notes, 'pull_request.edited/base', 'delete/base');
  if (note === undefined || job.state === 'FAILED') return undefined;
  if (note.detail.to === baseBranch) return undefined;
  const place = { kind: 'base', repositoryId: 0, branch: baseBranch } as const;
  const cause = causeOf({ ...note, sender: sender(note), place });
  return `${capital(cause)}; the work stands on ${code(baseBranch)}.`;
}

function endText({ notes }: NoticeFacts): string | undefined {
  const note = newest(
    notes,
    'pull_request.closed',
    'pull_request.closed/merged',
    'pull_request.reopened',
  );
  if (note === undefined || note.name === 'pull_request.reopened') return undefined;
  const who = person({ login: note.actor });
  return note.name === 'pull_request.closed' ? `Closed by ${who}.` : `Merged by ${who}.`;
}

function reopenedText({ job, notes }: NoticeFacts): string | undefined {
  const note = newest(notes, 'issues.reopened', 'pull_request.reopened');
  if (note === undefined || job.state === 'DELIVERED') return undefined;
  return `Opened again by ${person({ login: note.actor })}. ${AGAIN}`;
}

function backText({ job, notes }: NoticeFacts): string | undefined {
  const note = newest(notes, 'installation.unsuspend', 'repository.unarchived');
  if (note === undefined || job.state !== 'FAILED') return undefined;
  const cause = newest(notes, 'installation.suspend', 'repository.archived');
  const place = { kind: 'nobody' } as const;
  const why = cause && `${capital(causeOf({ ...cause, sender: sender(cause), place }))}. `;
  return `${why ?? ''}This can be worked on again since ${person({ login: note.actor })} saw to it. ${AGAIN}`;
}

const AGAIN = 'Nothing begins by itself: `/retry` begins another job from the issue as it is now.';

function draftText({ job, notes }: NoticeFacts): string | undefined {
  const note = newest(notes, 'pull_request.ready_for_review', 'pull_request.converted_to_draft');
  if (note?.name !== 'pull_request.ready_for_review' || job.state === 'DELIVERED') return undefined;
  return `${person({ login: note.actor })} marked this as ready before the work was finished.`;
}

function bodyText({ job, notes }: NoticeFacts): string | undefined {
  const note = newest(notes, 'pull_request.edited/body');
  if (note === undefined) return undefined;
  const what = `${person({ login: note.actor })} changed the text of this pull request, which changes nothing of the job`;
  return showsPlan(job.state)
    ? `${what}; the plan is put back there. \`/revise TEXT\` asks for another one.`
    : `${what}; it is written anew when there is something to say.`;
}

function newest(notes: readonly Note[], ...names: readonly WorldName[]): Note | undefined {
  return notes.findLast(({ name }) => names.includes(name));
}

function isOver({ state }: Pick<Job, 'state'>): boolean {
  return state === 'DELIVERED' || state === 'FAILED';
}

function sender({ actor }: Note): { id: number; login: string; type: string } {
  return { id: 0, login: actor, type: 'User' };
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
