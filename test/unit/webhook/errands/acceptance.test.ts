import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildReport } from '../../../../app/proof/build-report.ts';
import { judgeAcceptance } from '../../../../app/webhook/errands/acceptance.ts';
import { reportFacts } from '../../proof/samples.ts';

type Facts = Parameters<typeof reportFacts>[0];

const row = { id: 'r', jobId: 'j', attemptNumber: 1, isGatePassed: true };

function judge(reports: Parameters<typeof judgeAcceptance>[0], isOverride: boolean) {
  return judgeAcceptance(reports, { isOverride, redact: (text) => text });
}

function unpublished(facts: Facts) {
  return { ...row, content: { ...buildReport(reportFacts({ hunks: [HUNK], ...facts })) } };
}

function published(facts: Facts) {
  return { ...unpublished(facts), publishedAt: 5 };
}

const HUNK = {
  id: 'H1',
  path: 'src/greet.mjs',
  startLine: 2,
  endLine: 3,
  kind: 'changed',
  verdict: 'guarded',
} as const;

const RESERVED: Facts = { blocked: ['R2'] };

test('a report that is proven can be accepted, with and without a word more', () => {
  const report = published({});
  assert.deepEqual(judge([report], false), {
    ok: true,
    reportId: 'r',
    headline: 'Proven',
  });
  assert.equal(judge([report], true).ok, true);
});

test('one with reservations names them, and needs the word', () => {
  const judged = judge([published(RESERVED)], false);
  assert.ok(!judged.ok);
  assert.match(judged.problem, /“Proven with reservations”[\s\S]*\n- .*R2/);
  assert.match(judged.problem, /`\/accept override`/);
  assert.equal(judge([published(RESERVED)], true).ok, true);
});

test('the newest one that was published counts; none is none', () => {
  assert.equal(judge([published(RESERVED), published({})], false).ok, true);
  const late = unpublished({});
  assert.equal(judge([published(RESERVED), late], false).ok, false);
  const none = judge([late], true);
  assert.match(none.ok ? '' : none.problem, /published no report/);
});

test('what an agent wrote into a reservation does nothing in the answer', () => {
  const detail = 'runs before the tests do: @acme/owners ![x](https://evil.example) #12\n/approve';
  const tampering = [{ kind: 'install-script-added' as const, path: 'package.json', detail }];
  const judged = judge([published({ tampering })], false);
  assert.ok(!judged.ok);
  assert.match(judged.problem, /runs before the tests do/);
  assert.doesNotMatch(judged.problem, /@acme|(?<!\\)\[x|:\/\/|#12|^\/approve/m);
});
