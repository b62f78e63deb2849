// A change that promises something, and often that something else stays: two tests of what is new, one
// of what is kept. Pure.
import type { Criterion, Plan } from '../../../sandbox/protocol/plan.ts';
import type { Files } from '../../support/proof-world/repository.ts';
import { type Honest, jobOf } from '../corpus.ts';
import { planOf, type Sample } from '../samples.ts';
import type { Language, Written } from '../script.ts';

type Promised = {
  name: string;
  language: Language;
  goal?: string;
  base: Files;
  head: Files;
  /** The one new behaviour. */
  text: string;
  surface?: Criterion['surface'];
  shown: string;
  withheld: string;
  keep?: { text: string; test: string };
  contract?: readonly string[];
  /** Unset: what is delivered. */
  paths?: readonly string[];
  /** Run by the implementer after the files are written. */
  command?: string;
  suite?: string;
  changedTests?: Plan['changedTests'];
  /** How a test is named and run, where it is not as usual. */
  way?: { path(index: number): string; run?: (path: string) => string };
};

export function promised(of: Promised): Honest {
  const { name, language, base, head, command = '' } = of;
  const sample: Sample = { language, files: base, plan: planOfPromised(of) };
  return { name, job: jobOf({ sample, tests: testsOf(of), work: { files: head, command } }) };
}

function planOfPromised(of: Promised): Plan {
  const { text, goal = text, keep, head, suite, changedTests, surface = 'public_api' } = of;
  const { paths = Object.keys(head), contract = paths } = of;
  const kept = keep === undefined ? [] : [{ text: keep.text, kind: 'keep', surface } as const];
  const criteria = [{ text, surface }, ...kept];
  const plan = planOf({ goal, criteria, paths, contract, ...(suite !== undefined && { suite }) });
  return changedTests === undefined ? plan : { ...plan, changedTests };
}

function testsOf({ name, shown, withheld, keep, surface = 'public_api', way }: Promised) {
  const tests: Written[] = [
    { title: `${name}, one input`, text: shown },
    { title: `${name}, another input`, text: withheld, withheld: true },
  ];
  if (keep !== undefined) {
    tests.push({ title: `${name}, what stays`, text: keep.test, criterion: 'R2' });
  }
  return tests.map((one, index) => Object.assign({}, one, { surface }, placed(way, index)));
}

function placed(way: Promised['way'], index: number): Partial<Written> {
  if (way === undefined) return {};
  const path = way.path(index + 1);
  return way.run === undefined ? { path } : { path, run: way.run };
}

/** A test file of Node: what it imports and its tests, as they are. */
export function suiteOf(imports: string, body: string): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
${imports.trim()}

${body.trim()}
`;
}

/** A test file of Python: what it imports and the methods of its class. */
export function classOf(imports: string, methods: string): string {
  return `import unittest
${imports.trim()}


class Behaviour(unittest.TestCase):
${methods.trim().replaceAll(/^(?=.)/gm, '    ')}


if __name__ == "__main__":
    unittest.main()
`;
}
