// What others put on branch and base until the work was verified: at most two lines. Pure.
import type { Moved } from '../moved/words.ts';
import { plural } from './figures.ts';
import { type Block, type Spans, text } from './words.ts';

export function movedBlocks(moved: Moved | undefined): Block[] {
  const lines = [...baseSpans(moved?.base), ...branchSpans(moved?.branch)];
  return lines.map((spans) => text(...spans));
}

function baseSpans(base: Moved['base']): Spans[] {
  if (base === undefined) return [];
  const has = `The base branch has moved by ${plural(base.commits, 'commit')} to `;
  const how = base.isJoined
    ? ', which change tests: everything ran together with them, and they are merged in.'
    : ', which change no file of this work and no test.';
  return [[has, { code: base.tip.slice(0, 7) }, how]];
}

function branchSpans(branch: Moved['branch']): Spans[] {
  if (branch === undefined) return [];
  const stood = `Somebody put ${plural(branch.commits, 'commit')} on this branch, up to `;
  return [[stood, { code: branch.sha.slice(0, 7) }, ': everything ran together with them.']];
}
