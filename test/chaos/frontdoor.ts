// `npm run chaos -- frontdoor`: stories against the whole app while people push, close, rename and take
// back, the base moves, and the wire loses, doubles and reorders. Afterwards GitHub must say of no tree
// that it is proven which a fresh clone does not confirm, and no job may be lost, doubled or poisoned.

import type { Check } from '../support/figures.ts';
import { readInvariants } from '../support/invariants.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import type { Chaos, Outcome, Run } from './chaos.ts';
import { describe, type PlannedStory, planStories } from './frontdoor/plan.ts';
import { playStory, type Told } from './frontdoor/story.ts';
import { type DoorWorld, openDoorWorld } from './frontdoor/world.ts';

type DoorCounts = { stories: number; atOnce: number };

export const frontdoor: Chaos<DoorCounts> = {
  counts: { stories: 300, atOnce: 4 },
  async run(run): Promise<Outcome> {
    const { random, counts } = run;
    const planned = planStories(counts.stories, random);
    await using database = await ownPostgres();
    await using world = await openDoorWorld({
      databaseUrl: database.url,
      random,
      stories: planned.length,
    });
    const told = await playAll(world, planned, run);
    const checks = [...storyChecks(told), ...(await worldChecks(world))];
    const concerned = told.filter(isBroken).flatMap(({ jobId }) => jobId ?? []);
    run.say(`${world.relay.counts.doubled} deliveries came twice, ${world.relay.counts.late} late`);
    run.say(endsOf(told));
    return { checks, concerned };
  },
};

async function playAll(
  world: DoorWorld,
  planned: readonly PlannedStory[],
  { counts, note, say }: Run<DoorCounts>,
): Promise<Told[]> {
  const told: Told[] = [];
  const waiting = [...planned.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, story] = next;
      const place = world.places[index];
      if (place === undefined) throw new Error('a story without a repository');
      const name = `story ${index + 1}`;
      const one = await playStory(world, {
        place,
        planned: story,
        note: (what, jobId) => note(`${name}: ${what}`, jobId),
      });
      told.push(one);
      const found = [...one.untrue, ...one.astray];
      const outcome = found.length === 0 ? one.end : `BROKEN in ${one.end}: ${found.join('; ')}`;
      say(`${name} of ${planned.length}, ${describe(story)}: ${outcome} after ${one.ms} ms`);
    }
  };
  await Promise.all(Array.from({ length: counts.atOnce }, lane));
  return told;
}

function isBroken({ untrue, astray }: Told): boolean {
  return untrue.length + astray.length > 0;
}

function endsOf(told: readonly Told[]): string {
  const ends = Map.groupBy(told, ({ end }) => end);
  return [...ends].map(([end, all]) => `${all.length} ${end}`).join(', ');
}

function storyChecks(told: readonly Told[]): Check[] {
  const sum = (count: (one: Told) => number) => told.reduce((all, one) => all + count(one), 0);
  const delivered = told.filter(({ end }) => end === 'DELIVERED').length;
  return [
    {
      name: 'stories in which GitHub says of a tree that it is proven, and a fresh clone does not',
      value: told.filter(({ untrue }) => untrue.length > 0).length,
      limit: 0,
      unit: 'stories',
    },
    {
      name: 'stories with a job lost, doubled or poisoned',
      value: told.filter(({ astray }) => astray.length > 0).length,
      limit: 0,
      unit: 'stories',
    },
    // A chaos in which nothing is claimed or nothing happens proves nothing.
    {
      name: 'claims that were looked at',
      value: sum(({ claims }) => claims),
      limit: Math.ceil(told.length / 4),
      unit: 'claims',
      isFloor: true,
    },
    {
      name: 'stories delivered all the same',
      value: delivered,
      limit: Math.ceil(told.length / 5),
      unit: 'stories',
      isFloor: true,
    },
    {
      name: 'happenings that found what they were meant for',
      value: sum(({ happened }) => happened),
      limit: Math.ceil(told.length / 2),
      unit: 'happenings',
      isFloor: true,
    },
  ];
}

async function worldChecks({ databaseUrl, forge, relay }: DoorWorld): Promise<Check[]> {
  const { doubled, staleWrites, auditFindings } = await readInvariants(databaseUrl);
  const none = (name: string, value: number, unit: string): Check => ({
    name,
    value,
    limit: 0,
    unit,
  });
  return [
    none('effects with two outcomes', doubled, 'effects'),
    none('writes of stale workers', staleWrites, 'writes'),
    none('breaks of the audit chain', auditFindings.length, 'findings'),
    none('deliveries that the app never took', relay.counts.refused, 'deliveries'),
    none(
      "answers and webhooks that GitHub's schemas refuse",
      forge.schemaViolations.length,
      'answers',
    ),
  ];
}
