// A report made again and compared: byte-stable, and no figure can be changed unnoticed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../app/proof/build-report.ts';
import { differences } from '../../../app/proof/differences.ts';
import { type RecheckFacts, recheck } from '../../../app/proof/recheck.ts';
import { Report } from '../../../app/proof/report.ts';
import { reportJson } from '../../../app/proof/report-json.ts';
import { comparable, goodRuns, reportFacts, run } from './samples.ts';

const TAMPERING = [{ kind: 'test-changed', path: 'test/old.test.mjs', detail: 'x' }] as const;
const FACTS = reportFacts({
  tampering: TAMPERING,
  dropped: [{ path: '.redgreen/agent.json', why: 'protected' }],
  outsideFence: [],
});
const GIVEN: RecheckFacts = { ...FACTS, isGatePassed: true };

type Path = readonly (string | number)[];

/** A copy with one leaf replaced; keys come in another order, as they do out of the database. */
function tampered(path: Path, value: unknown): Report {
  const copy: unknown = JSON.parse(JSON.stringify(reversed(buildReport(FACTS))));
  let place = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) place = place[key] as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete place[last];
  else place[last] = value;
  return Report.parse(copy);
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, reversed(inner)] as const);
  return Object.fromEntries(entries.toReversed());
}

const TAMPERINGS: [Path, unknown][] = [
  [['headline'], 'Proven'],
  [['jobId'], 'another'],
  [['attempt'], 1],
  [['issue'], 8],
  [['issue'], undefined],
  [['baseSha'], '0'.repeat(40)],
  [['plan', 'revision'], 'another'],
  [['plan', 'goal'], 'Something else'],
  [['plan', 'paths'], ['**']],
  [['plan', 'packages'], ['left-pad']],
  [['verdict', 'passed'], false],
  [['verdict', 'reasons'], [{ rule: 'head', message: 'T1 is red on the head.' }]],
  [['totals', 'criteria'], 4],
  [['totals', 'proven'], 2],
  [['totals', 'cases'], 6],
  [['totals', 'green'], 4],
  [['totals', 'withheld'], 0],
  [['totals', 'flaky'], 1],
  [['matrix', 0, 'text'], 'easier'],
  [['matrix', 2, 'kind'], 'new'],
  [['matrix', 1, 'surface'], 'file'],
  [['matrix', 1, 'blocked'], true],
  [['matrix', 0, 'cases', 0, 'title'], 'greets'],
  [['matrix', 0, 'cases', 1, 'withheld'], false],
  [['matrix', 0, 'cases', 0, 'base'], 'green'],
  [['matrix', 0, 'cases', 0, 'why'], 'load'],
  [['matrix', 0, 'cases', 0, 'head'], 'red'],
  [['matrix', 0, 'cases', 0, 'headWhy'], 'error'],
  [['matrix', 0, 'cases', 0, 'flaky'], true],
  [['matrix', 0, 'cases', 0, 'baseRuns'], 3],
  [['matrix', 0, 'cases', 0, 'headRuns'], 1],
  [['suite'], undefined],
  [['suite', 'run'], 'true'],
  [['suite', 'base'], 'red'],
  [['suite', 'head'], 'red'],
  [['runs', 0, 'exitCode'], 0],
  [['runs', 0, 'why'], 'error'],
  [['runs', 0, 'run'], 9],
  [['runs', 0, 'tree'], 'head'],
  [['runs', 0, 'caseId'], 'T9'],
  [['runs', 0, 'durationMs'], 1],
  [['runs', 0, 'output'], 'all is well'],
  [['attempts', 0, 'status'], 'green'],
  [['attempts', 0, 'kind'], 'deep_fix'],
  [['attempts', 1, 'modelClass'], 'L3'],
  [['attempts', 0, 'durationMs'], 1],
  [['costUsd'], 0.01],
  [['tampering'], []],
  [['tampering', 0, 'path'], 'another'],
  [['dropped'], []],
  [['outsideFence'], ['src/x.mjs']],
  [['sandboxes', 'created'], 4],
  [['sandboxes', 'wiped'], 4],
  [['notMeasured'], []],
];

describe('a report made again', () => {
  it('is the same when nobody changed anything', () => {
    const stored = Report.parse(reversed(buildReport(FACTS)));
    assert.deepEqual(recheck(stored, GIVEN), { mismatches: [], unchecked: [] });
  });

  for (const [path, value] of TAMPERINGS) {
    it(`shows that ${path.join('.')} was made ${JSON.stringify(value)}`, () => {
      const { mismatches } = recheck(tampered(path, value), GIVEN);
      const [first = '', ...rest] = path.map((key) =>
        typeof key === 'number' ? `[${key}]` : `.${key}`,
      );
      const place = `${first.slice(1)}${rest.join('')}`;
      assert.notEqual(mismatches.length, 0);
      for (const one of mismatches) assert.ok(one.path.startsWith(place), one.path);
    });
  }

  it('shows that the gate of the row says something else', () => {
    const { mismatches } = recheck(buildReport(FACTS), { ...GIVEN, isGatePassed: false });
    assert.deepEqual(mismatches, [
      { path: 'reports row.isGatePassed', stored: false, recomputed: true },
    ]);
  });

  it('shows a run that was changed or taken away in the records', () => {
    const stored = buildReport(FACTS);
    const [first, ...others] = goodRuns();
    for (const runs of [others, [{ ...(first ?? assert.fail()), exitCode: 0 }, ...others]]) {
      const paths = recheck(stored, { ...GIVEN, runs }).mismatches.map(({ path }) => path);
      assert.ok(paths.includes('verdict.passed'), paths.join());
      assert.ok(paths.includes('totals.proven'), paths.join());
    }
  });

  it('says what it could not check', () => {
    const { mismatches, unchecked } = recheck(buildReport(FACTS), {
      ...GIVEN,
      tampering: undefined,
    });
    assert.deepEqual(mismatches, []);
    assert.match(unchecked.join(), /^tampering/);
  });
});

describe('the bytes of a report', () => {
  it('do not depend on the order of keys or of runs', () => {
    const report = buildReport(FACTS);
    const shuffled = buildReport({ ...FACTS, runs: FACTS.runs.toReversed() });
    assert.equal(reportJson(Report.parse(reversed(report))), reportJson(report));
    assert.equal(reportJson(shuffled), reportJson(report));
    assert.deepEqual(readBack(reportJson(report)), report);
  });

  it('without times and outputs are those of another verification of the same tree', () => {
    const report = buildReport(FACTS);
    const slower = goodRuns().map((one) =>
      Object.assign(one, { durationMs: one.durationMs + 7, output: `${one.output}!` }),
    );
    const again = buildReport({ ...FACTS, runs: slower });
    assert.notEqual(reportJson(again), reportJson(report));
    assert.equal(JSON.stringify(comparable(again)), JSON.stringify(comparable(report)));
  });

  it('keep everything else', () => {
    const red = {
      ...FACTS,
      runs: [...goodRuns(), run('T1', 'head', { runNumber: 3, exitCode: 1 })],
    };
    const found = differences(comparable(buildReport(FACTS)), comparable(buildReport(red)));
    assert.ok(found.some(({ path }) => path === 'matrix[0].cases[0].head'));
    const left = differences(buildReport(FACTS), comparable(buildReport(FACTS)));
    const names = new Set(left.map(({ path }) => path.replaceAll(/\[\d+\]/g, '')));
    assert.deepEqual([...names], ['runs.durationMs', 'runs.output', 'attempts.durationMs']);
  });
});

function readBack(text: string): unknown {
  return JSON.parse(text);
}

describe('differences', () => {
  it('are told by path, in lists and groups, with what is absent', () => {
    assert.deepEqual(differences({ a: [1, { b: 2 }], c: 3 }, { a: [1, { b: 4 }, 5] }), [
      { path: 'a[1].b', one: 2, other: 4 },
      { path: 'a[2]', one: undefined, other: 5 },
      { path: 'c', one: 3, other: undefined },
    ]);
    assert.deepEqual(differences([], {}), [{ path: '', one: [], other: {} }]);
  });
});
