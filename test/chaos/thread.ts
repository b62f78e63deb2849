// Chaos over the whole thread, from label to draft PR: every process of it is killed in every state
// a story passes, and answers of GitHub are lost. Every story must still be delivered, once and true.
import type { Check } from '../support/figures.ts';
import { createRandom } from '../support/random.ts';
import { INVARIANTS } from '../support/thread-invariants.ts';
import type { Chaos, Outcome, Run } from './chaos.ts';
import { PLACES, SPAN_MS } from './thread/places.ts';
import { type PlannedStory, planStories, type ThreadCounts } from './thread/plan.ts';
import { playStory, type Told } from './thread/story.ts';
import type { Strike } from './thread/strikes.ts';

const OTHERS: readonly (readonly [Strike['kind'], string])[] = [
  ['unrecorded', 'app killed between an effect and the record of its outcome'],
  ['sandbox-server', 'sandbox server killed while a sandbox lived'],
  ['sandbox', 'sandbox killed'],
  ['postgres', 'postmaster killed'],
  ['lost-answer', 'app killed after an answer of GitHub was lost'],
];

/** A story keeps about one core busy. */
const LANES = 2;

export const thread: Chaos<ThreadCounts> = {
  counts: {
    killsPerState: 3,
    unrecordedPerState: 1,
    sandboxServerKills: 7,
    sandboxKills: 7,
    postgresKills: 6,
    lostAnswers: 8,
  },
  async run(run): Promise<Outcome> {
    const { counts, say } = run;
    const stories = planStories(counts, createRandom(run.random.below(2 ** 31)));
    const told = await playAll(stories, run);
    const missed = PLACES.filter((place) => counts.killsPerState > 0 && appHits(told, place) === 0);
    if (missed.length > 0) say(`never killed in: ${missed.join(', ')}`);
    const concerned = told.filter(isBroken).flatMap(({ jobId }) => jobId ?? []);
    return { checks: [...strikeChecks(told, stories, counts), ...storyChecks(told)], concerned };
  },
};

async function playAll(stories: readonly PlannedStory[], run: Run<ThreadCounts>): Promise<Told[]> {
  const told: Told[] = [];
  const waiting = [...stories.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, story] = next;
      const note = (what: string, jobId?: string) => run.note(`story ${index + 1}: ${what}`, jobId);
      const one = await playStory({ ...story, note });
      told.push(one);
      const outcome = isBroken(one) ? `BROKEN ${findingsOf(one).join('; ')}` : 'delivered';
      run.say(`story ${index + 1} of ${stories.length}, ${describe(story)}: ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return told;
}

function describe({ strikes }: PlannedStory): string {
  return strikes.map(({ kind, at }) => `${kind} in ${at}`).join(', ') || 'undisturbed';
}

function isBroken(told: Told): boolean {
  return findingsOf(told).length > 0;
}

function findingsOf({ problems, invariants }: Told): string[] {
  return [...problems, ...Object.values(invariants?.findings ?? {}).flat()];
}

function appHits(told: readonly Told[], place: string): number {
  return told
    .flatMap(({ hits }) => hits)
    .filter((hit) => hit.kind === 'app' && hit.place === place && hit.isHit).length;
}

/** What was really struck: a chaos that misses proves nothing. */
function strikeChecks(
  told: readonly Told[],
  stories: readonly PlannedStory[],
  { killsPerState }: ThreadCounts,
): Check[] {
  const places = PLACES.map((place): Check => {
    // A state of milliseconds cannot be promised to be met: how often it was, is said all the same.
    const isShort = SPAN_MS[place] === 0;
    const limit = isShort ? 0 : Math.min(1, killsPerState);
    const name = `app killed in ${place}${isShort ? ', which passes in milliseconds' : ''}`;
    return { name, value: appHits(told, place), limit, unit: 'kills', isFloor: true };
  });
  const planned = stories.flatMap(({ strikes }) => strikes);
  const others = OTHERS.filter(([kind]) => planned.some((one) => one.kind === kind));
  const done = others.map(([kind, name]): Check => {
    const hits = told.flatMap((one) => one.hits).filter((hit) => hit.kind === kind && hit.isHit);
    return { name, value: hits.length, limit: 1, unit: 'strikes', isFloor: true };
  });
  return [...places, ...done];
}

function storyChecks(told: readonly Told[]): Check[] {
  const count = (list: readonly (readonly string[] | undefined)[]) => list.flat().length;
  const sandboxes = told.map((one) => one.sandboxes);
  return [
    {
      name: 'stories not delivered with one PR, one status comment and a true matrix',
      value: told.filter(({ problems }) => problems.length > 0).length,
      limit: 0,
      unit: 'stories',
    },
    ...INVARIANTS.map((name) => ({
      name,
      value: count(told.map(({ invariants }) => invariants?.findings[name])),
      limit: 0,
      unit: 'findings',
    })),
    {
      name: 'sandboxes without wipe evidence',
      value: sandboxes.reduce((sum, { created, wiped }) => sum + created - wiped, 0),
      limit: 0,
      unit: 'sandboxes',
    },
  ];
}
