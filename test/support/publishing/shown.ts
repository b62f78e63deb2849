// What must be true of every story of publishing, as GitHub shows it when all is at rest.
import assert from 'node:assert/strict';
import { REPO } from '../../unit/forge/seeded-forge.ts';
import type { PublishWorld, Story } from './world.ts';

type Shown = { sha: string; tree: string; message: string; isOurs: boolean };

/** From the newest to where the base branch began. */
export async function commitsOf(
  { connected: { seeded } }: PublishWorld,
  { head }: Story,
): Promise<Shown[]> {
  const { data } = await seeded.bot.repos.compareCommitsWithBasehead({
    ...REPO,
    basehead: `${seeded.headSha}...${await head()}`,
  });
  return data.commits.toReversed().map(({ sha, commit, author }) => ({
    sha,
    tree: commit.tree.sha,
    message: commit.message,
    isOurs: author?.login === 'redgreen[bot]',
  }));
}

export async function assertTrue(
  world: PublishWorld,
  story: Story,
  { isDelivered }: { isDelivered: boolean },
): Promise<void> {
  const { bot } = world.connected.seeded;
  const commits = await commitsOf(world, story);
  const [newest] = commits;
  const ours = commits.filter(({ isOurs }) => isOurs).map(({ message }) => message);
  assert.deepEqual([...new Set(ours)], ours, 'a commit is there twice');

  const { data: pulls } = await bot.pulls.list({ ...REPO, base: story.base, state: 'all' });
  assert.equal(pulls.length, 1, 'one pull request');
  const [pull] = pulls;
  const isProven = pull?.body?.includes('Proven: all') === true;
  assert.equal(isProven, isDelivered, `the body says: ${pull?.body?.slice(0, 200)}`);
  assert.ok(!isProven || story.verified.has(newest?.tree ?? ''), 'proven is what was verified');
  await assertChecks(world, story, { commits, isDelivered });

  const { data: said } = await bot.issues.listComments({
    ...REPO,
    issue_number: pull?.number ?? 0,
  });
  const keys = said.flatMap(({ body }) => /<!-- (redgreen:\S+) -->/.exec(body ?? '')?.[1] ?? []);
  assert.deepEqual([...new Set(keys)], keys, 'a comment is there twice');
}

/** Also where the branch is gone. */
export async function assertUnproven({ connected }: PublishWorld, { base }: Story): Promise<void> {
  const { bot } = connected.seeded;
  const { data } = await bot.pulls.list({ ...REPO, base, state: 'all' });
  assert.deepEqual(
    data.map(({ body }) => body?.includes('Proven: all') === true),
    [false],
  );
}

async function assertChecks(
  { connected: { seeded } }: PublishWorld,
  { verified }: Story,
  { commits, isDelivered }: { commits: Shown[]; isDelivered: boolean },
): Promise<void> {
  for (const { sha, tree } of commits) {
    const { data } = await seeded.bot.checks.listForRef({ ...REPO, ref: sha });
    const { check_runs: runs } = data;
    assert.ok(runs.length <= 1, 'a check is there twice');
    const isGreen = runs[0]?.conclusion === 'success';
    assert.ok(!isGreen || verified.has(tree), 'green is what was verified');
    const isNewest = sha === commits[0]?.sha;
    if (isNewest) assert.equal(isGreen, isDelivered, 'the newest commit');
    else if (isDelivered)
      assert.notEqual(runs[0]?.status, 'in_progress', 'a check that stays open for ever');
  }
}
