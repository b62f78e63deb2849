// One story of the front door's chaos; frontdoor-chaos.long.test.ts plays more, `npm run chaos --
// frontdoor` all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describe, planStories } from '../chaos/frontdoor/plan.ts';
import { playStory } from '../chaos/frontdoor/story.ts';
import { openDoorWorld } from '../chaos/frontdoor/world.ts';
import { testDatabase } from '../support/database.ts';
import { createRandom } from '../support/random.ts';

test('a push that breaks the suite while it is verified leaves nothing untrue on GitHub', async () => {
  await using database = await testDatabase();
  const random = createRandom(1);
  await using world = await openDoorWorld({ databaseUrl: database.url, random, stories: 1 });
  const [place] = world.places;
  assert.ok(place !== undefined);
  const notes: string[] = [];
  const told = await playStory(world, {
    place,
    planned: {
      isWrongFirst: false,
      isMended: true,
      happenings: [
        { what: 'deed', kind: 'push-breaking', at: 'verify', delayMs: 200 },
        { what: 'wire', kind: 'lost-answer', operation: 'pulls/update', at: 'publish', delayMs: 0 },
      ],
    },
    note: (what) => void notes.push(what),
  });
  assert.deepEqual([told.untrue, told.astray], [[], []], notes.join('\n'));
  assert.equal(told.end, 'DELIVERED', notes.join('\n'));
  assert.ok(told.claims > 0, 'something was claimed, and a fresh clone confirmed it');
  assert.deepEqual(world.forge.schemaViolations, []);
});

test('every deed comes at every moment before one comes again', () => {
  const stories = planStories(300, createRandom(7));
  const firsts = stories.map(({ happenings: [first] }) =>
    first?.what === 'deed' ? `${first.kind} ${first.at}` : '',
  );
  const all = new Set(firsts);
  assert.equal(all.size, 15 * 7);
  assert.equal(new Set(firsts.slice(0, all.size)).size, all.size);
  assert.deepEqual(planStories(300, createRandom(7)), stories, 'the same seed, the same stories');
  assert.ok(stories.every((story) => describe(story) !== ''));
});
