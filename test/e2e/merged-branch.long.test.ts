// The base, or somebody on the branch, changes a file that the work changes too: merged where git would
// merge it, verified as it then stands, and asked about otherwise. Real forge, git, Postgres.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPOSITORY_FILES } from '../../app/cli/demo/repository.ts';
import { seen } from '../../app/cli/demo/stage.ts';
import type { Script } from '../../app/gateway/scripted/script.ts';
import {
  BRANCH,
  commitOf,
  headOf,
  isHeld,
  newestReport,
  planWaits,
  pushTo,
  say,
  textAt,
} from '../support/moved-world.ts';
import { STRAIGHT } from '../support/straight.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, reaches, startPlay, whatIsShown } from '../support/thread-play.ts';

const PATH = 'src/greet.mjs';
const OLD_GREET = REPOSITORY_FILES[PATH] ?? '';
const NEW_GREET = `export function greet(name = 'stranger', options = {}) {
  const greeting = \`Hello, \${name}!\`;
  return options.shout ? greeting.toUpperCase() : greeting;
}
`;
const PART = `
// Said at the end.
export function part(name) {
  return \`Goodbye, \${name}.\`;
}
`;
const THEIR_PART = PART.replace('Goodbye', 'Farewell');

const FILES = { ...REPOSITORY_FILES, [PATH]: OLD_GREET + PART };
const SCRIPT: Script = {
  ...STRAIGHT,
  implement: Array.from({ length: 12 }, () => [
    turn('Read', { file_path: `/workspace/${PATH}` }),
    turn('Write', { file_path: `/workspace/${PATH}`, content: NEW_GREET + PART }),
    turn('mcp__redgreen__set_status', { status: 'finished', reason: 'It shouts.' }),
  ]),
};

function turn(name: string, input: object) {
  return { content: [{ type: 'tool_use' as const, name, input }] };
}

test('what the base changed in other lines of a file is merged, verified so, told, and stays after /revert', async () => {
  await using stage = await openTestStage({ files: FILES });
  await using _app = await startPlay(stage, SCRIPT);
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  const before = await headOf(stage, BRANCH);
  const more = "export { part } from './greet.mjs';\n";
  const tip = await pushTo(stage, 'main', {
    [PATH]: OLD_GREET + THEIR_PART,
    'src/more.mjs': more,
  });
  await stage.approve(pull);
  const { job } = await reaches(store, 'DELIVERED');
  const head = await headOf(stage, BRANCH);
  assert.deepEqual((await commitOf(stage, head)).parents, [before, tip]);
  assert.equal(await textAt(stage, head, PATH), NEW_GREET + THEIR_PART);
  assert.equal(await textAt(stage, head, 'src/more.mjs'), more);
  const { moved, hunks } = await newestReport(store, job.id);
  assert.deepEqual(moved, { base: { tip, commits: 1, isJoined: true }, merged: [PATH] });
  assert.ok(hunks.measured);
  const lines = hunks.list.map(({ path, startLine }) => [path, startLine]);
  assert.ok(
    lines.length > 0 && lines.every(([, line]) => Number(line) <= 4),
    JSON.stringify(lines),
  );
  const { pulls, checks } = await whatIsShown(stage, issue);
  assert.match(pulls[0]?.body ?? '', /both changed `src\/greet\.mjs`: merged as git does/);
  assert.deepEqual(
    checks.map(({ conclusion }) => conclusion),
    ['success'],
  );

  await say(stage, pull, '/revert');
  await seen('the reverse commit', async () => {
    const now = await headOf(stage, BRANCH);
    return now === head ? undefined : now;
  });
  assert.equal(await textAt(stage, BRANCH, PATH), OLD_GREET + THEIR_PART, 'theirs is left alone');
  assert.deepEqual(stage.forge.schemaViolations, []);
});

test('a push in other lines of a file of the work is merged, and delivered on top of it', async () => {
  await using stage = await openTestStage({ files: FILES });
  await using _app = await startPlay(stage, SCRIPT);
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  const theirs = await pushTo(stage, BRANCH, { [PATH]: OLD_GREET + THEIR_PART });
  await stage.approve(pull);
  const { job } = await reaches(store, 'DELIVERED');
  const head = await headOf(stage, BRANCH);
  assert.deepEqual((await commitOf(stage, head)).parents, [theirs]);
  assert.equal(await textAt(stage, head, PATH), NEW_GREET + THEIR_PART);
  const { moved } = await newestReport(store, job.id);
  assert.deepEqual(moved, { branch: { sha: theirs, commits: 1 }, merged: [PATH] });

  await say(stage, pull, '/revert');
  await seen('why not', async () => {
    const { comments } = await whatIsShown(stage, issue);
    return comments.find((text) => /`src\/greet\.mjs` holds what somebody else put/.test(text));
  });
  assert.equal(await headOf(stage, BRANCH), head, 'nothing was taken back');
});

test('what merges as text and does not hold together is asked about, and nothing is green', async () => {
  await using stage = await openTestStage({ files: FILES });
  await using _app = await startPlay(stage, SCRIPT);
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  const broken = `${PART}\nthrow new Error('not loadable');\n`;
  await pushTo(stage, 'main', { [PATH]: OLD_GREET + broken });
  await stage.approve(pull);
  const held = await isHeld(store);
  assert.match(held.hold?.ask ?? '', /together with what somebody else put on the base branch/);
  const { checks } = await whatIsShown(stage, issue);
  assert.ok(!checks.some(({ conclusion }) => conclusion === 'success'));
});

test('a test of the job that the base has too, with another text, is asked about', async () => {
  await using stage = await openTestStage({ files: FILES });
  await using _app = await startPlay(stage, SCRIPT);
  await using store = await openRecords(stage);
  await stage.openAndLabel();
  const pull = await planWaits(stage);
  await pushTo(stage, 'main', { 'test/redgreen/t1.test.mjs': 'export {};\n', [PATH]: OLD_GREET });
  await stage.approve(pull);
  const held = await isHeld(store);
  const ask = held.hold?.ask ?? '';
  assert.match(ask, /1 commit on `main` and the work both change /);
  assert.match(ask, /`test\/redgreen\/t1\.test\.mjs` \(new on both sides\)/);
});
