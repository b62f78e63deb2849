// How long one more run may take: what hangs is ended soon, what is only slower is not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { againLimit, RUN_MS, TIMED_OUT, variantLimits } from '../../../app/proof/run-limit.ts';

const run = (caseId: string | undefined, durationMs: number, exitCode = 0) => ({
  caseId,
  durationMs,
  exitCode,
});

describe('the time a run may take', () => {
  it('is three times what the same case took on the head at its slowest', () => {
    const limitOf = variantLimits([run('T1', 4_000), run('T1', 9_000), run('T2', 2_000)], 5_000);
    assert.equal(limitOf('T1'), 27_000);
    assert.equal(limitOf('T2'), 6_000);
  });

  it('is never shorter than a start on a busy machine, nor longer than any run may take', () => {
    const limitOf = variantLimits([run('T1', 80), run('T2', 200_000)], 5_000);
    assert.equal(limitOf('T1'), 5_000);
    assert.equal(limitOf('T2'), RUN_MS);
  });

  it('knows the suite by its own run, and gives what was never run all the time there is', () => {
    const limitOf = variantLimits([run(undefined, 15_000), run('T1', 100)], 5_000);
    assert.equal(limitOf(undefined), 45_000);
    assert.equal(limitOf('T9'), RUN_MS);
    assert.equal(variantLimits([], 5_000)(undefined), RUN_MS);
  });

  it('is short the second time for what did not end the first time', () => {
    const seen = [run('T1', RUN_MS, TIMED_OUT), run('T2', 500, 1)];
    assert.equal(againLimit(seen, 'T1'), 60_000);
    assert.equal(againLimit(seen, 'T2'), RUN_MS);
    assert.equal(againLimit([], 'T1'), RUN_MS);
  });
});
