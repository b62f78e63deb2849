// The chaos of the front door with a small count; `npm run chaos -- frontdoor` has the full one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { play } from '../chaos/chaos.ts';
import { frontdoor } from '../chaos/frontdoor.ts';
import { brokenChecks } from '../support/figures.ts';

test('pushes, closings, moved bases and a bad wire leave nothing untrue, lost or doubled', async () => {
  const { checks, log } = await play(frontdoor, { counts: { stories: 10, atOnce: 2 }, seed: 11 });
  const story = log.map(({ atMs, what, jobId = '' }) => `${atMs} ms ${jobId} ${what}`);
  assert.deepEqual(brokenChecks(checks), [], story.join('\n'));
});
