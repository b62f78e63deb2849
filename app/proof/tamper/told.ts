// Findings as people are told of them: of a changed test file one line, whatever was changed in it.
// What the approved plan announced asks for nobody. Pure.
import type { TamperFinding, TamperKind } from './finding.ts';

/** What may be said of a changed test file, in the order in which it matters. */
const OF_A_TEST: readonly TamperKind[] = [
  'test-removed',
  'assertion-removed',
  'assertion-weakened',
  'expectation-changed',
];
const SEVERAL: Partial<Record<TamperKind, string>> = {
  'test-removed': 'tests are gone',
  'assertion-removed': 'tests assert less often',
  'assertion-weakened': 'assertions say less',
  'expectation-changed': 'assertions expect something else',
};

export function toldTampering(found: readonly TamperFinding[]): TamperFinding[] {
  const asked = found.filter(({ isAnnounced }) => isAnnounced !== true);
  return asked.flatMap((one) => {
    if (OF_A_TEST.includes(one.kind)) return isWithin(asked, one) ? [] : [one];
    return one.kind === 'test-changed' ? [summed(one, asked)] : [one];
  });
}

/** It is said with its file. */
function isWithin(asked: readonly TamperFinding[], { path }: TamperFinding): boolean {
  return asked.some((one) => one.kind === 'test-changed' && one.path === path);
}

function summed(changed: TamperFinding, asked: readonly TamperFinding[]): TamperFinding {
  const own = OF_A_TEST.map((kind) =>
    asked.filter((one) => one.kind === kind && one.path === changed.path),
  ).filter(({ length }) => length > 0);
  const [first] = own[0] ?? [];
  if (first === undefined) return changed;
  const said = own.flatMap((some) => {
    const [one] = some;
    if (some.length === 1) return one === undefined ? [] : [one.detail];
    return one === undefined ? [] : [`${some.length} ${SEVERAL[one.kind] ?? ''}`];
  });
  const { before, after } = first;
  return {
    ...changed,
    detail: said.join(', '),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}
