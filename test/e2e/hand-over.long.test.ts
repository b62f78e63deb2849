// An implementer who hands over what no commit can hold is told so while it can still mend it.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { jobOf } from '../proof-corpus/corpus.ts';
import { NODE } from '../proof-corpus/samples.ts';
import { implementer } from '../proof-corpus/script.ts';
import { SHOUT, SHOUT_TESTS } from '../proof-corpus/texts.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { playJob } from '../support/proof-world/play.ts';
import { openProofWorld } from '../support/proof-world/world.ts';

const postgres = await ownPostgres();
const world = await openProofWorld({ url: postgres.url, slots: 1 });
after(async () => {
  await world[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

it('a repository inside the repository is refused, empty or not, and the attempt goes on', async () => {
  const inner = 'git init --quiet inner';
  const commit = 'git -C inner -c user.name=a -c user.email=a@example.com commit --quiet';
  const job = jobOf({ sample: NODE, tests: SHOUT_TESTS, work: {} });
  const { state, failedCalls, published } = await playJob(world, {
    ...job,
    script: {
      ...job.script,
      implement: [
        [
          ...implementer({ files: SHOUT, command: inner }),
          ...implementer({ command: `${commit} --allow-empty --message=a` }),
          ...implementer({ command: 'rm -rf inner' }),
        ],
      ],
    },
  });
  assert.equal(state, 'DELIVERED', failedCalls.join('\n'));
  const [unborn, born, ...more] = failedCalls;
  assert.match(unborn ?? '', /Git cannot tell what was changed: .*inner/);
  assert.match(born ?? '', /"inner" is a git repository of its own: remove the \.git in it/);
  assert.deepEqual(more, []);
  assert.deepEqual(
    published?.map(({ path }) => path).filter((path) => path.startsWith('inner')),
    [],
  );
});
