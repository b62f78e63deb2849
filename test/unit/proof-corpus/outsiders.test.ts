import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SubmittedCases } from '../../../sandbox/protocol/cases.ts';
import { Plan } from '../../../sandbox/protocol/plan.ts';
import { CHEATS, HONEST } from '../../proof-corpus/outsiders.ts';

test('every case of an outsider has a name of its own', () => {
  const names = [...CHEATS, ...HONEST].map(({ name }) => name);
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
});

test('every kind of an outsider has at least eight cheats', () => {
  const kinds = Map.groupBy(CHEATS, ({ kind }) => kind);
  const small = [...kinds].filter(([, cheats]) => cheats.length < 8);
  assert.deepEqual(
    small.map(([kind]) => kind),
    [],
  );
});

for (const { name, job } of [...CHEATS, ...HONEST]) {
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
