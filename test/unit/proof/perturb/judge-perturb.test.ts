// What a case noticed of altered results, and what follows from it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../../app/proof/build-report.ts';
import { reservationsOf } from '../../../../app/proof/headline.ts';
import {
  alterable,
  judgePerturbed,
  perturbName,
  withMarks,
} from '../../../../app/proof/perturb/judge-perturb.ts';
import type { Alteration } from '../../../../sandbox/syntax/code/perturb.ts';
import { reportFacts } from '../samples.ts';

const ALL = ['gives more', 'gives one', 'gives other', 'reached'];

function run(alteration: Alteration, exitCode: number, marks: readonly string[], caseId = 'T1') {
  const output = withMarks([...marks], 'noted: altered\n');
  return { caseId, hunk: perturbName(alteration), exitCode, output };
}

/** `seen`: exit codes by alteration. */
function looks(seen: Partial<Record<Alteration, number>>, caseId = 'T1') {
  const kinds = ['other', 'one', 'more', 'first', 'nothing'] as const;
  const altered = kinds.flatMap((kind) => {
    const code = seen[kind];
    return code === undefined ? [] : [run(kind, code, [...ALL, 'altered'], caseId)];
  });
  return [run('plain', 0, ALL, caseId), ...altered];
}

function judged(seen: Partial<Record<Alteration, number>>) {
  return judgePerturbed(looks(seen))?.cases[0];
}

describe('a case and altered results', () => {
  it('has what it noticed of what was altered', () => {
    const one = judged({ other: 1, one: 0, more: 1 });
    assert.deepEqual([one?.noticed, one?.of, one?.isDeaf, one?.isVague], [2, 3, false, false]);
  });

  it('is deaf when it needs a result and notices no other one', () => {
    const seen = { other: 0, one: 0, more: 0 };
    assert.equal(judged({ ...seen, nothing: 1, first: 0 })?.isDeaf, true);
    assert.equal(judged({ ...seen, nothing: 1, first: 1 })?.isDeaf, false, 'no two are alike');
    assert.equal(judged({ ...seen, nothing: 0 })?.isDeaf, false, 'about something else');
  });

  it('is vague when only how much came counts', () => {
    const one = judged({ other: 0, one: 1, more: 1, nothing: 1, first: 0 });
    assert.deepEqual([one?.isDeaf, one?.isVague], [false, true]);
  });

  it('says nothing where nothing was altered, whatever the run prints', () => {
    const one = judgePerturbed([run('plain', 0, ALL), run('other', 1, ['reached'])])?.cases[0];
    assert.deepEqual([one?.noticed, one?.of], [0, 0]);
    assert.equal(judgePerturbed([]), undefined);
  });

  it('is asked only what there is to alter, below other functions where these give nothing', () => {
    assert.deepEqual(alterable(run('plain', 0, ['gives one', 'inner more'])), {
      kinds: ['one'],
      isDeep: false,
    });
    assert.deepEqual(alterable(run('plain', 0, ['inner other thrown', 'reached'])), {
      kinds: ['other'],
      isDeep: true,
    });
    assert.deepEqual(alterable(run('plain', 1, ALL)).kinds, []);
  });
});

describe('a report with altered results', () => {
  const deaf = { other: 0, one: 0, more: 0, nothing: 1, first: 0 };
  const vague = { ...deaf, more: 1 };
  const made = (runs: ReturnType<typeof looks>) => {
    const { hollow: _hollow, ...facts } = reportFacts();
    return buildReport({ ...facts, perturbed: judgePerturbed(runs) });
  };
  const reasons = (runs: ReturnType<typeof looks>) =>
    made(runs).verdict.reasons.map(({ rule, caseId, criterion }) => [rule, caseId ?? criterion]);

  it('shows the strength of a test', () => {
    const { matrix } = made(looks({ other: 1, one: 0, more: 1 }));
    assert.deepEqual(matrix[0]?.cases[0]?.strength, { noticed: 2, of: 3 });
  });

  it('does not pass with a deaf test, but for one of what is to stay', () => {
    assert.deepEqual(reasons(looks(deaf)), [['notice', 'T1']]);
    assert.deepEqual(reasons(looks(deaf, 'T5')), []);
  });

  it('has a reservation where every test of a criterion is vague', () => {
    const weak = (runs: ReturnType<typeof looks>) =>
      reservationsOf(made(runs)).filter(({ kind }) => kind === 'weak');
    assert.deepEqual(reasons([...looks(vague), ...looks(vague, 'T2')]), []);
    assert.equal(weak([...looks(vague), ...looks(vague, 'T2')]).length, 1);
    assert.deepEqual(weak([...looks(vague), ...looks({ other: 1 }, 'T2')]), []);
  });

  it('has a reservation where the code behaves otherwise when it is only prepared', () => {
    const report = made([run('plain', 1, ALL)]);
    assert.ok(report.notMeasured.some((line) => /^Whether T1 would .* prepared/.test(line)));
    assert.equal(report.headline, 'Proven with reservations');
  });
});
