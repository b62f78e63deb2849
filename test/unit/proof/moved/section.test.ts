import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Moved } from '../../../../app/proof/moved/words.ts';
import { movedBlocks } from '../../../../app/proof/sections/moved.ts';

const TIP = 'a'.repeat(40);

function told(moved: Moved): string {
  return movedBlocks(moved)
    .flatMap((block) => (block.kind === 'text' ? [block.spans] : []))
    .map((spans) =>
      spans.map((one) => (typeof one === 'string' ? one : Object.values(one)[0])).join(''),
    )
    .join('\n');
}

test('a base that was joined is not said to change tests, for it may have changed the work’s files', () => {
  const text = told({ base: { tip: TIP, commits: 1, isJoined: true }, merged: ['src/a.mjs'] });
  assert.doesNotMatch(text, /test/);
  assert.match(
    text,
    /moved by 1 commit to aaaaaaa: everything ran together with them, and they are merged in\./,
  );
  assert.match(text, /\nThis work and they both changed src\/a\.mjs: merged as git does/);
});

test('of many merged files some are named and the rest is counted', () => {
  const merged = Array.from({ length: 13 }, (_, at) => `src/${at}.mjs`);
  const text = told({ branch: { sha: TIP, commits: 2 }, merged });
  assert.match(text, /src\/0\.mjs, .*src\/9\.mjs and 3 more: merged/);
});
