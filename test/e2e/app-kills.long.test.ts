// kill -9 of the app and its server under writes: every restart serves and finds
// every committed row. The counts are small; `npm run chaos -- store` has the full ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { play } from '../chaos/chaos.ts';
import { store } from '../chaos/store.ts';
import { brokenChecks } from '../support/figures.ts';

const SMALL = {
  kills: 2,
  rowsBeforeKill: 15,
  earlyKills: 1,
  serverKills: 1,
  pauses: 1,
  clockSteps: 1,
  fullDisks: 1,
  auditRows: 200,
  forgeryRounds: 1,
};

test('every restart after kill -9 serves and finds every committed row', async (t) => {
  const say = (line: string) => t.diagnostic(line);
  const { checks, log } = await play(store, { counts: SMALL, seed: 20_261_116, say });
  assert.deepEqual(brokenChecks(checks), [], JSON.stringify(log, null, 1));
});
