// `/verify` on GitHub: the authored tests on whatever the pull request's head is now. Real
// Postgres, git, bubblewrap, probot and octokit; one delivered job serves all of it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { NAME, OWNER, PERSON, type Stage, seen } from '../../app/cli/demo/stage.ts';
import type { BranchCheck } from '../../app/store/branch-checks.ts';
import type { JobRecord } from '../../app/store/jobs.ts';
import type { Store } from '../../app/store/store.ts';
import { approvePlan } from '../chaos/thread/story.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, type Play, reaches, startPlay, theJob } from '../support/thread-play.ts';

const PLACE = { owner: OWNER, repo: NAME };
const REPOSITORY = `${OWNER}/${NAME}`;
const ANSWER = /^## (?:🟢|🔴|🟡|⚪) (?:Verification complete|Nothing could)/m;

/** Greets strangers and shouts, as the plan wants it, and can be killed while it does. */
const SLOW = `await new Promise((resolve) => setTimeout(resolve, 150));
export const greet = (name = 'stranger', { shout } = {}) =>
  shout ? \`HELLO, \${name.toUpperCase()}!\` : \`Hello, \${name}!\`;
`;
/** Shouts no longer; R1 and the withheld case of R2 notice. */
const QUIET = `export function greet(name = 'stranger') {
  return \`Hello, \${name}!\`;
}
`;
/** Each commit is set up anew, and everything below runs on its snapshot. */
const SETUP = 'mkdir -p node_modules && touch node_modules/ready';
const EMPTY_TEST = `import { test } from 'node:test';\ntest('fine', () => {});\n`;

let stage: Stage;
let app: Play;
let store: Store & AsyncDisposable;
let delivered: JobRecord;
let pull: { number: number; branch: string; headSha: string };
let issue: number;

before(async () => {
  stage = await openTestStage({ files: { '.github/redgreen.yml': `setup: ${SETUP}\n` } });
  app = await startPlay(stage, 'straight');
  store = await openRecords(stage);
  ({ issue } = await stage.openAndLabel());
  await approvePlan(stage);
  delivered = await reaches(store, 'DELIVERED');
  const [shown] = (await stage.octokit.pulls.list(PLACE)).data;
  assert.ok(shown);
  pull = { number: shown.number, branch: shown.head.ref, headSha: shown.head.sha };
});

after(async () => {
  await store?.[Symbol.asyncDispose]();
  await app?.[Symbol.asyncDispose]();
  await stage?.[Symbol.asyncDispose]();
});

describe('/verify', () => {
  test('on the delivered pull request says that all passed, and who asked', async () => {
    const comment = await say(pull.number, '/verify');
    const [body = ''] = await answers(pull.number, 1);
    assert.match(body, /^## 🟢 Verification complete: all passed$/m);
    assert.match(body, /3 of 3 criteria passed\./);
    assert.match(body, /asked for by `mona`/);
    assert.ok(body.includes(`\`${pull.headSha.slice(0, 7)}\``), body);
    assert.match(
      body,
      /\*\*R1\*\* \(new\).*T1 shouts a greeting.*🔴 red \(assertion\) \| 🟢 green/,
    );
    assert.deepEqual(await reactionsOf(comment), ['eyes']);
    // The row follows its comment.
    const told = await seen('a check that is told', async () => {
      const [check] = await checks();
      return check?.status === 'told' ? check : undefined;
    });
    assert.deepEqual([told.commitSha, told.requestedBy], [pull.headSha, PERSON]);
  });

  test('after somebody pushed what breaks a criterion says partial and names it', async () => {
    // Also a test: the authored copies are laid over it.
    const files = { 'src/greet.mjs': QUIET, 'test/redgreen/t1.test.mjs': EMPTY_TEST };
    const { sha } = await push(pull.branch, files);
    await say(pull.number, '/verify');
    const body = (await answers(pull.number, 2))[1] ?? '';
    assert.match(body, /^## 🔴 Verification complete: partial$/m);
    assert.match(body, /1 of 3 criteria passed\. Not passed: \*\*R1\*\*, \*\*R2\*\*\./);
    assert.ok(body.includes(`\`${sha.slice(0, 7)}\``), body);
    assert.match(body, /T1 · R1 · shouts a greeting[\s\S]*HELLO, ADA!/);
    // Of a withheld test: criterion and title.
    assert.match(body, /🔒 R1: shouts another name\. It is withheld/);
    assert.doesNotMatch(body, /GRACE/i);
    assert.match(body, /own tests \(`node --test test\/greet\.test\.mjs`\): green/);
    await nothingChanged(sha);
  });

  for (const isSuite of [false, true]) {
    test(`by the button of the ${isSuite ? 'suite' : 'check'} is told on the check of that commit`, async () => {
      const known = (await answers(pull.number, 1)).length;
      const sha = pull.headSha;
      await stage.forge.as(PERSON).rerequestCheck(REPOSITORY, { sha, isSuite });
      await seen('its check in progress', async () =>
        (await checkOf(sha))?.status === 'in_progress' ? true : undefined,
      );
      const told = await seen('its end', async () => {
        const check = await checkOf(sha);
        return check?.status === 'completed' ? check : undefined;
      });
      assert.equal(told.conclusion, 'success');
      assert.equal(told.output.title, 'Proven: all 3 criteria hold');
      assert.match(told.output.summary ?? '', /^Checked again, as `mona` asked: all passed\./);
      const body = (await answers(pull.number, known + 1)).at(-1) ?? '';
      assert.ok(body.includes(`\`${sha.slice(0, 7)}\``), body);
      const { data } = await stage.octokit.pulls.get({ ...PLACE, pull_number: pull.number });
      assert.notEqual(data.head.sha, sha, 'others have pushed since');
      assert.equal(await checkOf(data.head.sha), undefined);
    });
  }

  test('on a pull request without a plan is refused in one sentence', async () => {
    await push('unrelated', { 'README.md': '# other\n' });
    const number = await openPull('unrelated', 'Fixes #4711, or so.');
    const comment = await say(number, '/verify');
    const body = await seen('a refusal', async () => (await ours(number))[0]);
    assert.match(body, /^⚠️ `\/verify` was refused \(`NOT_FOUND`\): .*approved plan; write .*\.$/m);
    assert.deepEqual(await reactionsOf(comment), ['confused']);
  });

  test('on the pull request of a person works, and kill -9 leaves it one answer', async () => {
    await push('by-hand', { 'src/greet.mjs': SLOW });
    const number = await openPull('by-hand', `Written by hand.\n\nFixes #${issue}`);
    await say(number, '/verify');
    const { id } = await seen('a sandbox of the check', async () => await running());
    await say(number, '/verify');
    const refusal = await seen('a refusal', async () => (await ours(number))[0]);
    assert.match(
      refusal,
      /`JOB_STATE_INVALID`\): a check of `\w{7}`, asked for by `mona`, is under way/,
    );
    await app.kill();
    app = await startPlay(stage, 'straight');
    const [body = ''] = await answers(number, 1);
    assert.match(body, /Verification complete: all passed/);
    await seen('its end', async () => (await checks()).every(isTold) || undefined);
    assert.equal((await ours(number)).filter((one) => ANSWER.test(one)).length, 1);
    assert.equal((await answers(pull.number, 4)).length, 4, 'said where it was asked');
    const rows = await store.transaction(
      async ({ sandboxes }) => await sandboxes.livingOfCheck(id),
    );
    assert.deepEqual(rows, []);
  });

  test('leaves no sandbox, marks every criterion verified, and keeps the audit', async () => {
    const kept = await store.transaction(async (records) => ({
      living: await records.sandboxes.living(),
      setups: await records.sandboxes.ofPurpose(delivered.job.id, 'setup'),
      job: await records.jobs.find(delivered.job.id),
      events: await records.audit.ofJob(delivered.job.id),
      criteria: await records.plans.criteria(delivered.job.id),
    }));
    assert.deepEqual(kept.living, []);
    // Of the base commit, and of each commit that was checked.
    assert.ok(kept.setups.length >= 4, String(kept.setups.length));
    assert.deepEqual(kept.job, delivered);
    assert.deepEqual(
      kept.criteria.map(({ id, verifiedAt }) => [id, verifiedAt !== undefined]),
      [
        ['R1', true],
        ['R2', true],
        ['R3', true],
      ],
    );
    const told = kept.events.filter(({ subject }) => subject === 'branch_check');
    const actions = told.map(({ action, detail }) => [action, detail?.['result']]);
    assert.deepEqual(actions.slice(0, 6), [
      ['requested', undefined],
      ['judged', 'all passed'],
      ['told', undefined],
      ['requested', undefined],
      ['judged', 'partial'],
      ['told', undefined],
    ]);
    assert.deepEqual(stage.forge.schemaViolations, []);
  });
});

async function say(number: number, words: string): Promise<number> {
  const { id } = await stage.forge.as(PERSON).comment({ repository: REPOSITORY, number }, words);
  return id;
}

async function push(branch: string, files: Record<string, string>): Promise<{ sha: string }> {
  return await stage.forge.as(PERSON).push(REPOSITORY, { branch, files, message: 'Change it' });
}

async function openPull(head: string, body: string): Promise<number> {
  const title = `A change on ${head}`;
  const made = await stage.forge
    .as(PERSON)
    .openPull(REPOSITORY, { title, head, base: 'main', body });
  return made.number;
}

/** Our comments on a thread, without the status comment. */
async function ours(issue_number: number): Promise<string[]> {
  const { data } = await stage.octokit.issues.listComments({ ...PLACE, issue_number });
  return data
    .filter(({ user, body }) => user?.type === 'Bot' && !/redgreen:status-/.test(body ?? ''))
    .map(({ body }) => body ?? '');
}

async function answers(number: number, count: number): Promise<string[]> {
  return await seen(`${count} answers on #${number}`, async () => {
    const found = (await ours(number)).filter((body) => ANSWER.test(body));
    return found.length >= count ? found : undefined;
  });
}

async function reactionsOf(comment_id: number): Promise<string[]> {
  const { data } = await stage.octokit.reactions.listForIssueComment({ ...PLACE, comment_id });
  return data.map(({ content }) => content);
}

async function checks(): Promise<BranchCheck[]> {
  const { id } = delivered.job;
  return await store.transaction(async ({ branchChecks }) => await branchChecks.ofJob(id));
}

async function checkOf(ref: string) {
  const { data } = await stage.octokit.checks.listForRef({ ...PLACE, ref });
  assert.ok(data.total_count <= 1);
  return data.check_runs[0];
}

function isTold({ status }: BranchCheck): boolean {
  return status === 'told';
}

async function running(): Promise<BranchCheck | undefined> {
  const open = (await checks()).find(({ status }) => status === 'open');
  if (open === undefined) return undefined;
  const living = await store.transaction(
    async ({ sandboxes }) => await sandboxes.livingOfCheck(open.id),
  );
  return living.some(({ status }) => status === 'RUNNING') ? open : undefined;
}

/** The job, its pull request and what is on its branch are as people left them. */
async function nothingChanged(sha: string): Promise<void> {
  const { data } = await stage.octokit.pulls.get({ ...PLACE, pull_number: pull.number });
  assert.equal(data.head.sha, sha);
  assert.equal(data.draft, true);
  assert.deepEqual(await theJob(store), delivered);
}
