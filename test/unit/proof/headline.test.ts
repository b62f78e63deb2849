// The one word of a report: decided in one place, the same wherever it is told.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport, type ReportFacts } from '../../../app/proof/build-report.ts';
import { headlineOf, reservationsOf } from '../../../app/proof/headline.ts';
import { reportPage } from '../../../app/proof/html/page.ts';
import { reportCheck } from '../../../app/proof/markdown/check-run.ts';
import { reportBody } from '../../../app/proof/markdown/report-body.ts';
import { damageOf, readReport, versionOf } from '../../../app/proof/read-report.ts';
import { recheck } from '../../../app/proof/recheck.ts';
import type { Headline, Report } from '../../../app/proof/report.ts';
import { reportJson } from '../../../app/proof/report-json.ts';
import { goodRuns, reportFacts, twice } from './samples.ts';

const redact = (text: string) => text;
const HUNK = {
  id: 'H1',
  path: 'src/greet.mjs',
  startLine: 2,
  endLine: 3,
  kind: 'changed',
  verdict: 'guarded',
} as const;

function report(change: Partial<ReportFacts> = {}): Report {
  return buildReport(reportFacts({ hunks: [HUNK], ...change }));
}

function withSuite(result: 'green' | 'red'): Partial<ReportFacts> {
  const runs = goodRuns().filter(({ caseId }) => caseId !== undefined);
  const own = [...twice(undefined, 'base', 'red'), ...twice(undefined, 'head', result)];
  return { runs: [...runs, ...own] };
}

const TAMPERING = [{ kind: 'ci-changed', path: 'Jenkinsfile', detail: 'x' }] as const;
const SAID: [what: string, headline: Headline, change: Partial<ReportFacts>][] = [
  ['nothing stands against it', 'Proven', {}],
  ['the suite was mended', 'Proven', withSuite('green')],
  ['a check was touched', 'Proven with reservations', { tampering: TAMPERING }],
  ['a criterion is blocked', 'Proven with reservations', { blocked: ['R2'] }],
  [
    'a change is unguarded',
    'Proven with reservations',
    { hunks: [{ ...HUNK, verdict: 'unguarded' }] },
  ],
  ['the suite is red and by no names', 'Proven with reservations', withSuite('red')],
  ['the judge could not read a test', 'Proven with reservations', { unjudged: ['test/a.zig'] }],
  ['a path is outside the plan', 'Not proven', { outsideFence: ['x.mjs'] }],
  [
    'a path outside it was found beside more',
    'Not proven',
    { outsideFence: ['x'], tampering: TAMPERING },
  ],
];
const CONCLUDED = {
  Proven: 'success',
  'Proven with reservations': 'action_required',
  'Not proven': 'failure',
};

describe('the headline', () => {
  for (const [what, headline, change] of SAID) {
    it(`is ${headline} everywhere when ${what}`, () => {
      const made = report(change);
      assert.equal(made.headline, headline);
      assert.equal(headlineOf(made), headline);
      assert.match(
        reportJson(made),
        new RegExp(`^\\{\\n {2}"version": 2,\\n {2}"headline": "${headline}"`),
      );
      assert.match(reportBody(made, redact), new RegExp(`^## \\S+ ${headline}: `));
      assert.match(reportPage(made), new RegExp(`<h1>${headline}: `));
      const { title, conclusion } = reportCheck(made, redact);
      assert.ok(title.startsWith(`${headline}: `), title);
      assert.equal(conclusion, CONCLUDED[headline]);
    });
  }

  it('has a reservation when the strongest test of a criterion hardly notices anything', () => {
    const weak = (noticed: number) => {
      const made = report();
      const [row] = made.matrix;
      for (const one of row?.cases ?? []) one.strength = { noticed, of: 5 };
      return made;
    };
    assert.equal(headlineOf(weak(1)), 'Proven with reservations');
    assert.match(reservationsOf(weak(1))[0]?.says ?? '', /^R1: its strongest test noticed 1 of 5/);
    assert.equal(headlineOf(weak(3)), 'Proven');
  });
});

/** As version 1 wrote it. */
function first(change: Partial<ReportFacts> = {}): Record<string, unknown> {
  const { headline: _new, ...old } = report(change);
  return { ...old, version: 1 };
}

describe('a report of version 1', () => {
  it('is read, and told with the headline it would have today', () => {
    assert.equal(versionOf(first()), 1);
    assert.deepEqual(readReport(first()), report());
    assert.equal(readReport(first({ blocked: ['R2'] }))?.headline, 'Proven with reservations');
    assert.equal(readReport(first({ outsideFence: ['x'] }))?.headline, 'Not proven');
  });

  it('is refused when it is damaged, with the place', () => {
    const damaged = { ...first(), costUsd: 'much' };
    assert.equal(readReport(damaged), undefined);
    assert.match(damageOf(damaged), /^costUsd: /);
    assert.equal(readReport({ ...first(), version: 3 }), undefined);
    assert.match(damageOf({ ...report(), version: 3 }), /^version: /);
  });

  it('is the same when made again, whatever fields there are since', () => {
    const stored = readReport(first()) ?? assert.fail('it was not read');
    const facts = { ...reportFacts({ hunks: [HUNK] }), isGatePassed: true };
    assert.deepEqual(recheck(stored, { ...facts, version: 1 }).mismatches, []);
    const { mismatches } = recheck(stored, { ...facts, costUsd: 9, version: 1 });
    assert.deepEqual(
      mismatches.map(({ path }) => path),
      ['costUsd'],
    );
  });
});
