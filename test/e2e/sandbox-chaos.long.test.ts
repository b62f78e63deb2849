// The chaos of sandboxes with small counts; `npm run chaos -- sandbox` has the full ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { play } from '../chaos/chaos.ts';
import { sandbox } from '../chaos/sandbox.ts';
import { brokenChecks } from '../support/figures.ts';

test('bombs, dead hosts, cut streams and sessions of every end leave nothing behind', async () => {
  const counts = {
    bombs: 1,
    strainMs: 3_000,
    messages: 2_000,
    hostKills: 1,
    cutMessages: 1_000,
    cuts: 5,
    sessions: 10,
    snapshots: 1,
  };
  const { checks, log } = await play(sandbox, { counts, seed: 7 });
  const story = log.map(({ atMs, what }) => `${atMs} ms ${what}`);
  assert.deepEqual(brokenChecks(checks), [], story.join('\n'));
});
