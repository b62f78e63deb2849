// Which changed lines are asked about, and what stored runs say of them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  changedCodeLines,
  judgeCoverage,
  LINES,
  toldOutput,
} from '../../../../app/proof/coverage/judge-coverage.ts';

it('changed lines with a word of code are asked about', () => {
  const base = 'one();\ntwo();\n';
  const head = 'one();\n\n// said\n/* said\n * said\n */\n{\n  three();\n}\ntwo();\nfour();\n';
  assert.deepEqual(changedCodeLines({ base, head }), [8, 11]);
  assert.deepEqual(changedCodeLines({ head: 'one();\n' }), [1]);
  assert.deepEqual(changedCodeLines({ base }), []);
});

it('a line ran when it ran in one of the runs, and what nobody tells is said', () => {
  const run = (caseId: string, output: string) => ({ hunk: LINES, caseId, output });
  const runs = [
    run('T1', toldOutput({ 'a.mjs': { ran: [1], missed: [2, 3] } })),
    run('T2', toldOutput({ 'a.mjs': { ran: [2], missed: [1, 3] } })),
    run('T3', 'not for machines'),
    { hunk: 'H1:undone', output: toldOutput({ 'b.mjs': { ran: [1], missed: [] } }) },
  ];
  assert.deepEqual(judgeCoverage(runs, ['b.mjs', 'a.mjs']), {
    files: [{ path: 'a.mjs', ran: 2, missed: [3] }],
    untold: ['b.mjs'],
  });
  assert.equal(judgeCoverage([], ['a.mjs']), undefined);
});
