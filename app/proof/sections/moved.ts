// What others put on branch and base until the work was verified: at most three lines. Pure.
import type { Moved } from '../moved/words.ts';
import { plural } from './figures.ts';
import { type Block, type Spans, text } from './words.ts';

export function movedBlocks(moved: Moved | undefined): Block[] {
  const lines = [
    ...baseSpans(moved?.base),
    ...branchSpans(moved?.branch),
    ...mergedSpans(moved?.merged),
  ];
  return lines.map((spans) => text(...spans));
}

function baseSpans(base: Moved['base']): Spans[] {
  if (base === undefined) return [];
  const has = `The base branch has moved by ${plural(base.commits, 'commit')} to `;
  const how = base.isJoined
    ? ': everything ran together with them, and they are merged in.'
    : ', which change no file of this work and no test.';
  return [[has, { code: base.tip.slice(0, 7) }, how]];
}

function branchSpans(branch: Moved['branch']): Spans[] {
  if (branch === undefined) return [];
  const stood = `Somebody put ${plural(branch.commits, 'commit')} on this branch, up to `;
  return [[stood, { code: branch.sha.slice(0, 7) }, ': everything ran together with them.']];
}

const MOST_NAMED = 10;

function mergedSpans(merged: Moved['merged']): Spans[] {
  if (merged === undefined) return [];
  const named = merged.slice(0, MOST_NAMED);
  const paths = named.flatMap((path, at) => [at === 0 ? '' : ', ', { code: path }]);
  const rest = merged.length > named.length ? ` and ${merged.length - named.length} more` : '';
  const how = `${rest}: merged as git does where no lines touch, and what ran is what came of it.`;
  return [['This work and they both changed ', ...paths, how]];
}
