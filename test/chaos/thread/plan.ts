// Which stories are played and where each is struck, from counts and seed alone. An effect is poison
// after its third lost worker, so a story strikes each place once. Pure.
import type { Random } from '../../support/random.ts';
import type { Script } from '../../support/thread-play.ts';
import { type Place, placesOf, rankOf, SPAN_MS } from './places.ts';
import type { Strike } from './strikes.ts';

export type ThreadCounts = {
  /** Of the app, in every place of the story. */
  killsPerState: number;
  /** Of the app between an effect and the record of its outcome, in every place of the story. */
  unrecordedPerState: number;
  /** Of the local sandbox server while sandboxes live. */
  sandboxServerKills: number;
  /** Of one sandbox while its server lives. */
  sandboxKills: number;
  /** Of the postmaster, half of them together with the app. */
  postgresKills: number;
  /** Answers of GitHub that are lost after it did what was asked; the app is killed then. */
  lostAnswers: number;
};

export type PlannedStory = { script: Script; strikes: Strike[] };

/**
 * An implementer whose sandbox dies ends its attempt unverified, so REFACTORING/verify is struck in
 * another story than REFACTORING/implement.
 */
const SANDBOX_ROUNDS: readonly (readonly Place[])[] = [
  ['ANALYZING', 'BASELINE_VALIDATION', 'REFACTORING/verify', 'SELF_HEALING/implement'],
  ['GENERATING_TESTS', 'REFACTORING/implement', 'SELF_HEALING/verify'],
];

const POSTGRES_PLACES: readonly Place[] = [
  'ANALYZING',
  'GENERATING_TESTS',
  'BASELINE_VALIDATION',
  'REFACTORING/implement',
  'REFACTORING/verify',
  'SELF_HEALING/implement',
  'SELF_HEALING/verify',
  'SELF_HEALING/publish',
];
const POSTGRES_KILLS_PER_STORY = 3;

type Asked = { at: Place; operation: string };

/** In the order in which a story asks GitHub for them. */
const ASKED_ROUNDS: readonly (readonly Asked[])[] = [
  [
    { at: 'ANALYZING', operation: 'pulls/create' },
    { at: 'ANALYZING', operation: 'issues/create-comment' },
    { at: 'SELF_HEALING/publish', operation: 'git/update-ref' },
    { at: 'SELF_HEALING/publish', operation: 'checks/create' },
  ],
  [
    { at: 'ANALYZING', operation: 'git/create-ref' },
    { at: 'ANALYZING', operation: 'pulls/create' },
    { at: 'SELF_HEALING/publish', operation: 'git/create-commit' },
    { at: 'SELF_HEALING/publish', operation: 'pulls/update' },
  ],
];
const LOST_ANSWER_SPAN_MS = 60;

export function planStories(counts: ThreadCounts, random: Random): PlannedStory[] {
  const delayIn = (at: Place) => (SPAN_MS[at] === 0 ? 0 : random.below(SPAN_MS[at]));
  const story = (strikes: Strike[]): PlannedStory => ({ script: 'story', strikes });
  const sandboxStories = (kind: 'sandbox-server' | 'sandbox', count: number) =>
    rounds(SANDBOX_ROUNDS, count).map((places) =>
      story(places.map((at) => ({ kind, at, delayMs: delayIn(at) }))),
    );
  return [
    ...appStories(counts.killsPerState, 'app', delayIn),
    ...appStories(counts.unrecordedPerState, 'unrecorded', () => 0),
    ...sandboxStories('sandbox-server', counts.sandboxServerKills),
    ...sandboxStories('sandbox', counts.sandboxKills),
    ...postgresStories(counts.postgresKills, random).map(story),
    ...rounds(ASKED_ROUNDS, counts.lostAnswers).map((asked) =>
      story(
        asked.map((one) => ({
          kind: 'lost-answer',
          ...one,
          delayMs: random.below(LOST_ANSWER_SPAN_MS),
        })),
      ),
    ),
  ];
}

/** Every place once per round; what only the straight story passes, in one of its own. */
function appStories(
  times: number,
  kind: 'app' | 'unrecorded',
  delayIn: (at: Place) => number,
): PlannedStory[] {
  const kill = (at: Place): Strike => ({ kind, at, delayMs: delayIn(at) });
  // A queued job has no effect yet, and reserving has none that leaves anything.
  const isStruck = (place: Place) => kind === 'app' || rankOf(place) >= rankOf('ANALYZING');
  const all = placesOf('story').filter(isStruck);
  const others = placesOf('straight').filter((place) => !placesOf('story').includes(place));
  return Array.from({ length: times }, () => [
    { script: 'story' as const, strikes: all.map(kill) },
    { script: 'straight' as const, strikes: others.map(kill) },
  ]).flat();
}

/** Takes whole rounds in turn, and a part of the last, until so many were taken. */
function rounds<T>(sets: readonly (readonly T[])[], count: number): T[][] {
  const taken: T[][] = [];
  for (let left = count; left > 0; ) {
    const set = (sets[taken.length % sets.length] ?? []).slice(0, left);
    taken.push([...set]);
    left -= set.length;
  }
  return taken;
}

function postgresStories(count: number, random: Random): Strike[][] {
  const stories: Strike[][] = [];
  for (let left = count; left > 0; left -= POSTGRES_KILLS_PER_STORY) {
    const places = new Set<Place>();
    while (places.size < Math.min(left, POSTGRES_KILLS_PER_STORY)) {
      places.add(random.pick(POSTGRES_PLACES));
    }
    const strikes = [...places]
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .map((at, index) => ({
        kind: 'postgres' as const,
        at,
        delayMs: random.below(SPAN_MS[at]),
        isWithApp: (index + stories.length) % 2 === 1,
      }));
    stories.push(strikes);
  }
  return stories;
}
