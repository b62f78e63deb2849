import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  branchName,
  isJobBranch,
  type JobSubject,
  jobKey,
  parseJobKey,
  parseUsageKey,
  usageKey,
} from '../../../app/job/names.ts';

const ISSUE: JobSubject = { kind: 'issue', repositoryId: 42, issueNumber: 7 };
const DISPATCH: JobSubject = { kind: 'dispatch', repositoryId: 42, runId: 9_876_543_210 };
const TRY: JobSubject = { kind: 'try', repositoryId: 1, name: 'fix-the-parser' };
const JOB_ID = '0b9f6f52-9c1e-4b55-8d3e-2f6a0a1b2c3d';

describe('names', () => {
  test('the key of a job follows from what it is about, and back', () => {
    assert.equal(jobKey(ISSUE), 'issue:42:7');
    assert.equal(jobKey(DISPATCH), 'dispatch:42:9876543210');
    assert.equal(jobKey(TRY), 'try:1:fix-the-parser');
    for (const subject of [ISSUE, DISPATCH, TRY]) {
      assert.deepEqual(parseJobKey(jobKey(subject)), subject);
    }
  });

  test('the branch of a job follows from what it is about', () => {
    assert.equal(branchName(ISSUE), 'redgreen/issue-7');
    assert.equal(branchName(DISPATCH), 'redgreen/dispatch-9876543210');
    assert.equal(branchName(TRY), 'redgreen/try-fix-the-parser');
    for (const subject of [ISSUE, DISPATCH, TRY]) assert.ok(isJobBranch(branchName(subject)));
  });

  for (const number of [0, -1, 1.5, Number.NaN, 2 ** 53, 1e21, Number.POSITIVE_INFINITY]) {
    test(`${number} is no number of an issue`, () => {
      const subject: JobSubject = { kind: 'issue', repositoryId: 42, issueNumber: number };
      assert.throws(() => jobKey(subject), { code: 'VALIDATION_ERROR' });
    });
  }

  for (const name of ['', '-x', 'x-', 'A', 'a/b', '../x', 'a b', 'a\nb', 'ä', 'x'.repeat(41)]) {
    test(`${JSON.stringify(name)} is no name of a try`, () => {
      const subject: JobSubject = { kind: 'try', repositoryId: 1, name };
      assert.throws(() => jobKey(subject), { code: 'VALIDATION_ERROR' });
      assert.throws(() => branchName(subject), { code: 'VALIDATION_ERROR' });
    });
  }

  test('what only looks like a key or a branch is none', () => {
    for (const key of [
      'issue:42',
      'issue:042:7',
      'issue:42:7 ',
      'issue:42:7\n',
      'Issue:42:7',
      'issue:42:7:1',
      'pull:42:7',
      'issue:9007199254740993:7',
      'try:0:x',
    ]) {
      assert.equal(parseJobKey(key), undefined, key);
    }
    for (const branch of [
      'main',
      'redgreen/issue-0',
      'redgreen/issue-07',
      'redgreen/issue-7/x',
      'refs/heads/redgreen/issue-7',
      'redgreen/issue-7\n',
      'redgreen/try--x',
      'redgreen/try-x.lock',
    ]) {
      assert.ok(!isJobBranch(branch), branch);
    }
  });

  test('a usage key names job, class, attempt and call, and back', () => {
    const call = { jobId: JOB_ID, modelClass: 'L2', attemptNumber: 3, callNumber: 12 } as const;
    assert.equal(usageKey(call), `${JOB_ID}:L2:3:12`);
    assert.deepEqual(parseUsageKey(usageKey(call)), call);
    assert.equal(usageKey({ ...call, attemptNumber: 0 }), `${JOB_ID}:L2:0:12`);
  });

  test('a call without a number, an unknown class or a foreign job id has no key', () => {
    const call = { jobId: JOB_ID, modelClass: 'L2', attemptNumber: 3, callNumber: 12 } as const;
    for (const bad of [{ callNumber: 0 }, { attemptNumber: -1 }, { jobId: 'job-1' }]) {
      assert.throws(() => usageKey({ ...call, ...bad }), { code: 'VALIDATION_ERROR' });
    }
    for (const key of [`${JOB_ID}:L4:1:1`, `${JOB_ID}:L1:1`, `${JOB_ID}:L1:1:1:1`, `x:L1:1:1`]) {
      assert.equal(parseUsageKey(key), undefined, key);
    }
  });
});
