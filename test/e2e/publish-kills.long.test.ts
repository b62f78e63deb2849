// kill -9 in every gap between two acts of publishing, while nothing, the branch or the base moves:
// the job is delivered or held for the true reason, nothing is doubled, lost or taken for another's,
// and GitHub never calls proven what nobody verified. Real engine, records, forge and git.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Strike } from '../support/publishing/mortal.ts';
import { assertTrue, assertUnproven, commitsOf } from '../support/publishing/shown.ts';
import {
  goesOn,
  openPublishWorld,
  PERSON,
  type PublishWorld,
  playStory,
  type Story,
  takeAway,
} from '../support/publishing/world.ts';
import { until } from '../support/waiting.ts';
import { REPO, REPOSITORY } from '../unit/forge/seeded-forge.ts';

/** In order; `after` is before whatever comes next. */
const GAPS = {
  'before the tree': { before: 'POST git/trees' },
  'before the commit': { before: 'POST git/commits' },
  'after the commit': { after: 'POST git/commits' },
  'before the branch moves': { before: 'PATCH git/refs' },
  'after the branch moved': { after: 'PATCH git/refs' },
  'before the report': { before: 'PATCH pulls' },
  'after the report': { after: 'PATCH pulls' },
  'after the check': { after: 'POST check-runs' },
  'after the earlier check': { after: 'PATCH check-runs' },
  'before its end is recorded': { before: 'end' },
} as const;
type Gap = keyof typeof GAPS;
const NAMES = Object.keys(GAPS) as Gap[];
const isLanded = (gap: Gap) => NAMES.indexOf(gap) >= NAMES.indexOf('after the branch moved');
const isRecorded = (gap: Gap) => NAMES.indexOf(gap) > NAMES.indexOf('after the branch moved');

type End = 'DELIVERED' | RegExp;
type Moves = {
  what: string;
  act(world: PublishWorld, story: Story): Promise<string | undefined>;
  /** Delivered, or what people are asked. */
  ends(gap: Gap): End;
};

const MOVES: Moves[] = [
  { what: 'nothing moves', act: async () => undefined, ends: () => 'DELIVERED' },
  {
    what: 'a person pushes beside the work',
    act: async (_world, { push, branch }) => await push(branch, { 'docs/mine.md': 'mine\n' }),
    ends: () => 'DELIVERED',
  },
  {
    what: 'a person pushes into the work',
    act: async (_world, { push, branch }) =>
      await push(branch, { 'src/greet.mjs': 'export const greet = 99;\n' }),
    ends: () => /: 1 commit on `[^`]*` and the work both change `src\/greet\.mjs`/,
  },
  {
    what: 'the base moves beside the work',
    act: async (_world, { push, base }) => void (await push(base, { 'NOTES.md': 'one\n' })),
    ends: () => 'DELIVERED',
  },
  {
    what: 'the base gets a test',
    act: async (_world, { push, base }) => void (await push(base, { 'test/more.test.mjs': '1\n' })),
    ends: () => 'DELIVERED',
  },
  {
    what: 'the base moves into the work',
    act: async (_world, { push, base }) =>
      void (await push(base, { 'src/greet.mjs': 'export const greet = 98;\n' })),
    ends: (gap) => (isLanded(gap) ? 'DELIVERED' : /1 commit on `base-\d+` and the work both/),
  },
  {
    what: 'a person amends the newest commit and keeps its message',
    act: async (world, story) => await amend(world, story, { 'docs/mine.md': 'mine\n' }),
    // Nobody had seen ours on the branch; theirs has the same in it, so both go together.
    ends: (gap) => (isLanded(gap) && !isRecorded(gap) ? 'DELIVERED' : /was rewritten/),
  },
  {
    what: 'a person makes the newest commit anew',
    act: async (world, story) => await amend(world, story, {}),
    // What stands there is the very commit; only whoever has recorded another misses that.
    ends: (gap) => (isLanded(gap) && !isRecorded(gap) ? 'DELIVERED' : /was rewritten/),
  },
  {
    what: 'a person takes the branch back to our older commit',
    act: async ({ connected }, { head, branch }) => {
      const { parents } = await connected.github.commitFacts(connected.repository, await head());
      const [sha = ''] = parents;
      const person = connected.seeded.forge.as(PERSON);
      await person.resetBranch(REPOSITORY, { branch, sha });
      return undefined;
    },
    ends: () => 'DELIVERED',
  },
];

async function amend(
  { connected }: PublishWorld,
  { head, branch }: Story,
  files: Record<string, string>,
): Promise<string> {
  const { seeded, github, repository } = connected;
  const { treeSha, parents, message } = await github.commitFacts(repository, await head());
  const { git } = seeded.user(PERSON);
  const tree = Object.entries(files).map(([path, content]) => ({
    path,
    content,
    mode: '100644' as const,
  }));
  const made =
    tree.length === 0
      ? treeSha
      : (await git.createTree({ ...REPO, base_tree: treeSha, tree })).data.sha;
  const commit = { tree: made, message, parents: [...parents] };
  const { data } = await git.createCommit({ ...REPO, ...commit });
  await seeded.forge.as(PERSON).resetBranch(REPOSITORY, { branch, sha: data.sha });
  return data.sha;
}

/** Where it matters what else moves. */
const DEEP: ReadonlySet<Gap> = new Set<Gap>([
  'before the commit',
  'before the branch moves',
  'after the branch moved',
  'after the report',
  'before its end is recorded',
]);

type Gate = { before: string } | { after: string };
type Struck = Strike & { kind: 'publish' | 'plan' | 'announce' };

function killedAt(kind: Struck['kind'], gate: Gate, meanwhile: () => Promise<void>): Struck {
  return { kind, how: 'killed', before: isAt(gate), meanwhile };
}

const isAt = (gate: Gate) => (name: string, earlier: readonly string[]) =>
  'before' in gate ? name.startsWith(gate.before) : earlier.at(-1)?.startsWith(gate.after) === true;

async function assertKept(world: PublishWorld, story: Story, theirs: readonly string[]) {
  const kept = new Set((await commitsOf(world, story)).map(({ sha }) => sha));
  for (const sha of theirs) assert.ok(kept.has(sha), 'a commit of theirs is lost');
}

function assertHit({ workers }: Story): void {
  assert.ok(workers.some(({ mortal }) => mortal.isHit()));
}

describe('what happens between two acts', { concurrency: 4 }, () => {
  let world: PublishWorld;
  before(async () => {
    world = await openPublishWorld();
  });
  after(async () => await world[Symbol.asyncDispose]());

  for (const gap of NAMES) {
    for (const { what, act, ends } of DEEP.has(gap) ? MOVES : MOVES.slice(0, 1)) {
      // There is no older commit of ours yet.
      if (what.includes('our older commit') && !isLanded(gap)) continue;
      it(`publishing killed ${gap}, while ${what}`, async () => {
        const theirs: string[] = [];
        const story = await playStory(world, (one) => ({
          strike: killedAt('publish', GAPS[gap], async () => {
            const sha = await act(world, one);
            if (sha !== undefined) theirs.push(sha);
          }),
        }));
        const end = ends(gap);
        const { state, hold } = await story.job();
        assertHit(story);
        if (end === 'DELIVERED') assert.equal(state, 'DELIVERED', hold?.ask);
        else assert.match(hold?.ask ?? state, end);
        await assertTrue(world, story, { isDelivered: end === 'DELIVERED' });
        await assertKept(world, story, theirs);
      });
    }
  }

  const OPENING: Gate[] = [
    { after: 'POST git/refs' },
    { after: 'POST git/commits' },
    { before: 'PATCH git/refs' },
    { after: 'PATCH git/refs' },
    { before: 'POST pulls' },
    { after: 'POST pulls' },
    { after: 'POST check-runs' },
  ];
  for (const [index, gate] of OPENING.entries()) {
    // Before there is a commit of ours a push makes it somebody else's branch (decision 97).
    for (const isPushed of index < 3 ? [false] : [false, true]) {
      const [[when, act] = []] = Object.entries(gate);
      it(`opening killed ${when} ${act}${isPushed ? ', and somebody pushes' : ''}`, async () => {
        const theirs: string[] = [];
        const story = await playStory(world, ({ push, branch }) => ({
          strike: killedAt('plan', gate, async () => {
            if (isPushed) theirs.push(await push(branch, { 'docs/mine.md': 'mine\n' }));
          }),
        }));
        assertHit(story);
        assert.equal((await story.job()).state, 'DELIVERED');
        await assertTrue(world, story, { isDelivered: true });
        await assertKept(world, story, theirs);
      });
    }
  }

  const SAVING: Gate[] = [
    { after: 'POST git/commits' },
    { before: 'PATCH git/refs' },
    { after: 'PATCH git/refs' },
  ];
  for (const gate of SAVING) {
    for (const { what, act, ends } of MOVES.slice(0, 3)) {
      const [[when, name] = []] = Object.entries(gate);
      it(`saving work killed ${when} ${name}, while ${what}`, async () => {
        let isMended = false;
        const theirs: string[] = [];
        const story = await playStory(world, (one) => ({
          verify: () => (isMended ? 'green' : 'red'),
          strike: killedAt('announce', gate, async () => {
            const sha = await act(world, one);
            if (sha !== undefined) theirs.push(sha);
          }),
        }));
        assertHit(story);
        assert.equal((await story.job()).state, 'WAITING_INTERVENTION');
        isMended = true;
        await world.engine.signal(story.jobId, { type: 'continue' }, 'mona');
        await goesOn(world, story);
        const end = ends('after the commit');
        const { state, hold } = await story.job();
        if (end === 'DELIVERED') assert.equal(state, 'DELIVERED', hold?.ask);
        else assert.match(hold?.ask ?? state, end);
        await assertTrue(world, story, { isDelivered: end === 'DELIVERED' });
        await assertKept(world, story, theirs);
      });
    }
  }

  it('a move of the branch that is done and unheard of, and somebody pushes on it at once', async () => {
    const theirs: string[] = [];
    const story = await playStory(world, ({ push, branch }) => ({
      strike: {
        kind: 'publish',
        how: 'unheard',
        before: isAt({ before: 'PATCH git/refs' }),
        meanwhile: async () => void theirs.push(await push(branch, { 'docs/mine.md': 'mine\n' })),
      },
    }));
    assertHit(story);
    const { state, hold } = await story.job();
    assert.equal(state, 'DELIVERED', hold?.ask);
    await assertTrue(world, story, { isDelivered: true });
    await assertKept(world, story, theirs);
  });

  it('a commit that is made and unheard of is made again, and is there once', async () => {
    const story = await playStory(world, () => ({
      strike: { kind: 'publish', how: 'unheard', before: isAt({ before: 'POST git/commits' }) },
    }));
    assertHit(story);
    assert.equal((await story.job()).state, 'DELIVERED');
    await assertTrue(world, story, { isDelivered: true });
  });

  const ASLEEP: { at: Gate; base: boolean }[] = [
    { at: { after: 'POST git/commits' }, base: false },
    { at: { before: 'PATCH git/refs' }, base: false },
    { at: { before: 'PATCH git/refs' }, base: true },
    { at: { before: 'PATCH pulls' }, base: false },
  ];
  for (const { at, base } of ASLEEP) {
    const [[when, name] = []] = Object.entries(at);
    const moved = base ? ', the base gets a test' : '';
    it(`a worker asleep ${when} ${name} wakes up after another has done it${moved}`, async () => {
      const story = await playStory(world, (one) => ({
        strike: {
          kind: 'publish',
          how: 'asleep',
          before: isAt(at),
          meanwhile: async () => {
            if (base) await one.push(one.base, { 'test/more.test.mjs': '1\n' });
            await takeAway(world, one);
            await world.world.reaches(one.jobId, 'DELIVERED');
          },
        },
      }));
      assertHit(story);
      await story.workers.find(({ mortal }) => mortal.isHit())?.ended;
      assert.equal((await story.job()).state, 'DELIVERED');
      await assertTrue(world, story, { isDelivered: true });
    });
  }

  it('a worker that wakes up while its successor verifies again gets no further', async () => {
    const story = await playStory(world, (one) => ({
      strike: {
        kind: 'publish',
        how: 'asleep',
        before: isAt({ before: 'PATCH git/refs' }),
        meanwhile: async () => {
          await one.push(one.base, { 'test/more.test.mjs': '1\n' });
          await takeAway(world, one);
          await until(async () => (await one.job()).attemptNumber === 2);
        },
      },
    }));
    assertHit(story);
    await story.workers.find(({ mortal }) => mortal.isHit())?.ended;
    const { state, hold } = await story.job();
    assert.equal(state, 'DELIVERED', hold?.ask);
    await assertTrue(world, story, { isDelivered: true });
  });

  const CLOSINGS: [string, (story: Story) => Promise<unknown>, RegExp][] = [
    [
      'a pull request that somebody closed',
      async ({ base }) => {
        const { bot, user } = world.connected.seeded;
        const { data } = await bot.pulls.list({ ...REPO, base });
        const pull_number = data[0]?.number ?? 0;
        await user(PERSON).pulls.update({ ...REPO, pull_number, state: 'closed' });
      },
      /the pull request is closed/,
    ],
    [
      'a branch that somebody deleted',
      async ({ branch }) => await person().deleteBranch(REPOSITORY, branch),
      /the branch `redgreen\/issue-\d+` is gone/,
    ],
    [
      'a branch that was deleted and is there again at the same commit',
      async ({ branch, head }) => {
        const sha = await head();
        await person().deleteBranch(REPOSITORY, branch);
        const { git } = world.connected.seeded.user(PERSON);
        await git.createRef({ ...REPO, ref: `refs/heads/${branch}`, sha });
      },
      /the pull request is closed/,
    ],
  ];
  const person = () => world.connected.seeded.forge.as(PERSON);
  for (const [what, close, asked] of CLOSINGS) {
    it(`${what}, unheard, is asked about, and nothing is proven`, async () => {
      const story = await playStory(world, (one) => ({
        strike: killedAt('publish', GAPS['after the branch moved'], async () => {
          await close(one);
        }),
      }));
      const { hold, state } = await story.job();
      assert.match(hold?.ask ?? state, asked);
      await assertUnproven(world, story);
    });
  }
});
