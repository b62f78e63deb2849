// What is said of a branch or a base that has moved: to the report, and to the person who is asked.
import type { Moved } from '../../proof/moved/words.ts';
import type { Report } from '../../proof/report.ts';
import type { Others } from './others.ts';

export function movedOf({ validation, merged }: Others): Moved | undefined {
  const { base, tipSha, baseCommits, branchSha, branchCommits } = validation;
  const moved: Moved = {
    ...(baseCommits > 0 && {
      base: { tip: tipSha, commits: baseCommits, isJoined: base === 'joined' },
    }),
    ...(branchCommits > 0 && { branch: { sha: branchSha, commits: branchCommits } }),
    ...(merged.length > 0 && { merged: merged.map(({ file }) => file.path).sort() }),
  };
  return Object.keys(moved).length === 0 ? undefined : moved;
}

const SAFE = 'Nothing was published, and nothing was written over';
const WAYS =
  'Change what stands there, then say `/continue`: everything is verified again on what is there by then.';

export function conflictText(problem: string): string {
  return `${SAFE}: ${problem}. ${WAYS}`;
}

const MOST_REASONS = 3;

/** The work had nobody's tests red before, or its implementer would be asked. */
export function brokenByOthers({ moved, verdict }: Report): string {
  const where = moved?.branch === undefined ? 'the base branch' : 'this branch';
  const reasons = verdict.reasons.slice(0, MOST_REASONS).map(({ message }) => message);
  return `${SAFE}: together with what somebody else put on ${where} the work does not hold (${reasons.join('; ')}). ${WAYS}`;
}
