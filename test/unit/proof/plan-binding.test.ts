import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planBody } from '../../../app/proof/markdown/plan-body.ts';
import type { Removed } from '../../../app/text/removed.ts';
import { BINDING, PLAN } from './samples.ts';

describe('an approval in the plan body', () => {
  const facts = {
    plan: PLAN,
    issue: 7,
    revision: 2,
    token: 't',
    stage: 'approval' as const,
    budgetUsd: 5,
    binding: BINDING,
    redact: (text: string) => text,
  };

  it('says what an approval is bound to, then who gave it with what right', () => {
    const before = planBody(facts);
    assert.match(before, /### What an approval is bound to\n\n- Revision 2 of this plan/);
    assert.match(before, /title, text; SHA-256 `c{12}`\n- The base commit `b{12}` of `main`/);
    assert.doesNotMatch(before, /Approved by/);
    const approval = { approver: 'mona', permission: 'admin', approvedAt: 1_785_588_000_000 };
    const comments = { ofWriters: 2, ofOthers: 1 };
    const binding = { ...BINDING, approval, comments };
    const after = planBody({ ...facts, stage: 'approved', binding });
    assert.match(after, /## Plan: approved, work is under way/);
    assert.match(after, /- Approved by `mona` \(admin\), 2026-08-01 12:40 UTC/);
    assert.match(after, /comments \(2 of people with write access, 1 of people without/);
  });

  it('shows the approver what stands in the issue and is not seen there', () => {
    const unseen: Removed[] = [
      { kind: 'comment', count: 2, excerpt: '@acme `x` <b> /approve' },
      { kind: 'character', count: 7 },
    ];
    const body = planBody({ ...facts, binding: { ...BINDING, unseen } });
    const line = '2 HTML comments (first: ``@acme `x` <b> /approve``); 7 invisible characters.';
    assert.ok(body.includes(line), body);
    assert.doesNotMatch(planBody(facts), /Not seen on the page/);
  });
});
