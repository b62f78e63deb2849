// What is known and said of another world. Pure.
import { z } from 'zod';
import { Besides } from './besides.ts';
import { CALLER, DIFFERENCES, isDifference } from './differences.ts';

export const World = z.strictObject({
  /** What was different, and what could not be made so. */
  varied: z.array(z.string()),
  notVaried: z.array(z.string()),
  /** Cases that are red there; `on` is empty when no single difference makes them so. */
  dependent: z.array(z.strictObject({ caseId: z.string(), on: z.array(z.string()) })),
  /** Differences that the base depends on too. */
  excused: z.array(z.strictObject({ on: z.string(), why: z.string() })),
  /** Red once, green the next time. */
  unsteady: z.array(z.string()),
  /** Programs that came in otherwise than as text of the tree. Absent: none was seen. */
  doors: z.array(z.strictObject({ door: z.string(), path: z.string() })).optional(),
  /** What changed functions do besides the answers that were asked for. Absent: nothing was seen. */
  besides: z.array(Besides).optional(),
});
export type World = z.infer<typeof World>;

export function dependenceText(caseId: string, criterion: string, on: readonly string[]): string {
  if (on.includes(CALLER)) {
    return `${caseId} (${criterion}): the changed code answers the same calls otherwise when a plain program makes them instead of a test.`;
  }
  const what = on.length === 0 ? 'several things around it together' : named(on);
  return `${caseId} (${criterion}) is red on the head in another world: the test or the code depends on ${what}.`;
}

function named(differences: readonly string[]): string {
  return differences.map((one) => (isDifference(one) ? DIFFERENCES[one] : one)).join(', ');
}

/** Through which door; what is none of these is told by its own name. */
const DOOR_WORDS: Readonly<Record<string, string>> = {
  wasm: 'bytes made a WebAssembly module',
  cached: 'code with the cache of an earlier compilation',
  'data:': 'a module written into an address',
  marshal: 'bytes made a code object',
  code: 'a code object made by hand',
  function: 'a function made of a code object',
};

/** What a person has to look at, for nobody can read it there. */
export function doorText(door: string): string {
  return `while its tests ran a program came in that is no text of the tree: ${DOOR_WORDS[door] ?? door}`;
}

/** For "Not measured". */
export function notVariedText(world: World | undefined): string[] {
  if (world === undefined) return [];
  const { notVaried, excused, unsteady } = world;
  const said = excused.map(({ on, why }) =>
    on === 'all'
      ? `Whether a test depends on several things around it together: ${why}.`
      : `Whether a test depends on ${named([on])}: ${why}.`,
  );
  return [
    ...(notVaried.length === 0
      ? []
      : [`What a test does with another of these: ${named(notVaried)}.`]),
    ...said,
    ...(unsteady.length === 0
      ? []
      : [
          `What ${unsteady.join(', ')} depends on in another world: red there once, green the next time.`,
        ]),
  ];
}
