import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { toRefused } from '../../action/refusals.ts';
import {
  ERRORS,
  type ErrorCode,
  INTERNAL_CODES,
  PUBLIC_CODES,
  type PublicCode,
} from '../../app/error-codes.ts';
import { AppError, isAppError, toErrorBody, toOperatorLines } from '../../app/errors.ts';
import { createLogger } from '../../app/log.ts';
import { createRedactor } from '../../app/redact/redact.ts';
import { withToldFaults } from '../../app/steps/told-faults.ts';
import { withRefusals } from '../../app/steps/unavailable.ts';
import { createE2bDriver } from '../../sandbox/driver/e2b/driver.ts';
import { findHostTools } from '../../sandbox/local/isolation/host-tools.ts';

const CODES: readonly ErrorCode[] = [...PUBLIC_CODES, ...INTERNAL_CODES];
const CANARY = 'canary postgres://me:hunter2@db SELECT 1 at file.ts:1:1';

/** Written down apart from the product: callers rely on these. */
const STATUSES: readonly [code: PublicCode, status: number][] = [
  ['QUOTA_EXHAUSTED', 429],
  ['ENTITLEMENT_INSUFFICIENT', 403],
  ['JOB_NOT_OWNED', 403],
  ['JOB_STATE_INVALID', 409],
  ['REVISION_CONFLICT', 409],
  ['ARTIFACT_EXPIRED', 410],
  ['IDEMPOTENCY_REPLAY', 200],
  ['RATE_LIMITED', 429],
  ['VALIDATION_ERROR', 400],
  ['NOT_FOUND', 404],
  ['UNAUTHORIZED', 401],
  ['INTERNAL_ERROR', 500],
];

/** Their details are made for the caller: which field, which revision, how long to wait. */
const WITH_DETAILS = new Set<ErrorCode>([
  'VALIDATION_ERROR',
  'REVISION_CONFLICT',
  'SPEC_REVISION_CONFLICT',
  'JOB_STATE_INVALID',
  'RATE_LIMITED',
  'ROLE_INSUFFICIENT',
]);

suite('the table of codes', () => {
  test('holds every code once, and no other', () => {
    assert.deepEqual(Object.keys(ERRORS).toSorted(), [...CODES].toSorted());
    assert.equal(new Set(CODES).size, CODES.length);
    for (const code of CODES) assert.match(code, /^[A-Z]+(?:_[A-Z]+)*$/);
  });

  test('gives every code a public code, a status, a message and a hint', () => {
    for (const code of CODES) {
      const { publicCode, status, message, hint } = ERRORS[code];
      assert.ok(PUBLIC_CODES.includes(publicCode), code);
      assert.ok(status === 200 || (status >= 400 && status <= 599), code);
      assert.match(message, /^[A-Z].*\.$/, code);
      assert.match(hint, /^[A-Z].*\.$/, code);
    }
  });

  test('lets a public code stand for itself', () => {
    for (const code of PUBLIC_CODES) assert.equal(ERRORS[code].publicCode, code);
  });

  test('gives the twelve oldest codes their statuses', () => {
    for (const [code, status] of STATUSES) {
      const answer = toErrorBody(new AppError(code));
      assert.deepEqual([answer.body.error.code, answer.status], [code, status]);
    }
  });

  test('says of client faults that trying again does not help, except for a rate limit', () => {
    for (const code of CODES) {
      const { status, retryable } = ERRORS[code];
      if (status < 500 && code !== 'RATE_LIMITED') assert.equal(retryable, false, code);
    }
  });
});

suite('what a caller is told', () => {
  test('has one shape and comes from the table', () => {
    for (const code of CODES) {
      const { publicCode, status, message, hint } = ERRORS[code];
      const answer = toErrorBody(new AppError(code));
      const body = { error: { code: publicCode, message, details: { hint } } };
      assert.deepEqual(answer, { status, body });
    }
  });

  test('never holds problem, cause or stack, and details only of codes made for it', () => {
    for (const code of CODES) {
      const cause = new Error(CANARY);
      const details = { field: 'title' };
      const error = new AppError(code, { problem: CANARY, details, cause });
      const { body } = toErrorBody(error);
      assert.ok(!JSON.stringify(body).includes('canary'), code);
      assert.ok(!JSON.stringify(body).includes('errors.test.ts'), code);
      assert.equal('field' in body.error.details, WITH_DETAILS.has(code), code);
      assert.equal(body.error.details['hint'], ERRORS[code].hint, code);
    }
  });

  test('is INTERNAL_ERROR for whatever is no AppError', () => {
    const foreign = Object.assign(new Error(CANARY), { code: 'NOT_FOUND', details: { CANARY } });
    for (const thrown of [foreign, CANARY, undefined, null, { code: 'NOT_FOUND' }]) {
      const { status, body } = toErrorBody(thrown);
      assert.equal(status, 500);
      assert.equal(body.error.code, 'INTERNAL_ERROR');
      assert.deepEqual(Object.keys(body.error.details), ['hint']);
      assert.ok(!JSON.stringify(body).includes('canary'));
    }
  });
});

suite('what an operator is told', () => {
  test('names code, problem, details and remedy, a line each', () => {
    const details = { path: '/a', rows: [1, 2] };
    const error = new AppError('DISK_FULL', { problem: 'No space on /a.', details });
    assert.deepEqual(toOperatorLines(error), [
      'DISK_FULL: The disk of the database is full.',
      '  No space on /a.',
      '  path: /a',
      '  rows: [1,2]',
      '  Free some space and start again; nothing that was committed is lost.',
    ]);
  });

  test('names the remedy given where it was thrown instead of the general one', () => {
    const hint = 'Install it: apt-get install mount.';
    const error = new AppError('SYSTEM_TOOL_MISSING', { hint });
    assert.equal(toOperatorLines(error).at(-1), `  ${hint}`);
    assert.equal(toErrorBody(error).body.error.details['hint'], hint);
  });

  test('begins with INTERNAL_ERROR for whatever is no AppError', () => {
    const lines = toOperatorLines(new TypeError('x is not a function'));
    assert.match(lines[0] ?? '', /^INTERNAL_ERROR: /);
    assert.match(lines[1] ?? '', /x is not a function/);
    assert.equal(lines.length, 2);
  });
});

suite('what ends an effect', () => {
  const secret = 'hunter2-canary';
  const told = async (fault: unknown) => {
    const failing = withRefusals({ plan: async () => await Promise.reject(fault) });
    const deps = { log: { warn: () => undefined }, redact: createRedactor([secret]).redact };
    const context = { record: { job: { id: 'j' } } } as Parameters<typeof failing.plan>[0];
    return await withToldFaults(failing, deps)
      .plan(context)
      .catch((error: unknown) => error);
  };

  test('without a name gets the first line of its cause, and no secret', async () => {
    const fault = await told(new TypeError(`no ${secret} here\n    at file.ts:1:1`));
    assert.ok(isAppError(fault, 'INTERNAL_ERROR'));
    assert.match(
      fault.message,
      /^Something failed on our side\. The cause: TypeError: no .* here$/,
    );
    assert.ok(!fault.message.includes(secret));
    const cause = new Error('the row is gone\nSELECT 1');
    const own = await told(new AppError('INTERNAL_ERROR', { problem: 'No plan.', cause }));
    assert.ok(isAppError(own, 'INTERNAL_ERROR'));
    assert.equal(own.message, 'No plan. The cause: Error: the row is gone');
  });

  test('by a lasting no is its name, the words and the remedy', async () => {
    const problem = 'GitHub refused (403): a tree.';
    for (const code of ['GITHUB_ARCHIVED', 'GITHUB_RULE', 'GITHUB_NO_ACCESS'] as const) {
      const outcome = await told(new AppError(code, { problem }));
      assert.deepEqual(outcome, {
        type: 'effect_failed',
        detail: `${code}: ${problem} ${ERRORS[code].hint}`,
      });
    }
  });

  test('is not said when trying again may mend it', async () => {
    const away = ['GITHUB_UNAVAILABLE', 'RATE_LIMITED', 'SANDBOX_UNREACHABLE'] as const;
    // GitHub may not show yet what was made just now, so that is tried again too.
    for (const code of [...away, 'NOT_FOUND'] as const) {
      assert.ok(isAppError(await told(new AppError(code)), code));
    }
  });
});

suite('a machine without bubblewrap', () => {
  const REMEDY = /apt-get install bubblewrap.* E2B_API_KEY/;

  test('is told in a terminal with its code and remedy', async () => {
    const [first, ...rest] = toOperatorLines(await missingBubblewrap());
    assert.match(first ?? '', /^BUBBLEWRAP_MISSING: /);
    assert.match(rest.join('\n'), REMEDY);
  });

  test('is told in the log with its code and remedy', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) };
    const log = createLogger({ level: 'warn', redactor: createRedactor([]), destination });
    log.warn({ error: await missingBubblewrap() }, 'an effect failed');
    const { error } = JSON.parse(lines[0] ?? '{}');
    assert.equal(error.code, 'BUBBLEWRAP_MISSING');
    assert.match(error.hint, REMEDY);
  });

  test('ends the effect with its code and remedy', async () => {
    const fault = await missingBubblewrap();
    const logged: unknown[] = [];
    const log = { warn: ({ error }: { error?: unknown }) => logged.push(error) };
    const failing = withRefusals({ plan: async () => await Promise.reject(fault) });
    const context = { record: { job: { id: 'j' } } } as Parameters<typeof failing.plan>[0];
    const outcome = await withToldFaults(failing, { log, redact: (text) => text }).plan(context);
    assert.deepEqual(logged, [fault]);
    assert.ok(outcome.type === 'effect_failed');
    assert.match(outcome.detail, /^BUBBLEWRAP_MISSING: The program bwrap is missing/);
    assert.match(outcome.detail, REMEDY);
  });

  test('is told by the Action with its code and remedy', async () => {
    const { code, remedy } = toRefused(await missingBubblewrap());
    assert.equal(code, 'BUBBLEWRAP_MISSING');
    assert.match(remedy, REMEDY);
  });

  /** As whoever asks the driver for a sandbox gets it. */
  async function missingBubblewrap(): Promise<unknown> {
    const connect = async () => {
      findHostTools(['/nonexistent']);
      return { apiKey: 'never used' };
    };
    const driver = createE2bDriver({ connect, now: Date.now });
    const metadata = { job: 'j', session: 's', attempt: '1' };
    const from = { kind: 'template', name: 'base' } as const;
    return await driver.create({ from, metadata, timeoutMs: 1_000 }).then(
      () => assert.fail('a sandbox was made'),
      (fault: unknown) => fault,
    );
  }
});

test('an AppError is recognised by its code and keeps problem, details and cause', () => {
  const cause = new Error('below');
  const error = new AppError('TIMEOUT', { problem: 'Waited 5 s.', details: { jobId: 'j' }, cause });
  const foreign: unknown = Object.assign(new Error('x'), { code: 'TIMEOUT' });
  assert.deepEqual([isAppError(error), isAppError(foreign)], [true, false]);
  assert.deepEqual([isAppError(error, 'TIMEOUT'), isAppError(error, 'CANCELLED')], [true, false]);
  assert.deepEqual([error.name, error.message, error.cause], ['AppError', 'Waited 5 s.', cause]);
  assert.deepEqual(error.details, { jobId: 'j' });
  assert.equal(new AppError('TIMEOUT').message, ERRORS.TIMEOUT.message);
});
