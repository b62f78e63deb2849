// A past fix of a public package of each registry, had from it now: real code, its own tests where
// it has some. `npm run chaos -- proof` plays all of them. Without a registry nothing is played.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fetchFixes } from '../proof-corpus/past-fixes/registries.ts';
import { PAST_FIXES } from '../proof-corpus/past-fixes.ts';
import { describeTold, playCorpus } from '../proof-corpus/play-corpus.ts';
import { testDatabase } from '../support/database.ts';
import { openProofWorld, type ProofWorld } from '../support/proof-world/world.ts';

const CHOSEN = ['cookie', 'xmltodict'];

describe('a past fix', { concurrency: CHOSEN.length }, () => {
  let world: ProofWorld;
  const owned = new AsyncDisposableStack();

  before(async () => {
    const { url } = owned.use(await testDatabase());
    world = owned.use(await openProofWorld({ url, slots: CHOSEN.length }));
  });
  after(async () => await owned.disposeAsync());

  for (const name of CHOSEN) {
    test(`of ${name} is delivered, and nothing is said against it`, async (t) => {
      const fixes = PAST_FIXES.filter((fix) => fix.package === name);
      const { honest, skipped } = await fetchFixes(fixes);
      if (skipped.length > 0) return t.skip(skipped.join('; '));
      const corpus = { cheats: [], honest, liars: [] };
      const told = await playCorpus(world, corpus, { lanes: 1, onTold: () => undefined });
      assert.equal(told.length, 1);
      assert.deepEqual(
        told.map(({ problem }) => problem),
        [undefined],
        told.map(describeTold).join(),
      );
    });
  }
});
