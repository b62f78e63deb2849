// What a person reads in the thread of one job: every answer, question, revision and end is a comment
// of its own, made once, also when the app is killed while it makes one; the status is only edited.
import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { NAME, OWNER, PERSON, type Stage, seen } from '../../app/cli/demo/stage.ts';
import { STORY } from '../../app/cli/demo/story.ts';
import type { Script, ScriptBlock } from '../../app/gateway/scripted/script.ts';
import { Plan } from '../../sandbox/protocol/plan.ts';
import { openTestStage } from '../support/test-stage.ts';
import { kindsOf, openRecords, type Play, reaches, startPlay } from '../support/thread-play.ts';

const REPOSITORY = `${OWNER}/${NAME}`;
const PLACE = { owner: OWNER, repo: NAME };
const SUBMIT = 'mcp__redgreen__submit_plan';

const RIGHT = `export function greet(name = 'stranger', options = {}) {
  const greeting = \`Hello, \${name}!\`;
  return options.shout ? greeting.toUpperCase() : greeting;
}
`;

const QUESTION = {
  question: 'Which stranger?',
  header: 'Stranger',
  options: [
    { label: 'stranger', description: 'as the issue says' },
    { label: 'friend', description: '' },
  ],
  multiSelect: false,
};

const TODOS = [
  { content: 'Read greet()', status: 'completed', activeForm: 'Reading' },
  { content: 'Ask about @strangers', status: 'in_progress', activeForm: 'Asking' },
];

function call(name: string, input: unknown): ScriptBlock {
  return { type: 'tool_use', name, input };
}

function turns(...all: ScriptBlock[][]) {
  return all.map((content) => ({ content }));
}

/** The story's plan, a second one that differs from it, and an implementer who asks. */
function script(): Script {
  const [session = []] = STORY['plan'] ?? [];
  const blocks = session.flatMap((turn) => ('content' in turn ? turn.content : []));
  const submitted = blocks.find((block) => block.type === 'tool_use' && block.name === SUBMIT);
  const first = Plan.parse(submitted?.type === 'tool_use' ? submitted.input : undefined);
  const criteria = first.criteria.map((one) =>
    one.id === 'R2' ? { ...one, text: 'greet() without any name returns "Hello, stranger!"' } : one,
  );
  const second = { ...first, criteria, paths: ['src/greet.mjs'] };
  const [tests = []] = STORY['write-tests'] ?? [];
  return {
    plan: [session, turns([call(SUBMIT, second)])],
    'write-tests': [tests, tests],
    implement: [
      turns(
        [call('Read', { file_path: '/workspace/src/greet.mjs' })],
        [call('TodoWrite', { todos: TODOS })],
        [call('AskUserQuestion', { questions: [QUESTION] })],
        [call('Write', { file_path: '/workspace/src/greet.mjs', content: RIGHT })],
        [call('mcp__redgreen__set_status', { status: 'finished', reason: 'Done.' })],
      ),
    ],
  };
}

type Thread = {
  number: number;
  /** Our comments, oldest first. */
  ours(): Promise<{ id: number; body: string }[]>;
  /** Says it, and waits for the comment of that kind that comes of it. */
  say(words: string, kind: string): Promise<string>;
  /** The newest of a kind. */
  has(kind: string): Promise<string>;
};

async function threadOf(stage: Stage): Promise<Thread> {
  const { octokit, forge } = stage;
  const { number } = await seen('a pull request', async () => {
    const { data } = await octokit.pulls.list(PLACE);
    return data[0];
  });
  const ours = async () => {
    const asked = { ...PLACE, issue_number: number, per_page: 100 };
    const { data } = await octokit.issues.listComments(asked);
    return data.flatMap(({ id, user, body }) =>
      user?.type === 'Bot' ? [{ id, body: body ?? '' }] : [],
    );
  };
  const all = async (kind: string) =>
    (await ours()).filter(({ body }) => kindsOf([body])[0] === kind);
  return {
    number,
    ours,
    has: async (kind) =>
      await seen(`${kind} in the thread`, async () => (await all(kind)).at(-1)?.body),
    async say(words, kind) {
      const before = (await all(kind)).length;
      await forge.as(PERSON).comment({ repository: REPOSITORY, number }, words);
      return await seen(`${kind} after ${words}`, async () => (await all(kind))[before]?.body);
    },
  };
}

/** A program called apprise on the app's PATH; answers with the titles it was given. */
async function withApprise({ env }: Stage): Promise<() => Promise<string[]>> {
  const bin = join(env['REDGREEN_HOME'] ?? '', 'bin');
  const file = join(bin, 'told');
  await mkdir(bin);
  await writeFile(join(bin, 'apprise'), `#!/bin/sh\nprintf '%s\\n' "$2" >> ${file}\n`);
  await chmod(join(bin, 'apprise'), 0o755);
  env['PATH'] = `${bin}:${process.env['PATH'] ?? ''}`;
  env['CLAUDEOPS_APPRISE_URLS'] = 'json://operator:secret@127.0.0.1/hook';
  return async () => (await readFile(file, 'utf8')).trim().split('\n');
}

test('a thread can be read: comments of their own, each once, with their Markdown', async () => {
  await using stage = await openTestStage({
    files: { '.github/redgreen.yml': 'notify: {mention: [rita], moments: [plan, end]}\n' },
  });
  const notices = await withApprise(stage);
  // With these people can sign in, so there is a settings page to be linked.
  stage.env['CLIENT_SECRET'] = 'c'.repeat(40);
  stage.env['SESSION_KEY'] = Buffer.alloc(32, 7).toString('base64');
  let app: Play = await startPlay(stage, script());
  try {
    await using store = await openRecords(stage);
    const { issue } = await stage.openAndLabel();
    const thread = await threadOf(stage);

    const plan = await thread.has('plan-1');
    assert.match(plan, /^### The plan is ready: 3 criteria, about \$0\.40/);
    assert.match(plan, /\n\ncc @rita\n/, 'whom the settings name');
    const help = await thread.say('/help', 'answer');
    assert.match(
      help,
      /^> mona: `\/help`\n\nWhat can be said now:\n\n- `\/approve \[REVISION\][^\n]*\n- `\/revise TEXT`/,
    );
    const status = await thread.say('/status', 'answer');
    assert.match(
      status,
      /\*\*The plan waits for approval\.\*\*\n\n- state: `WAITING_SPEC_APPROVAL`\n- spent: /,
    );
    // Said on the issue, it is answered where people work.
    await stage.forge.as(PERSON).comment({ repository: REPOSITORY, number: issue }, '/config');
    const settings = await seen('the settings', async () => {
      const newest = await thread.has('answer');
      return newest.startsWith('> mona: `/config`') ? newest : undefined;
    });
    assert.match(
      settings,
      /\n\n\| setting \| value \| set by \|\n\|---\|---\|---\|\n\| `label` \|/,
    );
    const refusal = await thread.say('/test', 'answer');
    assert.match(
      refusal,
      /^> mona: `\/test`\n\n⚠️ `\/test` is not possible now: the plan waits for approval\.\n\nWhat can be said/,
    );

    const revision = await thread.say('/revise name the words better', 'plan-2');
    assert.match(
      revision,
      /^### Plan revision 2: what has changed\n\n- Changed: \*\*R2\*\* greet\(\) without ~~a~~ \*\*any\*\* name returns "Hello, stranger!"\n- May change: no longer `README\.md`\n/,
    );
    const question = await thread.say('/approve', 'hold-1');
    assert.match(
      question,
      /^### Question 1\n\nWhich stranger\?\n\n- \*\*stranger\*\*: as the issue says\n/,
    );
    assert.match(question, /\n- `\/answer stranger`\n- `\/answer friend`\n/);
    const asking = await seen('a status that points at the question', async () => {
      const [{ body } = { body: '' }] = await thread.ours();
      return body.includes('(#issuecomment-') ? body : undefined;
    });
    assert.match(
      asking,
      /^\*\*Waiting for you:\*\*[^]*\n- \[x\] Read greet\(\)\n- \[ \] \*\*Ask about @\u200Bstrangers\*\*/,
    );
    assert.doesNotMatch(asking, /⚠️/);
    const { data: atWork } = await stage.octokit.pulls.get({
      ...PLACE,
      pull_number: thread.number,
    });
    assert.match(atWork.body ?? '', /^## Plan: approved, work is under way/);
    assert.doesNotMatch(atWork.body ?? '', /`\/approve/, 'it asks no more for what was said');

    // The next comment is on GitHub before the app hears of it, and in between it is killed.
    await app.kill();
    app = await startPlay(stage, script());
    stage.forge.injectFault({
      kind: 'slow',
      delayMs: 120_000,
      operation: 'issues/create-comment',
    });
    const end = await thread.say('/answer stranger, please', 'end');
    assert.match(
      end,
      /^### 🟢 Proven: all 3 criteria hold\n\nBase → head: R1 🔴→🟢, R2 🔴→🟢, R3 🟢→🟢\n/,
    );
    assert.doesNotMatch(end, /@rita/, 'the end waits for nobody');
    await app.kill();
    app = await startPlay(stage, script());
    const { job } = await reaches(store, 'DELIVERED');
    await seen('a record of the end', async () => {
      return await store.transaction(async ({ threads }) => await threads.findTold(job.id, 'end'));
    });
    const last = await seen('the last status', async () => {
      const [{ body } = { body: '' }] = await thread.ours();
      return body.startsWith('**Delivered.**') ? body : undefined;
    });
    assert.match(last, /The report with its proof stands at the top/);
    assert.match(
      last,
      /\[settings\]\(http:\/\/127\.0\.0\.1\/repositories\/acme\/greetings\/settings\)/,
    );

    const told = await notices();
    assert.equal(told.filter((line) => line.endsWith(': the plan waits for approval')).length, 2);
    assert.ok(told.every((line) => line.startsWith('Redgreen: acme/greetings#1: ')));
    assert.ok(!told.some((line) => line.includes('question')), 'no moment that is wished for');

    const bodies = (await thread.ours()).map(({ body }) => body);
    const answers = ['answer', 'answer', 'answer', 'answer'];
    const once = ['status', 'plan-1', ...answers, 'plan-2', 'hold-1', 'end'];
    assert.deepEqual(kindsOf(bodies), once);
    // What was answered first still stands as it was said.
    assert.ok(bodies.includes(help) && bodies.includes(status) && bodies.includes(revision));
    const { data: onIssue } = await stage.octokit.issues.listComments({
      ...PLACE,
      issue_number: issue,
    });
    const said = onIssue.map(({ user }) => user?.login);
    assert.deepEqual(said, [PERSON], 'of ours the issue has only the reaction');
    assert.deepEqual(stage.forge.schemaViolations, []);
  } finally {
    await app[Symbol.asyncDispose]();
  }
});
