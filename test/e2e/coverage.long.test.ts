// Which changed lines ran is told beside the tests that hold them, and decides nothing.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { jobOf } from '../proof-corpus/corpus.ts';
import { NODE } from '../proof-corpus/samples.ts';
import { SHOUT_TESTS } from '../proof-corpus/texts.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { playJob } from '../support/proof-world/play.ts';
import { openProofWorld } from '../support/proof-world/world.ts';

const postgres = await ownPostgres();
const world = await openProofWorld({ url: postgres.url, slots: 1 });
after(async () => {
  await world[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

it('the lines of a change that no test of the plan runs are named', async () => {
  const text = `export function greet(name, options = {}) {
  if (options.whisper) {
    return \`hello, \${name.toLowerCase()}\`;
  }
  const greeting = \`Hello, \${name}!\`;
  return options.shout ? greeting.toUpperCase() : greeting;
}
`;
  const job = jobOf({
    sample: NODE,
    tests: SHOUT_TESTS,
    work: { files: { 'src/greet.mjs': text } },
  });
  const { report, shown } = await playJob(world, job);
  assert.deepEqual(report?.coverage, {
    files: [{ path: 'src/greet.mjs', ran: 4, missed: [3] }],
    untold: [],
  });
  assert.match(shown, /4 of 5 changed lines of code ran in the plan’s tests/);
  assert.match(shown, /`src\/greet\.mjs` did not run: 3/);
});
