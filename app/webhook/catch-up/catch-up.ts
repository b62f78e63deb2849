// Hears what no webhook told: on start and every few minutes. What it finds goes in by the same door
// as deliveries do, and is acted upon once, however often and by which way it is heard. One process
// at a time; a pass asks GitHub a bounded number of questions.
import { isAppError } from '../../errors.ts';
import { hearMissedComments } from './comments.ts';
import { hearMissedEnds } from './ends.ts';
import { hearMissedLabels } from './labels.ts';
import type { CatchUpDeps, Place } from './place.ts';
import { redeliverFailed } from './redeliver.ts';

/** Looked at in one pass; the others' turn comes later. */
const MOST_INSTALLATIONS = 30;
const MOST_PLACES = 60;
/** GitHub's clock and ours differ, and a list may lag behind what happened. */
const OVERLAP_MS = 120_000;
const MOST_FAILURES = 3;
const PASS = 'pass';
const DELIVERIES = 'deliveries';

/** `everyMs`: not when the last pass, of any process, is younger; then the answer is false. */
export async function catchUp(deps: CatchUpDeps, everyMs: number): Promise<boolean> {
  const { store, log } = deps;
  const begun = await store.accept(async ({ catchUps, now }) => {
    const pass = await catchUps.begin(PASS, everyMs);
    return pass && { ...pass, at: await now() };
  });
  if (begun === undefined) return false;
  if (begun.isFirst) {
    log.info(
      {},
      'Welcome: what happens on GitHub from now on is heard, whether or not the app runs',
    );
    return true;
  }
  const till = begun.at - OVERLAP_MS;
  const redelivered = await hearDeliveries(deps, begun.heardTill, till);
  const places = await findPlaces(deps, begun.heardTill, till);
  const heard = await lookAtAll(deps, places, till);
  await store.accept(async ({ catchUps }) => await catchUps.heard(PASS, till));
  log.info({ repositories: places.length, redelivered, heard }, 'looked for what was not heard');
  return true;
}

/** Answers how many are asked for. What its log does not say, the repositories do. */
async function hearDeliveries(deps: CatchUpDeps, since: number, till: number): Promise<number> {
  const { store, log } = deps;
  const [known] = await nextOf(deps, [DELIVERIES], { since, limit: 1 });
  try {
    const asked = await redeliverFailed(deps, known?.heardTill ?? since);
    await store.accept(async ({ catchUps }) => await catchUps.heard(DELIVERIES, till));
    return asked;
  } catch (error) {
    log.warn({ err: error }, 'GitHub does not show what it could not deliver');
    return 0;
  }
}

/** Answers how much was heard. A repository that shows nothing must not hide the others. */
async function lookAtAll(
  deps: CatchUpDeps,
  places: readonly Place[],
  till: number,
): Promise<number> {
  let heard = 0;
  let failures = 0;
  for (const place of places) {
    let heardTill = place.since;
    try {
      heard += await look(deps, place);
      heardTill = till;
      failures = 0;
    } catch (error) {
      if (isAppError(error, 'CANCELLED')) throw error;
      const repository = place.repository.id;
      deps.log.warn({ repository, err: error }, 'a repository does not show what was missed');
      failures += 1;
      // Then it is GitHub.
      if (failures === MOST_FAILURES) throw error;
    }
    await deps.store.accept(async ({ catchUps }) => await catchUps.heard(partOf(place), heardTill));
  }
  return heard;
}

async function look(deps: CatchUpDeps, place: Place): Promise<number> {
  const ended = await hearMissedEnds(deps, place);
  const labelled = await hearMissedLabels(deps, place);
  return ended + labelled.length + (await hearMissedComments(deps, place, labelled));
}

/** Where we are installed; those first that were not looked at for the longest time. */
async function findPlaces(deps: CatchUpDeps, since: number, till: number): Promise<Place[]> {
  const { github, store } = deps;
  const ids = new Map((await github.installations()).map((id) => [`installation:${id}`, id]));
  const all = new Map<string, Omit<Place, 'since'>>();
  for (const { part, heardTill } of await nextOf(deps, [...ids.keys()], {
    since,
    limit: MOST_INSTALLATIONS,
  })) {
    const found = await placesOf(deps, ids.get(part) ?? 0);
    for (const place of found) all.set(partOf(place), place);
    await store.accept(async ({ catchUps }) => {
      await catchUps.meet(found.map(partOf), heardTill);
      await catchUps.heard(part, till);
    });
  }
  const next = await nextOf(deps, [...all.keys()], { since, limit: MOST_PLACES });
  return next.flatMap(({ part, heardTill }) => {
    const place = all.get(part);
    return place === undefined ? [] : [{ ...place, since: heardTill }];
  });
}

/** What is new counts as heard until then. */
async function nextOf(
  { store }: CatchUpDeps,
  parts: readonly string[],
  { since, limit }: { since: number; limit: number },
) {
  return await store.accept(async ({ catchUps }) => {
    await catchUps.meet(parts, since);
    return await catchUps.next(parts, limit);
  });
}

async function placesOf(
  { github, log }: CatchUpDeps,
  installationId: number,
): Promise<Omit<Place, 'since'>[]> {
  try {
    const found = await github.repositories(installationId);
    return found.map((repository) => {
      const ref = { owner: repository.owner.login, name: repository.name, installationId };
      return { ref, installationId, repository };
    });
  } catch (error) {
    if (isAppError(error, 'CANCELLED')) throw error;
    // One that is just being removed must not keep the others from being heard.
    log.warn({ installationId, err: error }, 'the repositories of an installation are not shown');
    return [];
  }
}

function partOf({ repository }: Pick<Place, 'repository'>): string {
  return `repository:${repository.id}`;
}
