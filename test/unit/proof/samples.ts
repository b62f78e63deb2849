// A plan, cases and runs to build tests from: two new criteria with a withheld case each, one to
// keep. Outputs are the captured ones.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportFacts } from '../../../app/proof/build-report.ts';
import type { ProofRun } from '../../../app/proof/case.ts';
import type { PlanBinding } from '../../../app/proof/markdown/plan-binding.ts';
import { Report } from '../../../app/proof/report.ts';
import type { FileContent, TestCase } from '../../../sandbox/protocol/cases.ts';
import { Plan } from '../../../sandbox/protocol/plan.ts';

/** Of an issue without comments, in which all is seen. */
export const BINDING: PlanBinding = {
  issueDigest: 'c'.repeat(64),
  comments: { ofWriters: 0, ofOthers: 0 },
  unseen: [],
  base: { sha: 'b'.repeat(40), branch: 'main' },
};

export const PLAN: Plan = Plan.parse({
  goal: 'Greet politely: `greet(name)` says "Good day" and trims the name.',
  criteria: [
    {
      id: 'R1',
      text: '`greet("Ann")` returns "Good day, Ann"',
      kind: 'new',
      surface: 'public_api',
    },
    { id: 'R2', text: 'Blanks around the name are removed', kind: 'new', surface: 'public_api' },
    { id: 'R3', text: 'An empty name is still refused', kind: 'keep', surface: 'public_api' },
  ],
  strategies: [{ title: 'Change greet()', approach: 'Edit the one function.' }],
  paths: ['src/**'],
  contract: ['src/greet.mjs: greet(name)'],
  suite: 'npm test',
  quote: { costUsd: 0.4, minutes: 6 },
});

export function testCase(id: string, criterion: string, extra: Partial<TestCase> = {}): TestCase {
  const path = `test/redgreen/${id.toLowerCase()}.test.mjs`;
  return {
    id,
    criterion,
    title: `case ${id} of ${criterion}`,
    files: [path],
    run: `node --test ${path}`,
    surface: 'public_api',
    withheld: false,
    ...extra,
  };
}

export const CASES: TestCase[] = [
  testCase('T1', 'R1', { title: 'greets Ann' }),
  testCase('T2', 'R1', { title: 'greets a name with an umlaut', withheld: true }),
  testCase('T3', 'R2', { title: 'trims blanks' }),
  testCase('T4', 'R2', { title: 'trims tabs and line breaks', withheld: true }),
  testCase('T5', 'R3', { title: 'refuses an empty name' }),
];

export function file(path: string, text: string, mode: FileContent['mode'] = 0o644): FileContent {
  return { path, mode, content: Buffer.from(text).toString('base64') };
}

export function testText(name: string, expected: string): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from '../../src/greet.mjs';

test('greets ${name}', () => {
  assert.equal(greet(${JSON.stringify(name)}), ${JSON.stringify(expected)});
});
`;
}

export const FILES: FileContent[] = CASES.map(({ files: [path = ''] }, index) =>
  file(path, testText(`name ${index}`, `Good day, name ${index}`)),
);

export const BASE_PATHS = ['package.json', 'src/greet.mjs', 'src/inner.mjs', 'test/old.test.mjs'];

/** What a runner printed, without the line of the exit code. */
export function captured(name: string): string {
  const text = readFileSync(join(import.meta.dirname, 'captured', `${name}.txt`), 'utf8');
  return text.slice(0, text.lastIndexOf('exit '));
}

export function run(
  caseId: string | undefined,
  tree: 'base' | 'head',
  result: 'green' | 'red' | Partial<ProofRun> = 'green',
): ProofRun {
  const isRed = result === 'red';
  const plain: ProofRun = {
    ...(caseId === undefined ? {} : { caseId }),
    tree,
    ...(tree === 'head' ? { attemptNumber: 2 } : {}),
    runNumber: 1,
    exitCode: isRed ? 1 : 0,
    durationMs: 196,
    output: isRed ? captured('node24-assertion') : '✔ greets (0.6ms)\nℹ tests 1\nℹ pass 1\n',
  };
  return typeof result === 'string' ? plain : { ...plain, ...result };
}

export function changed<T>(one: T, change: Partial<T>): T {
  return { ...one, ...change };
}

/** Both runs of a case on a tree. */
export function twice(
  caseId: string | undefined,
  tree: 'base' | 'head',
  result: 'green' | 'red' | Partial<ProofRun> = 'green',
): ProofRun[] {
  const one = run(caseId, tree, result);
  return [one, { ...one, runNumber: 2 }];
}

/** New ones red on the base, everything green on the head. */
export function goodRuns(): ProofRun[] {
  return [
    ...CASES.flatMap(({ id }) => twice(id, 'base', id === 'T5' ? 'green' : 'red')),
    ...CASES.flatMap(({ id }) => twice(id, 'head')),
    ...twice(undefined, 'base'),
    ...twice(undefined, 'head'),
  ];
}

export function reportFacts(change: Partial<ReportFacts> = {}): ReportFacts {
  return {
    jobId: '6f1c1f0e-3b7a-4a52-9f7e-2f4f0a3f9d11',
    attempt: 2,
    issue: 7,
    baseSha: '1f0a3f9d116f1c1f0e3b7a4a529f7e2f4f0a3f9d',
    plan: PLAN,
    revision: '0b7de4c2-52c3-4b57-8a36-6dc5e8f1c1aa',
    cases: CASES,
    runs: goodRuns(),
    attempts: [
      {
        number: 1,
        kind: 'implement',
        modelClass: 'L1',
        status: 'red',
        costUsd: 0.21,
        durationMs: 95_000,
      },
      {
        number: 2,
        kind: 'self_heal',
        modelClass: 'L1',
        status: 'green',
        costUsd: 0.12,
        durationMs: 41_000,
      },
    ],
    costUsd: 0.38,
    tampering: [],
    dropped: [],
    outsideFence: [],
    sandboxes: { created: 5, wiped: 5 },
    redact: (text) => text,
    ...change,
  };
}

/** What two verifications of one tree must agree on: all but how long it took and what was printed. */
export function comparable(report: Report): object {
  const { runs, attempts, ...rest } = Report.parse(report);
  return {
    ...rest,
    runs: runs.map(({ durationMs: _time, output: _output, ...one }) => one),
    attempts: attempts.map(({ durationMs: _time, ...attempt }) => attempt),
  };
}
