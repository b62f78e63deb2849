import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SubmittedCases } from '../../../sandbox/protocol/cases.ts';
import { Plan } from '../../../sandbox/protocol/plan.ts';
import { OUTSIDERS, THROUGH } from '../../proof-corpus/outsiders.ts';

test('every case of an outsider has a name of its own', () => {
  const names = OUTSIDERS.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
});

test('what gets through is a cheat of an outsider', () => {
  const names = new Set(OUTSIDERS.map(({ name }) => name));
  assert.deepEqual(
    [...THROUGH].filter((name) => !names.has(name)),
    [],
  );
});

for (const { name, job } of OUTSIDERS) {
  test(`"${name}" is a job that the product would take`, () => {
    assert.equal(Plan.safeParse(job.plan).error, undefined);
    const author = [job.script['write-tests']].flat(3).flatMap((one) => one ?? []);
    const submitted = author.flatMap((turn) =>
      ('content' in turn ? turn.content : []).flatMap((block) =>
        block.type === 'tool_use' && block.name.endsWith('submit_tests') ? [block.input] : [],
      ),
    );
    assert.equal(submitted.length, 1);
    assert.equal(SubmittedCases.safeParse(submitted[0]).error, undefined);
  });
}
