// Makes a thing that must exist once, although answers get lost: looks before every try, so that
// what was made without our hearing of it is found instead of made again.
import { type Api, TRIES } from './connection.ts';
import { unanswered } from './faults.ts';

type Ensured<T> = {
  what: string;
  find: () => Promise<T | undefined>;
  /** Undefined: nobody knows, or somebody else made it; it is looked for again. */
  create: () => Promise<T | undefined>;
};

export async function ensure<T>(api: Api, { what, find, create }: Ensured<T>): Promise<T> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const found = (await find()) ?? (await create());
    if (found !== undefined) return found;
    await api.backOff(tries);
  }
  const found = await find();
  if (found !== undefined) return found;
  throw unanswered(what, undefined);
}
