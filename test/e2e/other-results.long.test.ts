// Whole jobs in languages whose tools not every machine has: tests that do not notice other results of
// the code are stopped, honest ones are not.
import assert from 'node:assert/strict';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { PROGRAM_PLACES } from '../proof-corpus/corpus.ts';
import { GO_CASES } from '../proof-corpus/languages/go.ts';
import { RUBY_CASES } from '../proof-corpus/languages/ruby.ts';
import { describeTold, playCorpus } from '../proof-corpus/play-corpus.ts';
import { testDatabase } from '../support/database.ts';
import { openProofWorld, type ProofWorld } from '../support/proof-world/world.ts';

const LANES = 2;

describe('other results', () => {
  let world: ProofWorld;
  const owned = new AsyncDisposableStack();

  before(async () => {
    const { url } = owned.use(await testDatabase());
    world = owned.use(await openProofWorld({ url, slots: LANES }));
  });
  after(async () => await owned.disposeAsync());

  for (const { program, cheats, honest } of [GO_CASES, RUBY_CASES]) {
    const skip = isThere(program) ? false : `${program} is in no sandbox of this machine`;
    test(`are noticed by honest tests alone, with ${program}`, { skip }, async () => {
      const corpus = { cheats, honest, liars: [] };
      const told = await playCorpus(world, corpus, { lanes: LANES, onTold: () => undefined });
      assert.equal(told.length, cheats.length + honest.length);
      const wrong = told.filter(({ problem }) => problem !== undefined);
      assert.deepEqual(wrong.map(describeTold), []);
    });
  }
});

function isThere(program: string): boolean {
  return PROGRAM_PLACES.some((place) => {
    try {
      accessSync(join(place, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
