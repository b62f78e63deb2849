// What a kept job must show before it is believed, and how two runs stay apart.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createKeeper, LEASE_MS } from '../../../action/keeper.ts';
import {
  type Expected,
  type Kept,
  requireShownPlan,
  seal,
  unseal,
} from '../../../action/kept-job.ts';
import { toRefused } from '../../../action/refusals.ts';
import { AppError } from '../../../app/errors.ts';
import type { JobRef } from '../../../app/github/port.ts';
import { Carried } from '../../../app/store/carry/carried.ts';

const JOB = '00000000-0000-4000-8000-000000000001';
const TOKEN = '00000000-0000-4000-8000-000000000002';
const AT = '2026-01-01T00:00:00+00:00';
const NOW = Date.parse(AT);
const BOT = 'github-actions[bot]';

const EXPECTED: Expected = {
  issue: 7,
  repository: { id: 21, owner: 'acme', name: 'greetings' },
  installationId: 3,
  run: '42',
  now: NOW,
  author: BOT,
};

test('what was sealed is opened again', () => {
  assert.deepEqual(unseal(kept(sample()), EXPECTED), sample());
  assert.match(
    seal(sample(), { run: '42' }).message,
    /^Keep job \S+ of issue 7: WAITING_SPEC_APPROVAL\n/,
  );
});

const REFUSED: [string, () => Kept, RegExp][] = [
  ['another author', () => ({ ...kept(sample()), author: 'eve' }), /not by github-actions/],
  ['a changed content', () => ({ ...kept(sample()), content: '{}' }), /differs from its digest/],
  ['no digest', () => ({ ...kept(sample()), message: 'Keep job' }), /names no digest/],
  ['no JSON', () => kept('x'), /not the form/],
  ['a missing table', () => kept({ ...sample(), tables: {} }), /not the form/],
  ['a newer format', () => kept({ ...sample(), format: 2 }), /newer version/],
  [
    'another repository',
    () => kept({ ...sample(), repository: { ...sample().repository, id: 5 } }),
    /belongs to acme\/greetings/,
  ],
  ['another issue', () => kept({ ...sample(), issue: 8 }), /No job of issue #7/],
  [
    'a job of another issue',
    () =>
      kept(changed((one) => Object.assign(one.tables.jobs[0] ?? {}, { job_key: 'issue:21:8' }))),
    /about another issue/,
  ],
  [
    'a plan of another revision',
    () => kept(changed((one) => Object.assign(one.tables.plans[0] ?? {}, { revision_token: JOB }))),
    /not the revision/,
  ],
];

for (const [what, make, cause] of REFUSED) {
  test(`a kept job with ${what} is refused by name`, () => {
    assert.throws(
      () => unseal(make(), EXPECTED),
      (error) => {
        const refused = toRefused(error);
        assert.match(refused.cause, cause);
        assert.notEqual(refused.remedy, '');
        return true;
      },
    );
  });
}

test('a job that another run holds is left alone until its lease ends', () => {
  const held = { ...kept(sample()), ...seal(sample(), { run: '41', until: NOW + 1000 }) };
  assert.throws(() => unseal(held, EXPECTED), /Run 41 is at work/);
  assert.ok(unseal(held, { ...EXPECTED, run: '41' }), 'a further attempt of the same run');
  assert.ok(unseal(held, { ...EXPECTED, now: NOW + 1001 }));
});

test('the plan that people see must be the one that was kept', () => {
  requireShownPlan(sample(), `Plan ${TOKEN}`);
  assert.throws(() => requireShownPlan(sample(), 'Plan'), /another revision/);
  const working = changed((one) => Object.assign(one.tables.jobs[0] ?? {}, { state: 'ANALYZING' }));
  requireShownPlan(working, 'Plan');
});

test('a run writes forward from what it read, and the second of two is refused', async () => {
  const stored: JobRef[] = [];
  const refs = {
    readJobRef: async () => stored.at(-1),
    async writeJobRef(
      _repository: unknown,
      wanted: { parent: string | undefined; message: string; content: string },
    ) {
      if (stored.at(-1)?.sha !== wanted.parent) {
        throw new AppError('VALIDATION_ERROR', { details: { reason: 'ref-moved' } });
      }
      const sha = `c${stored.length + 1}`;
      stored.push({ sha, author: BOT, message: wanted.message, content: wanted.content });
      return sha;
    },
  };
  const run = (id: string) =>
    createKeeper({
      refs,
      repository: { owner: 'acme', name: 'greetings', installationId: 3 },
      expected: { ...EXPECTED, run: id },
      now: () => NOW,
      requireClean: (text) => assert.doesNotMatch(text, /canary/),
    });
  const [one, two] = [run('1'), run('2')];
  assert.equal(await one.read(), undefined);
  await one.write(sample(), { isHeld: false });
  assert.deepEqual(await two.read(), sample());
  await one.write(sample(), { isHeld: true });
  assert.match(stored.at(-1)?.message ?? '', new RegExp(new Date(NOW + LEASE_MS).toISOString()));
  await assert.rejects(
    async () => await two.write(sample(), { isHeld: true }),
    (error) => /Another run moved the job/.test(toRefused(error).cause),
  );
  assert.equal(one.head(), 'c2');
  const leaking = changed((carried) =>
    Object.assign(carried.tables.threads[0] ?? {}, { issue_text: 'canary' }),
  );
  await assert.rejects(async () => await one.write(leaking, { isHeld: false }));
  assert.equal(stored.length, 2, 'a secret is not written');
});

/** Sealed as it is, whatever it is. */
function kept(what: object | string): Kept {
  const content = typeof what === 'string' ? what : JSON.stringify(what);
  const digest = createHash('sha256').update(content).digest('hex');
  const { message } = seal(sample(), { run: '41' });
  return { author: BOT, content, message: message.replace(/sha256:\w+/, `sha256:${digest}`) };
}

function changed(change: (carried: Carried) => unknown): Carried {
  const copy = sample();
  change(copy);
  return copy;
}

function sample(): Carried {
  const none = Object.fromEntries(
    Object.keys(Carried.shape.tables.shape).map((name) => [name, []]),
  );
  const place = {
    id: 21,
    owner: 'acme',
    name: 'greetings',
    default_branch: 'main',
    is_private: false,
  };
  const tables = { ...none, jobs: [job()], plans: [plan()], threads: [thread()] };
  return Carried.parse({
    format: 1,
    repository: place,
    installation: { id: 3, account_id: 3, account_login: 'acme' },
    issue: 7,
    tables,
  });
}

function job() {
  const budget = { attempts: 6, wallTimeMs: 1, costUsd: 5, turnsPerStep: 1 };
  const counts = { attemptNumber: 0, effectNumber: 1, holdNumber: 0, sessionErrorCount: 0 };
  const classes = { modelClass: 'L1', tierClasses: ['L1'] };
  const times = { stateSince: NOW, lastEventAt: NOW, announcement: 'done' };
  const spent = { costUsd: 0, activeMs: 0 };
  return {
    id: JOB,
    job_key: 'issue:21:7',
    issue_number: 7,
    parent_job_id: null,
    state: 'WAITING_SPEC_APPROVAL',
    step: null,
    attempt_count: 0,
    identical_failure_count: 0,
    failure_fingerprint: null,
    failure_reason: null,
    facts: { ...counts, ...classes, ...times, budget, spent, planRevision: TOKEN },
    created_at: AT,
    ended_at: null,
  };
}

function plan() {
  const ends = { approved_at: null, approved_by: null, completed_at: null };
  const names = { id: JOB, job_id: JOB, revision: 1, revision_token: TOKEN, status: 'draft' };
  return { ...names, content: {}, issue_digest: 'a'.repeat(64), created_at: AT, ...ends };
}

function thread() {
  return {
    job_id: JOB,
    repository_id: 21,
    issue_number: 7,
    issue_title: 'Hello',
    issue_text: 'Please',
    issue_digest: 'a'.repeat(64),
    requested_by: 'mona',
    base_branch: 'main',
    base_sha: null,
    branch: 'redgreen/issue-7',
    pull_number: 8,
    status_comment_id: null,
    head_sha: null,
  };
}
