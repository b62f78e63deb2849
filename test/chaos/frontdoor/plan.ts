// What happens beside each story, from the seed alone. Pure.
import type { Random } from '../../support/random.ts';

/** What a person does on GitHub. */
const DEEDS = [
  'push-harmless',
  'push-breaking',
  'push-code',
  'base-elsewhere',
  'base-file',
  'base-test',
  'base-breaking',
  'label-off',
  'issue-edited',
  'issue-closed',
  'issue-reopened',
  'pull-closed',
  'pull-reopened',
  'renamed',
  'branch-deleted',
] as const;
export type DeedKind = (typeof DEEDS)[number];

/** What the wire does to one call. */
const WIRE = ['lost-answer', 'error', 'rate-limit', 'slow'] as const;
export type WireKind = (typeof WIRE)[number];

const OPERATIONS = [
  'checks/create',
  'checks/update',
  'git/create-commit',
  'git/create-ref',
  'git/create-tree',
  'git/get-commit',
  'git/get-ref',
  'git/update-ref',
  'issues/create-comment',
  'issues/get',
  'issues/update-comment',
  'pulls/create',
  'pulls/get',
  'pulls/update',
  'reactions/create-for-issue',
  'repos/compare-commits-with-basehead',
  'repos/get-collaborator-permission-level',
  'repos/get-content',
] as const;

/** Where in the story: what the job is doing, and how much later. */
export const MOMENTS = [
  'begun',
  'plan waits',
  'tests',
  'implement',
  'verify',
  'publish',
  'delivered',
] as const;
export type Moment = (typeof MOMENTS)[number];

export type Happening = { at: Moment; delayMs: number } & (
  | { what: 'deed'; kind: DeedKind }
  | { what: 'wire'; kind: WireKind; operation: string }
);

export type PlannedStory = {
  isWrongFirst: boolean;
  happenings: readonly Happening[];
  /** Whether the person mends what breaks and says /continue, or leaves it. */
  isMended: boolean;
};

const LONGEST_DELAY_MS: Record<Moment, number> = {
  begun: 600,
  'plan waits': 300,
  tests: 500,
  implement: 500,
  verify: 1_500,
  publish: 150,
  delivered: 100,
};

/** A deed of every kind at every moment comes once before one comes again. */
export function planStories(count: number, random: Random): PlannedStory[] {
  const pairs = shuffled(
    DEEDS.flatMap((kind) => MOMENTS.map((at) => ({ kind, at }))),
    random,
  );
  return Array.from({ length: count }, (_, index): PlannedStory => {
    const pair = pairs[index % pairs.length] ?? { kind: 'push-harmless', at: 'verify' };
    const more = random.chance(0.4) ? [deed(random.pick(pairs), random)] : [];
    const wires = Array.from({ length: random.below(3) }, () => wire(random));
    return {
      isWrongFirst: random.chance(0.1),
      isMended: random.chance(0.7),
      happenings: [deed(pair, random), ...more, ...wires],
    };
  });
}

function deed({ kind, at }: { kind: DeedKind; at: Moment }, random: Random): Happening {
  return { what: 'deed', kind, at, delayMs: random.below(LONGEST_DELAY_MS[at]) };
}

function wire(random: Random): Happening {
  const at = random.pick(MOMENTS);
  const operation = random.pick(OPERATIONS);
  return { what: 'wire', kind: random.pick(WIRE), operation, at, delayMs: 0 };
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  return values.map(() => {
    const [taken] = left.splice(random.below(left.length), 1);
    if (taken === undefined) throw new Error('nothing is left to shuffle');
    return taken;
  });
}

export function describe({ happenings }: PlannedStory): string {
  return happenings
    .map((one) =>
      one.what === 'deed' ? `${one.kind} at ${one.at}` : `${one.kind} of ${one.operation}`,
    )
    .join(', ');
}
