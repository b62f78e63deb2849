// Where people read that work lies which was not delivered.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failureBody } from '../../../../app/proof/markdown/failure-body.ts';
import { statusComment } from '../../../../app/proof/markdown/status-comment.ts';
import { newJob, waitingForIntervention } from '../../job/samples.ts';

const redact = (text: string) => text;
const JOB = '6f1c1f0e-3b7a-4a52-9f7e-2f4f0a3f9d11';
const commit = { branch: 'redgreen/issue-7', sha: 'c0ffee1'.padEnd(40, '0'), attempt: 3 };
const left = { jobId: JOB, commit, downloadUntil: Date.UTC(2026, 11, 19, 20, 13) };
const LIES = '- What attempt 3 left is commit `c0ffee1` on `redgreen/issue-7`: not verified';
const GOT = `until 2026-12-19 20:13 UTC: \`redgreen jobs artifact ${JOB}\``;

describe('where undelivered work lies', () => {
  it('is said in the body of a failure, with who gets it, how, and until when', () => {
    const job = { ...newJob(), state: 'FALLBACK_REQUIRED' as const, attemptCount: 3 };
    const body = failureBody({ job, attempts: [], costUsd: 0, left, redact });
    assert.ok(body.includes(LIES), body);
    assert.ok(body.includes(GOT), body);
    assert.match(body, /Whoever runs this installation gets what every attempt left/);
  });

  it('is said in the status comment, and not where there is none', () => {
    const facts = { job: waitingForIntervention(), isAccepted: false, costUsd: 0, redact };
    const body = statusComment({ ...facts, left });
    assert.ok(body.includes(LIES) && body.includes(GOT), body);
    assert.doesNotMatch(statusComment(facts), /not verified|redgreen jobs/);
  });

  it('promises no download where nothing keeps it, and no commit where a person’s stands', () => {
    const facts = { job: waitingForIntervention(), isAccepted: false, costUsd: 0, redact };
    const onBranch = statusComment({ ...facts, left: { jobId: JOB, commit } });
    assert.ok(onBranch.includes(LIES) && !onBranch.includes('redgreen jobs'), onBranch);
    const elsewhere = { jobId: JOB, downloadUntil: left.downloadUntil };
    const kept = statusComment({ ...facts, left: elsewhere });
    assert.ok(kept.includes(GOT) && !kept.includes('not verified'), kept);
  });
});
