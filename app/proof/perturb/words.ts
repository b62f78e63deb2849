// What is known and said of altered results. Pure.
import { z } from 'zod';

const count = z.number().int().nonnegative();
export const PerturbedCase = z.strictObject({
  caseId: z.string(),
  /** Green with the helper in the code and nothing altered: else nothing of it counts. */
  isSound: z.boolean(),
  /** With the helper in the code it could not be built: our fault, not that of the code. */
  isUnbuilt: z.literal(true).optional(),
  /** It runs through a function of the change. */
  isReached: z.boolean(),
  noticed: count,
  of: count,
  /** It uses what comes back, and notices nothing of what is altered in it. */
  isDeaf: z.boolean(),
  /** It uses what comes back, and does not notice when everything in it is another. */
  isVague: z.boolean(),
  /** It notices a wrong answer, but not when only the first one is wrong. */
  isPatient: z.literal(true).optional(),
});
export type PerturbedCase = z.infer<typeof PerturbedCase>;

export const Perturbed = z.strictObject({
  cases: z.array(PerturbedCase),
  /** Changed code in which nothing could be altered. */
  unaltered: z.array(z.string()),
  /** Some of the code is built before it runs. */
  isBuilt: z.literal(true).optional(),
});
export type Perturbed = z.infer<typeof Perturbed>;

export function deafText(caseId: string): string {
  return `${caseId} stays green on the head whatever is altered in what the changed code gives back: it proves nothing.`;
}

/** A criterion whose every case only counts, or only looks at where it begins. */
export function vagueText(criterion: string): string {
  return `No test of ${criterion} notices on the head when everything in what the changed code gives back is another value of its type.`;
}

/** A criterion of which every case that asks for results asks until they are right. */
export function patientText(criterion: string): string {
  return `No test of ${criterion} notices on the head when only the first answer of the changed code is wrong: it asks again, or looks at later answers only.`;
}

/** For "Not measured"; what a case is about besides results is asked of it by the hunks. */
export function unalteredText(perturbed: Perturbed | undefined): string[] {
  if (perturbed === undefined) return [];
  const { cases, unaltered } = perturbed;
  const ids = (some: readonly PerturbedCase[]) => some.map(({ caseId }) => caseId).join(', ');
  const none = cases.filter(({ isSound, of }) => isSound && of === 0);
  const unbuilt = cases.filter(({ isUnbuilt }) => isUnbuilt);
  return [
    ...(unaltered.length === 0
      ? []
      : [
          `Whether a test notices other results of ${unaltered.join(', ')}: nothing in it could be altered.`,
        ]),
    ...(none.length === 0
      ? []
      : [`Whether ${ids(none)} would notice other results: no result of changed code was seen.`]),
    ...(unbuilt.length === 0
      ? []
      : [
          `Whether ${ids(unbuilt)} would notice other results: prepared for it, the code could not be built.`,
        ]),
  ];
}

/** As `unalteredText`, of what somebody should look at: code that behaves otherwise when it is prepared. */
export function unsoundText(perturbed: Perturbed | undefined): string[] {
  const unsound = perturbed?.cases.filter((one) => !one.isSound && !one.isUnbuilt) ?? [];
  if (unsound.length === 0) return [];
  const ids = unsound.map(({ caseId }) => caseId).join(', ');
  return [`Whether ${ids} would notice other results: red with the code only prepared for it.`];
}

/** Of a case, for the matrix; undefined: nothing was altered in its run that it is about. */
export function strengthOf(perturbed: Perturbed | undefined, id: string) {
  const own = perturbed?.cases.find(({ caseId }) => caseId === id);
  // One that is about something else than results has no strength by them.
  if (own === undefined || own.of === 0 || (own.noticed === 0 && !own.isDeaf)) return undefined;
  return { noticed: own.noticed, of: own.of };
}
