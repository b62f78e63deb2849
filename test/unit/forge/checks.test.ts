import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { closeForge, REPO, refusalOf, type SeededForge, startSeededForge } from './seeded-forge.ts';

const ANNOTATION = {
  path: 'src/cart.ts',
  start_line: 1,
  end_line: 1,
  annotation_level: 'warning',
  message: 'not guarded',
} as const;

describe('check runs on the forge', () => {
  let seeded: SeededForge;
  before(async () => {
    seeded = await startSeededForge();
  });
  after(async () => {
    await closeForge(seeded);
  });

  it('runs from queued to completed and keeps every annotation', async () => {
    const { bot, headSha } = seeded;
    const made = await bot.checks.create({ ...REPO, name: 'redgreen', head_sha: headSha });
    assert.equal(made.data.status, 'queued');
    const where = { ...REPO, check_run_id: made.data.id };
    const output = { title: 'Plan', summary: 's', annotations: [ANNOTATION] };
    await bot.checks.update({ ...where, status: 'in_progress', output });
    const done = await bot.checks.update({ ...where, conclusion: 'success', output });
    assert.deepEqual([done.data.status, done.data.conclusion], ['completed', 'success']);
    const { data } = await bot.checks.get(where);
    assert.equal(data.output.annotations_count, 2);
    assert.notEqual(data.completed_at, null);
    assert.equal(data.app?.slug, 'redgreen');
  });

  it('lists the newest run of a name for a branch, or all', async () => {
    const { bot, headSha } = seeded;
    const run = { ...REPO, name: 'twice', head_sha: headSha };
    await bot.checks.create(run);
    const newest = await bot.checks.create({ ...run, status: 'completed', conclusion: 'failure' });
    const latest = await bot.checks.listForRef({ ...REPO, ref: 'main', check_name: 'twice' });
    assert.deepEqual(
      latest.data.check_runs.map(({ id }) => id),
      [newest.data.id],
    );
    const all = await bot.checks.listForRef({
      ...REPO,
      ref: headSha,
      check_name: 'twice',
      filter: 'all',
    });
    assert.equal(all.data.total_count, 2);
    assert.equal(new Set(all.data.check_runs.map(({ check_suite: suite }) => suite?.id)).size, 1);
  });

  it('counts summary and text in bytes', async () => {
    const { bot, headSha } = seeded;
    const run = { ...REPO, name: 'long', head_sha: headSha };
    const text = (summary: string) => ({ ...run, output: { title: 't', summary } });
    for (const summary of ['x'.repeat(65_536), 'ż'.repeat(40_000)]) {
      const refused = await refusalOf(bot.checks.create(text(summary)));
      assert.equal(refused.status, 422);
      assert.match(refused.message, /summary exceeds a maximum bytesize of 65535/);
    }
    assert.equal((await bot.checks.create(text('x'.repeat(65_535)))).status, 201);
  });

  it('takes 50 annotations a request and three actions with short labels', async () => {
    const { bot, headSha } = seeded;
    const run = { ...REPO, name: 'limits', head_sha: headSha };
    const output = {
      title: 't',
      summary: 's',
      annotations: Array.from({ length: 51 }, () => ANNOTATION),
    };
    assert.equal((await refusalOf(bot.checks.create({ ...run, output }))).status, 422);
    const action = { label: 'Again', description: 'Run it again', identifier: 'again' };
    const four = [action, action, action, action];
    assert.equal((await refusalOf(bot.checks.create({ ...run, actions: four }))).status, 422);
    const long = [{ ...action, label: 'x'.repeat(21) }];
    assert.equal((await refusalOf(bot.checks.create({ ...run, actions: long }))).status, 422);
    assert.equal((await bot.checks.create({ ...run, actions: [action] })).status, 201);
  });

  it('refuses unknown commits, people, and an end without a conclusion', async () => {
    const { bot, headSha } = seeded;
    const absent = { ...REPO, name: 'x', head_sha: 'a'.repeat(40) };
    assert.equal((await refusalOf(bot.checks.create(absent))).status, 422);
    const run = { ...REPO, name: 'x', head_sha: headSha };
    const person = await refusalOf(seeded.user('ann').checks.create(run));
    assert.deepEqual(
      [person.status, person.message],
      [403, 'You must authenticate via a GitHub App.'],
    );
    const open = await refusalOf(
      bot.request('POST /repos/acme/shop/check-runs', { ...run, status: 'completed' }),
    );
    assert.equal(open.status, 422);
    assert.equal((await refusalOf(bot.checks.get({ ...REPO, check_run_id: 1 }))).status, 404);
  });
});
