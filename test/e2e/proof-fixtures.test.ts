// A language whose tools are not at hand is judged from a fixture: a repository in the style of Go,
// from the tests that were handed over to the report, with runs as `go test` prints them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { judgeBaseline } from '../../app/proof/baseline.ts';
import { buildReport } from '../../app/proof/build-report.ts';
import type { ProofRun } from '../../app/proof/case.ts';
import { judgeCases } from '../../app/proof/judge/judge.ts';
import type { Report } from '../../app/proof/report.ts';
import { TestCase } from '../../sandbox/protocol/cases.ts';
import { Plan } from '../../sandbox/protocol/plan.ts';
import { treesOf } from '../support/syntax.ts';

const Runs = z.record(z.string(), z.object({ exitCode: z.number(), output: z.string() }));
const Fixture = z.object({
  plan: Plan,
  basePaths: z.array(z.string()),
  cases: z.array(TestCase),
  files: z.record(z.string(), z.string()),
  runs: z.object({ base: Runs, done: Runs, hardCoded: Runs, lied: Runs }),
});
type Fixture = z.infer<typeof Fixture>;

const GO = await read('go.json');

test('tests in Go are accepted, and red on the base because the behaviour is missing', async () => {
  const { plan, cases, basePaths } = GO;
  const files = Object.entries(GO.files).map(([path, text]) => ({
    path,
    mode: 0o644 as const,
    content: Buffer.from(text).toString('base64'),
  }));
  assert.deepEqual(
    judgeCases({ plan, cases, files, basePaths, trees: await treesOf(files) }).objections,
    [],
  );
  assert.deepEqual(judgeBaseline(plan, cases, twice('base', 'base')), { passed: true });
});

test('a Go job that is done is red on the base and green on the head', () => {
  const { verdict, matrix } = reportOf('done');
  assert.equal(verdict.passed, true);
  assert.deepEqual(statuses(matrix), ['red load green', 'red load green']);
});

test('an answer in Go that is hard-coded leaves the withheld case red', () => {
  const { verdict, matrix } = reportOf('hardCoded');
  assert.deepEqual(
    verdict.reasons.map(({ rule, caseId }) => [rule, caseId]),
    [['head', 'T2']],
  );
  assert.deepEqual(statuses(matrix), ['red load green', 'red load red']);
});

test('what a Go program prints turns no exit code around', () => {
  const { verdict, matrix } = reportOf('lied');
  assert.equal(verdict.passed, false);
  assert.deepEqual(statuses(matrix), ['red load red', 'red load red']);
});

async function read(name: string): Promise<Fixture> {
  const path = join(import.meta.dirname, '..', 'fixtures', 'proof', name);
  return Fixture.parse(JSON.parse(await readFile(path, 'utf8')));
}

function twice(tree: 'base' | 'head', which: keyof Fixture['runs']): ProofRun[] {
  return [1, 2].flatMap((runNumber) =>
    Object.entries(GO.runs[which]).map(([caseId, { exitCode, output }]) => ({
      caseId,
      tree,
      attemptNumber: 1,
      runNumber,
      exitCode,
      output,
      durationMs: 1,
    })),
  );
}

function reportOf(head: keyof Fixture['runs']): Report {
  return buildReport({
    jobId: 'job',
    attempt: 1,
    baseSha: '0'.repeat(40),
    plan: GO.plan,
    revision: 'revision',
    cases: GO.cases,
    runs: [...twice('base', 'base'), ...twice('head', head)],
    attempts: [],
    costUsd: 0,
    tampering: [],
    dropped: [],
    outsideFence: [],
    sandboxes: { created: 0, wiped: 0 },
    redact: (text) => text,
  });
}

function statuses(matrix: Report['matrix']): string[] {
  return matrix.flatMap(({ cases }) => cases.map((one) => `${one.base} ${one.why} ${one.head}`));
}
