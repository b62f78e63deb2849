// What changed functions do besides the answers that their tests ask for: the same calls made again by a
// plain program, on the head and with the changed files as on the base. Pure.
import { z } from 'zod';

type Call = { path: string; name: string; args: string; gives: string };

/** A line of what such a program wrote. */
const Line = z.union([
  z.object({ left: z.array(z.string()) }),
  z.object({ at: z.number(), spoilt: z.literal(true) }),
  z.object({ at: z.number(), time: z.number(), said: z.string(), now: z.string() }),
  z.object({ at: z.number(), long: z.number() }),
  z.object({ at: z.number(), begins: z.literal(true) }),
  z.object({ at: z.number(), ends: z.literal(true) }),
  z.object({ at: z.number(), order: z.array(z.string()) }),
  z.object({
    at: z.number(),
    label: z.string(),
    isNew: z.boolean(),
    isThere: z.boolean(),
    isSteady: z.boolean(),
    full: z.string(),
    rest: z.string(),
  }),
]);
type Line = z.infer<typeof Line>;
type Without = Extract<Line, { label: string }>;

/** What one program wrote, and how it ended. */
export type Aftermath = { written: string; exitCode: number };

/** As a row keeps it. */
export const Besides = z.strictObject({ path: z.string(), says: z.string() });
type Besides = z.infer<typeof Besides>;
/** With which arguments that could be left out a test asks a function. */
const Asks = z.object({ asks: z.string(), labels: z.array(z.string()) });
/** What an added function gave in a test. */
const Gave = z.object({ path: z.string(), name: z.string(), gave: z.string() });
const Kept = z.union([Besides.extend({ of: Asks.optional() }), Asks, Gave]);
type Kept = z.infer<typeof Kept>;

/** Of a program that used up its seconds. */
const USED_UP = 152;

/** What stands on the head and not on the base; `base` undefined: none of it was there. */
export function besidesOf(
  calls: readonly Call[],
  head: Aftermath,
  base: Aftermath | undefined,
): Kept[] {
  const before = new Set(base === undefined ? [] : factsOf(calls, base).map(({ key }) => key));
  const found = factsOf(calls, head).filter(({ key }) => !before.has(key));
  const kept = found.map(({ path, says }) => ({ path, says }));
  return base === undefined
    ? kept
    : [...kept, ...moved(calls, head, base), ...lostWithout(calls, head, base)];
}

/** What functions gave that the base does not have. */
export function gaveOf(
  calls: readonly Call[],
  before: readonly { path: string; content: string }[],
): Kept[] {
  return calls.flatMap(({ path, name, gives }) => {
    const text = before.find((one) => one.path === path)?.content ?? '';
    const own = /\w+$/.exec(name)?.[0] ?? name;
    return text.includes(own) ? [] : [{ path, name, gave: gives }];
  });
}

/** What the same calls answer when each is first made without its last argument, and when after. */
export function unlike(calls: readonly Call[], after: Aftermath, first: Aftermath): Kept[] {
  const before = withoutsOf(first);
  return withoutsOf(after).flatMap((one): Kept[] => {
    const call = calls[one.at];
    const other = before.find(({ at, label }) => at === one.at && label === one.label);
    if (call === undefined || other === undefined || !one.isSteady || !other.isSteady) return [];
    const which = one.full === other.full ? 'rest' : 'full';
    if (one[which] === other[which]) return [];
    const { path, name, args } = call;
    const without = which === 'rest' ? ` without ${one.label}` : '';
    const says = `${name} ${cut(args)}${without}: ${cut(one[which])} or ${cut(other[which])}, by what was asked before`;
    return [{ path, says }];
  });
}

type Fact = Besides & { key: string };

function factsOf(calls: readonly Call[], { written, exitCode }: Aftermath): Fact[] {
  const lines = linesOf(written);
  const facts = lines.flatMap((line) => factsIn(calls, line));
  const last = lines.at(-1);
  if (last === undefined || !('begins' in last) || exitCode !== USED_UP) return facts;
  return [...facts, ...factAt(calls, last.at, 'endless', 'does not end for a longer text')];
}

function factsIn(calls: readonly Call[], line: Line): Fact[] {
  if ('left' in line) {
    const path = calls[0]?.path ?? '';
    return line.left.map((name) => ({ key: `left ${name}`, path, says: leftText(name) }));
  }
  if ('spoilt' in line) {
    const says = 'gives the next caller what the last one made of the answer';
    return factAt(calls, line.at, 'spoilt', says);
  }
  if ('time' in line) {
    const says = `${cut(line.said)}, and from the ${line.time}th time on ${cut(line.now)}`;
    return factAt(calls, line.at, `time ${line.time}`, says);
  }
  if ('long' in line) {
    return factAt(calls, line.at, 'long', 'runs out of stack when it is given more');
  }
  return [];
}

const LONGEST = 120;

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function leftText(name: string): string {
  return `changes what the whole process shares, and leaves it so: ${name}`;
}

function factAt(calls: readonly Call[], at: number, key: string, says: string): Fact[] {
  const call = calls[at];
  if (call === undefined) return [];
  const { path, name, args } = call;
  return [{ key: `${key} ${name} ${args}`, path, says: `${name} ${cut(args)}: ${says}` }];
}

/** Arguments that are taken from another place now. */
function moved(calls: readonly Call[], head: Aftermath, base: Aftermath): Kept[] {
  const ordersOf = ({ written }: Aftermath) =>
    linesOf(written).flatMap((line) => ('order' in line ? [line] : []));
  const before = ordersOf(base);
  return ordersOf(head).flatMap(({ at, order }): Kept[] => {
    const was = before.find((one) => one.at === at)?.order ?? [];
    const call = calls[at];
    const gone = was.filter((name, place) => order.includes(name) && order[place] !== name);
    if (call === undefined || gone.length === 0) return [];
    const says = `${call.name} takes ${gone.join(', ')} from another place than before`;
    return [{ path: call.path, says }];
  });
}

/** What a function did without an argument that it did not know or heed, and does no longer. */
function lostWithout(calls: readonly Call[], head: Aftermath, base: Aftermath): Kept[] {
  const before = withoutsOf(base);
  const after = withoutsOf(head);
  return after.flatMap((now): Kept[] => {
    const was = before.find(({ at, label }) => at === now.at && label === now.label);
    const call = calls[now.at];
    if (was === undefined || call === undefined || !isLost(was, now)) return [];
    const { path, name, args } = call;
    const says = `${name} ${cut(args)} without ${now.label}: ${cut(was.rest)} before, now ${cut(now.rest)}`;
    return [{ path, says, of: { asks: name, labels: [now.label] } }];
  });
}

/** Each way in which a function is asked. */
export function asksOf(calls: readonly Call[], head: Aftermath): Kept[] {
  const all = withoutsOf(head);
  const lines = calls.map(({ name: asks }, at) => {
    const labels = all.filter((line) => line.at === at).map(({ label }) => label);
    return { asks, labels };
  });
  return [...new Map(lines.map((one) => [JSON.stringify(one), one])).values()];
}

function isLost(was: Without, now: Without): boolean {
  const isUnknown = was.isNew || (was.full === was.rest && now.full !== now.rest);
  if (!was.isThere || !isUnknown || !was.isSteady || was.rest === 'none' || now.rest === 'none')
    return false;
  const [error] = /^throws [^:]*/.exec(was.rest) ?? [];
  // Whoever left an argument out by mistake may be told otherwise, and in other words.
  if (error === 'throws TypeError') return false;
  return error === undefined ? was.rest !== now.rest : !now.rest.startsWith(error);
}

function withoutsOf({ written }: Aftermath): Without[] {
  return linesOf(written).flatMap((line) => ('label' in line ? [line] : []));
}

function linesOf(written: string): Line[] {
  return jsonLines(written, Line);
}

/** What rows of all cases say together: what no test asks for otherwise. */
export function besidesIn(outputs: readonly string[]): Besides[] {
  const kept = outputs.flatMap((output) => jsonLines(output, Kept));
  const ways = kept.flatMap((one) => ('asks' in one ? [one] : []));
  const isHeard = ({ asks, labels: [label = ''] }: z.infer<typeof Asks>) =>
    ways.some((way) => way.asks === asks && !way.labels.includes(label));
  const told = kept.flatMap((one) =>
    !('says' in one) || (one.of !== undefined && isHeard(one.of))
      ? []
      : [{ path: one.path, says: one.says }],
  );
  told.push(...alwaysNothing(kept.flatMap((one) => ('gave' in one ? [one] : []))));
  const lines = new Map(told.map((one) => [`${one.path} ${one.says}`, one]));
  return [...lines].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
}

const NOTHING = /^gives (?:\[\]|\{\}|\(\)|set\(\)|""|'')$/;

/** A test can find everything right with answers of which there are none. */
function alwaysNothing(given: readonly z.infer<typeof Gave>[]): Besides[] {
  const functions = Map.groupBy(given, ({ path, name }) => `${path} ${name}`);
  return [...functions.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined || !own.every(({ gave }) => NOTHING.test(gave))) return [];
    return [{ path: first.path, says: `${first.name} ${first.gave} in every test, never more` }];
  });
}

function jsonLines<T>(text: string, shape: z.ZodType<T>): T[] {
  return text.split('\n').flatMap((line) => {
    try {
      const read = shape.safeParse(JSON.parse(line));
      return read.success ? [read.data] : [];
    } catch {
      return [];
    }
  });
}
