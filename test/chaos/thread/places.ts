// Where in its story a job can be struck: every state it passes, and every step of the two states
// that have steps. Data and pure functions only.
import { type JobState, STEPS } from '../../../app/job/types.ts';
import type { Script } from '../../support/thread-play.ts';

/** A state, or STATE/step where the state has steps; in the order of the story. */
export const PLACES = [
  'PENDING',
  'QUOTA_RESERVING',
  'ANALYZING',
  'WAITING_STRATEGY',
  'WAITING_SPEC_APPROVAL',
  'GENERATING_TESTS',
  'BASELINE_VALIDATION',
  'REFACTORING/implement',
  'REFACTORING/verify',
  'REFACTORING/publish',
  'SELF_HEALING/implement',
  'SELF_HEALING/verify',
  'SELF_HEALING/publish',
  'DELIVERED',
] as const;
export type Place = (typeof PLACES)[number];

/**
 * For how long after its beginning a place is struck: less than it takes on a fast machine, so that
 * a strike falls into it. 0: it is over in milliseconds and is struck as soon as it is seen.
 */
export const SPAN_MS: Record<Place, number> = {
  PENDING: 0,
  QUOTA_RESERVING: 0,
  ANALYZING: 1_500,
  WAITING_STRATEGY: 0,
  WAITING_SPEC_APPROVAL: 300,
  GENERATING_TESTS: 1_200,
  BASELINE_VALIDATION: 1_500,
  'REFACTORING/implement': 1_200,
  'REFACTORING/verify': 1_500,
  'REFACTORING/publish': 120,
  'SELF_HEALING/implement': 1_200,
  'SELF_HEALING/verify': 1_500,
  'SELF_HEALING/publish': 120,
  DELIVERED: 60,
};

/** The first try of `straight` is right; that of `story` is not, so it publishes while healing. */
export function placesOf(script: Script): Place[] {
  const isStraight = script === 'straight';
  return PLACES.filter((place) =>
    isStraight ? !place.startsWith('SELF_HEALING') : place !== 'REFACTORING/publish',
  );
}

/** Undefined: a state that is no part of a story that ends well. */
export function placeOf(state: JobState, step: string | undefined): Place | undefined {
  const name = STEPS.some((one) => one === step) ? `${state}/${step}` : state;
  return PLACES.find((place) => place === name);
}

export function rankOf(place: Place): number {
  return PLACES.indexOf(place);
}

/** A person has to say /approve before the story comes here. */
export function isAfterApproval(place: Place): boolean {
  return rankOf(place) > rankOf('WAITING_SPEC_APPROVAL');
}
