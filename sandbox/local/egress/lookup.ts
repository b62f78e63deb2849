// Looks names up for the proxies of all sandboxes. By its own resolver, not the system's call: that
// one holds a thread of the few that the whole server has, and a sandbox could take them all.
import { lookup, Resolver } from 'node:dns/promises';

const TRY_MS = 3_000;
const TRIES = 2;

/**
 * Names that the operator exempted are found as the machine finds them, its hosts file included;
 * they are few, and his own.
 */
export function createLookup(
  exempted: ReadonlySet<string>,
): (name: string) => Promise<readonly string[]> {
  return async (name) => {
    if (exempted.has(name))
      return (await lookup(name, { all: true })).map(({ address }) => address);
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
