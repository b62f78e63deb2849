// Deliveries that failed while we were not there: GitHub sends none again by itself. They come in by
// the door, as if for the first time.
import type { LoggedDelivery } from '../../github/missed/port.ts';
import { isHappening } from '../happenings.ts';
import { nameOf } from '../hear.ts';
import type { CatchUpDeps } from './place.ts';

const MOST_PAGES = 10;

/** Answers how many were asked for. */
export async function redeliverFailed(deps: CatchUpDeps, since: number): Promise<number> {
  const { github, store } = deps;
  const failed = await failedSince(deps, since);
  const newest = new Map(failed.toReversed().map((delivery) => [delivery.guid, delivery.id]));
  const lost = await store.accept(
    async ({ catchUps }) => await catchUps.unrecorded([...newest.keys()]),
  );
  let asked = 0;
  for (const guid of lost) {
    const id = newest.get(guid);
    // Written before it is done: it is not asked for without end.
    const mayAsk = await store.accept(async ({ catchUps }) => await catchUps.askAgain(guid));
    if (id === undefined || !mayAsk) continue;
    await github.redeliver(id);
    asked += 1;
  }
  return asked;
}

/** Of those that we listen to, newest first. */
async function failedSince({ github }: CatchUpDeps, since: number): Promise<LoggedDelivery[]> {
  const all: LoggedDelivery[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const { page, older } = await github.failedDeliveries(cursor);
    const young = page.filter(({ deliveredAt }) => deliveredAt >= since);
    all.push(...young.filter((one) => !one.isAnswered && isHappening(nameOf(one))));
    if (older === undefined || young.length < page.length) break;
    cursor = older;
  }
  return all;
}
