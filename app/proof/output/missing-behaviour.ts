// Whether a test could not load because the behaviour is not there yet: what is missing is in the
// plan's contract. A missing package or a test that does not parse is something else. Pure.
import type { Plan } from '../../../sandbox/protocol/plan.ts';
import { contractNames } from '../contract.ts';
import { readable } from './red-kind.ts';
import { TEST_RUNNERS } from './test-runners/test-runners.ts';

const MISSING = TEST_RUNNERS.map(({ missing }) => missing);

export function isMissingBehaviour(
  output: string,
  plan: Pick<Plan, 'contract' | 'packages'>,
): boolean {
  const text = readable(output);
  const entries = contractNames(plan).map(bareName);
  const said = (what: keyof (typeof MISSING)[number]) =>
    MISSING.flatMap((one) => one[what]).flatMap((pattern) =>
      Array.from(text.matchAll(pattern), ([, name = '']) => name),
    );
  const missing = said('modules').map(bareName);
  if (missing.some((name) => entries.some((entry) => isSameModule(name, entry)))) return true;
  // A package that the plan will add is a part of what is not there yet.
  const planned = new Set(plan.packages.map((name) => name.replace(/(?<=.)[@=<>~^ ].*$/, '')));
  if (said('packages').some((name) => planned.has(name))) return true;
  return said('lastParts').some((name) => entries.some((entry) => entry.split('/').includes(name)));
}

/** Without its way from the importing file, its ending, and with slashes for dots. */
function bareName(name: string): string {
  const path = name.replace(/^file:\/\//, '').replace(/^(?:\.{1,2}\/)+|^\/+/, '');
  const dotted = /^\w+(?:\.\w+)+$/.test(path) && !/\.(?:[cm]?[jt]sx?|py|go|sh)$/.test(path);
  const plain = dotted ? path.replaceAll('.', '/') : path;
  return plain
    .replace(/\.(?:[cm]?[jt]sx?|py|json|go|sh)$/, '')
    .replace(/\/(?:index|__init__)$/, '');
}

/** The output names a file from the root of the disk, from the test, or by its module. */
function isSameModule(missing: string, entry: string): boolean {
  return missing === entry || missing.endsWith(`/${entry}`) || entry.endsWith(`/${missing}`);
}
