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
  const kinds = ['other', 'one', 'more', 'once', 'first', 'nothing'] as const;
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

  it('is patient when only a later answer has to be right', () => {
    assert.equal(judged({ other: 1, once: 0 })?.isPatient, true);
    assert.equal(judged({ other: 1, once: 1 })?.isPatient, undefined);
    const perturbed = (second: number) =>
      judgePerturbed([...looks({ other: 1, once: 0 }), ...looks({ other: 1, once: second }, 'T2')]);
    const kinds = (second: number) =>
      reservationsOf(buildReport({ ...reportFacts(), perturbed: perturbed(second) })).map(
        ({ says }) => /only the first answer/.test(says),
      );
    assert.deepEqual(kinds(0).filter(Boolean), [true]);
    assert.deepEqual(kinds(1).filter(Boolean), [], 'one test of it looks at the first');
  });

  it('says nothing where nothing was altered, whatever the run prints', () => {
    const one = judgePerturbed([run('plain', 0, ALL), run('other', 1, ['reached'])])?.cases[0];
    assert.deepEqual([one?.noticed, one?.of], [0, 0]);
    assert.equal(judgePerturbed([]), undefined);
  });

  it('is not measured where the code cannot be built with the helper in it', () => {
    const unbuilt = { ...run('plain', 1, []), redKind: 'load' as const };
    const of = (isBuilt?: true) => judgePerturbed([unbuilt], isBuilt && { isBuilt })?.cases[0];
    assert.deepEqual([of(true)?.isUnbuilt, of(true)?.isDeaf, of(true)?.of], [true, false, 0]);
    assert.equal(of()?.isUnbuilt, undefined, 'nothing is built there');
    const reached = { ...run('plain', 1, ['reached']), redKind: 'load' as const };
    assert.equal(judgePerturbed([reached], { isBuilt: true })?.cases[0]?.isUnbuilt, undefined);
  });

  it('is asked only what there is to alter, below other functions where these give nothing', () => {
    assert.deepEqual(alterable(run('plain', 0, ['gives one', 'inner more'])), {
      kinds: ['one'],
      isDeep: false,
      isAgain: false,
    });
    assert.deepEqual(alterable(run('plain', 0, ['inner other thrown', 'reached'])), {
      kinds: ['other'],
      isDeep: true,
      isAgain: false,
    });
    assert.deepEqual(alterable(run('plain', 1, ALL)).kinds, []);
  });
});

describe('a report with altered results', () => {
  const deaf = { other: 0, one: 0, more: 0, nothing: 1, first: 0 };
  const vague = { ...deaf, more: 1 };
  const made = (runs: Parameters<typeof judgePerturbed>[0], about?: { isBuilt: true }) => {
    const { hollow: _hollow, ...facts } = reportFacts();
    return buildReport({ ...facts, perturbed: judgePerturbed(runs, about) });
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

  it('only says so where the code could not be built with the helper in it', () => {
    const report = made([{ ...run('plain', 1, []), redKind: 'load' }], { isBuilt: true });
    const isSaid = (line: string) => /^Whether T1 would .* could not be built/.test(line);
    assert.ok(report.notMeasured.some(isSaid));
    assert.ok(!reservationsOf(report).some(({ says }) => isSaid(says)));
  });
});
