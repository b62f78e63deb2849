import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildReport } from '../../../../app/proof/build-report.ts';
import { judgeAcceptance } from '../../../../app/webhook/errands/acceptance.ts';
import { reportFacts } from '../../proof/samples.ts';

type Facts = Parameters<typeof reportFacts>[0];

const row = { id: 'r', jobId: 'j', attemptNumber: 1, isGatePassed: true };

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
  assert.deepEqual(judgeAcceptance([report], false), {
    ok: true,
    reportId: 'r',
    headline: 'Proven',
  });
  assert.equal(judgeAcceptance([report], true).ok, true);
});

test('one with reservations names them, and needs the word', () => {
  const judged = judgeAcceptance([published(RESERVED)], false);
  assert.ok(!judged.ok);
  assert.match(judged.problem, /“Proven with reservations”[\s\S]*\n- .*R2/);
  assert.match(judged.problem, /`\/accept override`/);
  assert.equal(judgeAcceptance([published(RESERVED)], true).ok, true);
});

test('the newest one that was published counts; none is none', () => {
  assert.equal(judgeAcceptance([published(RESERVED), published({})], false).ok, true);
  const late = unpublished({});
  assert.equal(judgeAcceptance([published(RESERVED), late], false).ok, false);
  const none = judgeAcceptance([late], true);
  assert.match(none.ok ? '' : none.problem, /published no report/);
});
