// What is in a package, and what never is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { artifactEntries } from '../../../../app/proof/artifact/artifact.ts';
import type { ArtifactFacts, LeftAttempt } from '../../../../app/proof/artifact/facts.ts';
import { buildReport } from '../../../../app/proof/build-report.ts';
import { toStoredCases } from '../../../../app/proof/case.ts';
import { shownFailures } from '../../../../app/proof/failures.ts';
import { hashOf } from '../../../../app/proof/moved/tree-hash.ts';
import { shownWork } from '../../../../app/proof/shown-work.ts';
import { createRedactor } from '../../../../app/redact/redact.ts';
import type { FileChange } from '../../../../sandbox/protocol/cases.ts';
import { CASES, FILES, file, goodRuns, PLAN, reportFacts, twice } from '../samples.ts';

const SECRET = 'hunter2-hunter2-hunter2';
const PRINTED = 'what a withheld test printed';
const { redact } = createRedactor([SECRET]);
const STORED = toStoredCases({ planId: 'p', jobId: 'j', cases: CASES, files: FILES });

/** T1 and the withheld T2 are red on the head. */
const RUNS = [
  ...goodRuns().filter(({ caseId = '', tree }) => tree === 'base' || !/T[12]/.test(caseId)),
  ...twice('T1', 'head', { exitCode: 1, redKind: 'assertion', output: `it said ${SECRET}` }),
  ...twice('T2', 'head', { exitCode: 1, redKind: 'assertion', output: PRINTED }),
];
const FAILURES = shownFailures({
  cases: CASES,
  runs: RUNS,
  attempt: 2,
  outsideFence: ['docs/other.md'],
  reasons: [],
});

const CHANGES: FileChange[] = [
  file('src/greet.mjs', 'export const greet = 1;\n'),
  file('bin/greet', '#!/bin/sh\n', 0o755),
  file('src/link', 'greet.mjs', 0o120000),
  { path: 'src/inner.mjs', deleted: true },
  file('.claude/settings.json', '{}'),
  file('src/link/under', 'x'),
];

function attempt(change: Partial<LeftAttempt> = {}): LeftAttempt {
  const facts = { number: 2, kind: 'self_heal', modelClass: 'L1', status: 'red' } as const;
  const report = buildReport(reportFacts({ runs: RUNS, redact }));
  const note = `Done, with ${SECRET}\u001B[31m`;
  return {
    ...facts,
    ...shownWork(PLAN, CHANGES, STORED),
    failures: FAILURES,
    note,
    report,
    ...change,
  };
}

const entry = (text: string, mode = '100644') => ({
  mode,
  object: hashOf('blob', Buffer.from(text)),
});
const FACTS: ArtifactFacts = {
  jobId: '6f1c1f0e-3b7a-4a52-9f7e-2f4f0a3f9d11',
  repository: 'octo/app',
  issue: 7,
  goal: `Greet <script>politely</script> @octo ${SECRET}`,
  stands: 'It gave up after 2 failed attempts; the tests are not green.',
  baseBranch: 'main',
  baseSha: '1'.repeat(40),
  commit: { branch: 'redgreen/issue-7', sha: 'c'.repeat(40), attempt: 2 },
  createdAt: Date.UTC(2026, 10, 19, 20, 0),
  expiresAt: Date.UTC(2026, 11, 19, 20, 0),
  base: new Map([
    ['src/greet.mjs', entry('old')],
    ['src/inner.mjs', entry('inner')],
  ]),
  attempts: [attempt()],
};

function packed(facts: ArtifactFacts = FACTS) {
  const entries = artifactEntries(facts, redact);
  const byPath = new Map(entries.map((one) => [one.path, one]));
  return {
    paths: entries.map(({ path }) => path),
    byPath,
    textOf(path: string): string {
      const found = byPath.get(path);
      assert.ok(found?.kind === 'file', path);
      return Buffer.from(found.bytes).toString();
    },
  };
}

describe('the package of a job', () => {
  it('has a README on top, and of each attempt files, operations, patch, failures, note, report', () => {
    const { paths, byPath } = packed();
    assert.deepEqual(paths, [
      'README.md',
      'attempt-2/operations.json',
      'attempt-2/changes.patch',
      'attempt-2/failures.txt',
      'attempt-2/note.txt',
      'attempt-2/report.json',
      'attempt-2/files/bin/greet',
      'attempt-2/files/src/greet.mjs',
      'attempt-2/files/src/link',
      'attempt-2/files/test/redgreen/t1.test.mjs',
      'attempt-2/files/test/redgreen/t3.test.mjs',
      'attempt-2/files/test/redgreen/t5.test.mjs',
    ]);
    assert.equal(byPath.get('attempt-2/files/bin/greet')?.mode, 0o755);
    const link = byPath.get('attempt-2/files/src/link');
    assert.ok(link?.kind === 'link');
    assert.equal(Buffer.from(link.target).toString(), 'greet.mjs');
  });

  it('tells what was done path by path, and what was left out and why', () => {
    const { operations, leftOut } = JSON.parse(packed().textOf('attempt-2/operations.json'));
    const told = operations.map((one: Record<string, unknown>) => [one['path'], one['kind']]);
    assert.deepEqual(told.slice(0, 4), [
      ['bin/greet', 'added'],
      ['src/greet.mjs', 'changed'],
      ['src/inner.mjs', 'deleted'],
      ['src/link', 'added'],
    ]);
    assert.deepEqual(operations[0], {
      path: 'bin/greet',
      kind: 'added',
      mode: '100755',
      sha256: 'a8076d3d28d21e02012b20eaf7dbf75409a6277134439025f282e368e3305abf',
      bytes: 10,
    });
    assert.deepEqual(leftOut, [
      { path: '.claude/settings.json', why: 'protected' },
      { path: 'src/link/under', why: 'below a file' },
    ]);
  });

  it('has nothing of a withheld test but criterion and title', () => {
    const { paths, textOf } = packed();
    assert.ok(!paths.some((path) => /t[24]\.test/.test(path)));
    const failures = textOf('attempt-2/failures.txt');
    assert.match(failures, /A withheld test \(R1\): greets a name with an umlaut/);
    assert.match(failures, /^T1 \(R1\) greets Ann\n\$ node --test/);
    const all = paths
      .filter((path) => !path.includes('/link'))
      .map(textOf)
      .join('\n');
    assert.ok(!all.includes(PRINTED));
    assert.ok(!all.includes('"name 1"'), 'what T2 asks');
    assert.match(textOf('attempt-2/report.json'), /\[of a withheld test\]/);
  });

  it('has a file of a withheld test’s place no more, whoever made it', () => {
    const { changes, dropped } = shownWork(PLAN, [file('test/redgreen/t2.test.mjs', 'x')], STORED);
    assert.ok(!changes.some(({ path }) => path.includes('t2')));
    assert.deepEqual(dropped, [{ path: 'test/redgreen/t2.test.mjs', why: 'authored' }]);
  });

  it('takes secrets and what only terminals see out of all that was said or printed', () => {
    const { paths, textOf } = packed();
    for (const path of paths.filter((one) => !one.includes('/files/'))) {
      assert.ok(!textOf(path).includes(SECRET), path);
    }
    assert.ok(!textOf('attempt-2/note.txt').includes('\u001B'));
  });

  it('says on its first page what is verified, where it lies and how to apply it', () => {
    const text = packed().textOf('README.md');
    assert.match(text, /^# What job 6f1c1f0e-/);
    assert.match(text, /\| 2 \| an agent \(L1\) \| 7 \| Not proven: \d of 3 criteria hold \|/);
    assert.match(text, /until 2026-12-19 20:00 UTC/);
    assert.match(text, /commit c{40} on the branch `redgreen\/issue-7`, not verified/);
    assert.match(
      text,
      /git switch --create redgreen-6f1c1f0e 1{40}\ngit apply --index DIR\/attempt-2/,
    );
    assert.doesNotMatch(text, /<script>|@octo/);
  });

  it('says of an attempt that left nothing, and was never verified, just that', () => {
    const {
      report: _report,
      note: _note,
      ...bare
    } = attempt({ changes: [], dropped: [], failures: [] });
    const { paths, textOf } = packed({ ...FACTS, attempts: [bare] });
    assert.deepEqual(paths, ['README.md', 'attempt-2/operations.json']);
    assert.match(textOf('README.md'), /\| 0 \| none: nothing of it is known \|/);
    assert.match(textOf('README.md'), /There is nothing to apply/);
  });

  it('is the same bytes for the same records', () => {
    assert.deepEqual(
      artifactEntries(FACTS, redact),
      artifactEntries(structuredClone(FACTS), redact),
    );
  });
});
