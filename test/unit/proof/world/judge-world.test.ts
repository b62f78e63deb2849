// What is said of runs in another world, from the runs alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProofRun } from '../../../../app/proof/case.ts';
import { gate } from '../../../../app/proof/gate.ts';
import { buildMatrix } from '../../../../app/proof/matrix.ts';
import { judgeWorld, type WorldFacts } from '../../../../app/proof/world/judge-world.ts';
import { CASES, goodRuns, PLAN } from '../samples.ts';

type Seen = ProofRun & { hunk?: string };

const TOLD = 'varied tz\nvaried date\nvaried host\n';
const told = run('world', undefined, 0, TOLD);
const cases = CASES.map(({ id, criterion }) => ({ id, criterion }));

function run(
  hunk: string,
  caseId: string | undefined,
  exitCode: number,
  output = 'AssertionError: no',
): Seen {
  const own = caseId === undefined ? {} : { caseId };
  return {
    ...own,
    hunk,
    tree: 'hunk',
    runNumber: 1,
    attemptNumber: 1,
    exitCode,
    durationMs: 5,
    output,
  };
}

function facts(looks: Seen[], base: Seen[] = []): WorldFacts {
  return { looks, base, cases, keep: new Set(['R3']) };
}

const again = (caseId: string, exitCode: number): Seen => ({
  ...run('world', caseId, exitCode),
  runNumber: 2,
});
const red = [told, run('world', 'T1', 1), again('T1', 1)];

describe('another world', () => {
  it('is not spoken of when nothing was looked at', () => {
    assert.equal(judgeWorld(facts([])), undefined);
  });

  it('has nothing to say of cases that stay green, but what was not different', () => {
    const world = judgeWorld(facts([told, run('world', 'T1', 0)]));
    assert.deepEqual([world?.varied, world?.dependent], [['tz', 'date', 'host'], []]);
    assert.ok(world?.notVaried.includes('workspace'));
  });

  it('names the one difference that a case depends on', () => {
    const looks = [...red, run('world.tz', 'T1', 1), run('world.host', 'T1', 0)];
    assert.deepEqual(judgeWorld(facts(looks))?.dependent, [{ caseId: 'T1', on: ['tz'] }]);
  });

  it('says so when only several together make the difference', () => {
    assert.deepEqual(judgeWorld(facts(red))?.dependent, [{ caseId: 'T1', on: [] }]);
  });

  it('does not hold against a case what it did once only', () => {
    const world = judgeWorld(facts([told, run('world', 'T1', 1), again('T1', 0)]));
    assert.deepEqual([world?.dependent, world?.unsteady], [[], ['T1']]);
  });

  it('excuses what the repository’s own tests depend on on the base', () => {
    const looks = [...red, run('world.tz', 'T1', 1), run('world.tz@base', undefined, 1)];
    const base = [{ ...run('', undefined, 0), tree: 'base' as const }];
    const world = judgeWorld(facts(looks, base));
    assert.deepEqual(world?.dependent, []);
    assert.deepEqual(world?.excused, [
      { on: 'tz', why: 'the repository’s own tests fail there on the base' },
    ]);
  });

  it('excuses one difference and not the rest', () => {
    const looks = [
      ...red,
      run('world.tz', 'T1', 1),
      run('world.host', 'T1', 1),
      run('world.tz@base', undefined, 1),
      run('world.host@base', undefined, 0),
    ];
    const base = [{ ...run('', undefined, 0), tree: 'base' as const }];
    assert.deepEqual(judgeWorld(facts(looks, base))?.dependent, [{ caseId: 'T1', on: ['host'] }]);
  });

  it('does not excuse by a suite that was red on the base anyway', () => {
    const looks = [...red, run('world.tz', 'T1', 1), run('world.tz@base', undefined, 1)];
    const base = [{ ...run('', undefined, 1), tree: 'base' as const }];
    assert.deepEqual(judgeWorld(facts(looks, base))?.dependent, [{ caseId: 'T1', on: ['tz'] }]);
  });

  it('asks for clocks that agree, not for a year', () => {
    const looks = [...red, run('world.date', 'T1', 1), run('world.date.near', 'T1', 1)];
    assert.deepEqual(judgeWorld(facts(looks))?.dependent, []);
  });

  it('stops what depends on it at the gate, by name', () => {
    const world = judgeWorld(facts([...red, run('world.tz', 'T1', 1)]));
    const matrix = buildMatrix({
      plan: PLAN,
      cases: CASES,
      runs: goodRuns(),
      attempt: 1,
      blocked: [],
    });
    const { reasons } = gate({ matrix, outsideFence: [], world });
    assert.deepEqual(
      reasons
        .filter(({ rule }) => rule === 'world')
        .map(({ caseId, message }) => [caseId, message]),
      [
        [
          'T1',
          'T1 (R1) is red on the head in another world: the test or the code depends on the time zone.',
        ],
      ],
    );
  });
});
