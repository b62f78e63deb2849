// Work that lies on a job's branch: unfinished and kept, taken over by a person, right after our commit,
// or with packages of his own. Real forge, git, Postgres.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY_FILES } from '../../app/cli/demo/repository.ts';
import { NAME, OWNER, seen } from '../../app/cli/demo/stage.ts';
import type { Script } from '../../app/gateway/scripted/script.ts';
import { redgreen } from '../support/cli.ts';
import {
  BRANCH,
  commitOf,
  headOf,
  planWaits,
  pushTo,
  say,
  textAt,
} from '../support/moved-world.ts';
import { STRAIGHT } from '../support/straight.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, reaches, startPlay, theJob, whatIsShown } from '../support/thread-play.ts';

const GREET = `export function greet(name = 'stranger', options = {}) {
  const greeting = \`Hello, \${name}!\`;
  return options.shout ? greeting.toUpperCase() : greeting;
}
`;

const HALF = GREET.replace("name = 'stranger'", 'name');
const HALF_DONE: Script = {
  ...STRAIGHT,
  implement: Array.from({ length: 12 }, () => [
    turn('Read', { file_path: '/workspace/src/greet.mjs' }),
    turn('Write', { file_path: '/workspace/src/greet.mjs', content: HALF }),
    turn('mcp__redgreen__set_status', { status: 'finished', reason: 'It shouts.' }),
  ]),
};

function turn(name: string, input: object) {
  return { content: [{ type: 'tool_use' as const, name, input }] };
}

test('failed work lies on the branch as unverified, and what a person makes of it is tested', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, HALF_DONE);
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  await stage.approve(pull);
  await reaches(store, 'WAITING_INTERVENTION');
  const work = await seen('the work on the branch', async () => {
    const commit = await commitOf(stage, await headOf(stage, BRANCH));
    return commit.message.includes('not verified') ? commit : undefined;
  });
  assert.match(work.message, /Work in progress for #1, attempt \d+: not verified\./);
  const head = await headOf(stage, BRANCH);
  assert.equal(await textAt(stage, head, 'src/greet.mjs'), HALF);
  assert.doesNotMatch(
    JSON.stringify(await treePaths(stage, head)),
    /t2\.test|t4\.test/,
    'withheld',
  );
  await isDownloadable(stage, store, { head, issue });

  await say(stage, pull, '/intervene');
  await reaches(store, 'USER_INTERVENING');
  const mine = await pushTo(stage, BRANCH, { 'src/greet.mjs': GREET });
  await say(stage, pull, '/test');
  await reaches(store, 'DELIVERED');
  const delivered = await headOf(stage, BRANCH);
  assert.deepEqual((await commitOf(stage, delivered)).parents, [mine]);
  assert.equal(
    await textAt(stage, delivered, 'src/greet.mjs'),
    GREET,
    'byte for byte what was pushed',
  );
  const { checks } = await whatIsShown(stage, issue);
  assert.deepEqual(
    checks.map(({ conclusion }) => conclusion),
    ['success'],
  );
});

/** The body says where it lies, and what lies there is what the branch has. */
async function isDownloadable(
  stage: Awaited<ReturnType<typeof openTestStage>>,
  store: Awaited<ReturnType<typeof openRecords>>,
  { head, issue }: { head: string; issue: number },
): Promise<void> {
  const jobId = (await theJob(store))?.job.id ?? '';
  const shown = await seen('where the work lies', async () => {
    const { pulls, comments } = await whatIsShown(stage, issue);
    const isTold = (text: string) => text.includes('redgreen jobs artifact');
    const said = [pulls[0]?.body ?? '', comments.find(isTold) ?? ''];
    return said.every(isTold) ? said : undefined;
  });
  for (const text of shown) {
    assert.match(text, new RegExp(`commit \`${head.slice(0, 7)}\` on \`${BRANCH}\`: not verified`));
    assert.match(text, new RegExp(`until \\d{4}-.* UTC: \`redgreen jobs artifact ${jobId}\``));
  }
  const file = join(stage.env['REDGREEN_HOME'] ?? '', 'left.tar');
  const { code, err } = await redgreen(['jobs', 'artifact', jobId, '--out', file], stage.env);
  assert.deepEqual([code, err], [0, '']);
  const { stdout } = spawnSync('tar', ['-tf', file], { encoding: 'utf8' });
  const newest = /attempt-(\d+)\/files\/src\/greet\.mjs\n(?![\s\S]*\/src\/greet\.mjs)/.exec(
    stdout,
  )?.[1];
  const inTar = spawnSync('tar', ['-xOf', file, `attempt-${newest}/files/src/greet.mjs`]);
  assert.equal(inTar.stdout.toString(), await textAt(stage, head, 'src/greet.mjs'));
  assert.match(stdout, /^README\.md$/m);
  assert.doesNotMatch(stdout, /t2\.test|t4\.test/, 'withheld');
}

async function treePaths(
  { octokit }: Awaited<ReturnType<typeof openTestStage>>,
  sha: string,
): Promise<string[]> {
  const wanted = { owner: OWNER, repo: NAME, tree_sha: sha, recursive: 'true' };
  const { data } = await octokit.git.getTree(wanted);
  return data.tree.map(({ path }) => path);
}

test('a push right after our commit does not keep the job from being delivered', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  await stage.openAndLabel();
  const pull = await planWaits(stage);
  const before = await headOf(stage, BRANCH);
  await stage.approve(pull);
  await seen('our commit', async () => (await headOf(stage, BRANCH)) !== before || undefined);
  await pushTo(stage, BRANCH, { 'docs/after.md': 'after\n' });
  const { job } = await reaches(store, 'DELIVERED');
  assert.equal(job.hold, undefined);
});

test('packages that a person names on the branch are installed before anything is proven', async () => {
  const lock = {
    name: 'greetings',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'greetings', version: '1.0.0' } },
  };
  const files = { ...REPOSITORY_FILES, 'package-lock.json': `${JSON.stringify(lock)}\n` };
  await using stage = await openTestStage({ files });
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  const manifest = JSON.parse(REPOSITORY_FILES['package.json'] ?? '{}');
  // `npm ci` refuses it: the lock file does not have it.
  const theirs = { ...manifest, dependencies: { 'no-such-package-at-all': '9.9.9' } };
  await pushTo(stage, BRANCH, { 'package.json': `${JSON.stringify(theirs)}\n` });
  await stage.approve(pull);
  await seen('an end', async () => {
    const job = (await theJob(store))?.job;
    return job?.state === 'DELIVERED' || job?.hold !== undefined || job?.state === 'FAILED'
      ? job
      : undefined;
  });
  const { checks, pulls } = await whatIsShown(stage, issue);
  assert.ok(!checks.some(({ conclusion }) => conclusion === 'success'), 'no green check');
  assert.doesNotMatch(pulls[0]?.body ?? '', /Proven: all/);
});
