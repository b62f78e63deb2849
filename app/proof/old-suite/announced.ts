// Existing tests that the plan says will be changed: approving the plan approves them. Pure.
import { matchesAny } from '../../../sandbox/projects/path-pattern.ts';
import type { Plan } from '../../../sandbox/protocol/plan.ts';
import type { TamperFinding, TamperKind } from '../tamper/finding.ts';

type Announcing = Pick<Plan, 'changedTests'>;

/** Announced paths that the plan does not let anybody change. */
export function announcedOutside({ changedTests = [], paths }: Announcing & Pick<Plan, 'paths'>) {
  return changedTests.map(({ path }) => path).filter((path) => !matchesAny(paths, path));
}

export function announcedPaths({ changedTests = [] }: Announcing): Set<string> {
  return new Set(changedTests.map(({ path }) => path));
}

/**
 * What an approved change of a test is. A skip is none: whoever contradicts a test changes what it
 * expects.
 */
const APPROVED: ReadonlySet<TamperKind> = new Set([
  'test-deleted',
  'test-changed',
  'test-removed',
  'assertion-removed',
  'assertion-weakened',
  'expectation-changed',
  'snapshot-changed',
  'test-setting-changed',
  'test-data-changed',
]);

export function withAnnounced(found: readonly TamperFinding[], plan: Announcing): TamperFinding[] {
  const paths = announcedPaths(plan);
  return found.map((one) =>
    paths.has(one.path) && APPROVED.has(one.kind) ? { ...one, isAnnounced: true } : one,
  );
}
