// A conversation outlives what it runs in: a question parks it and the answer
// takes it on in a new sandbox; a killed app finds it again where it was.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERSON, type Stage, seen } from '../../app/cli/demo/stage.ts';
import { STORY } from '../../app/cli/demo/story.ts';
import type { Script, ScriptBlock } from '../../app/gateway/scripted/script.ts';
import type { Store } from '../../app/store/store.ts';
import type { PermissionDecision } from '../../sandbox/protocol/permission-decision.ts';
import { approvePlan } from '../chaos/thread/story.ts';
import { openTestStage } from '../support/test-stage.ts';
import {
  courseOf,
  openRecords,
  reaches,
  startPlay,
  theJob,
  whatIsShown,
} from '../support/thread-play.ts';

const RIGHT = `export function greet(name = 'stranger', options = {}) {
  const greeting = \`Hello, \${name}!\`;
  return options.shout ? greeting.toUpperCase() : greeting;
}
`;

function call(name: string, input: unknown): ScriptBlock {
  return { type: 'tool_use', name, input };
}

function withImplementation(...turns: ScriptBlock[][]): Script {
  return { ...STORY, implement: [turns.map((content) => ({ content }))] };
}

const READ = call('Read', { file_path: '/workspace/src/greet.mjs' });
const WRITE = call('Write', { file_path: '/workspace/src/greet.mjs', content: RIGHT });
const FINISH = call('mcp__redgreen__set_status', { status: 'finished', reason: 'Done.' });

type Told = {
  sessions: number;
  rows: string;
  sandboxes: number;
  decisions: PermissionDecision[];
};

async function whatWasKept(store: Store): Promise<Told> {
  const record = await seen('the job', async () => await theJob(store));
  const { id } = record.job;
  return await store.transaction(async (records) => {
    const sessions = await records.sessions.ofStep(id, 'implement');
    const rows = await Promise.all(
      sessions.map(async (one) => await records.sessions.transcript(one)),
    );
    const [first] = sessions;
    const decisions = first === undefined ? [] : await records.sessions.decisions(first);
    const sandboxes = await records.sandboxes.ofPurpose(id, 'implement');
    return {
      sessions: sessions.length,
      rows: JSON.stringify(rows),
      sandboxes: sandboxes.length,
      decisions,
    };
  });
}

async function isHeld(store: Store): Promise<string> {
  return await seen('a hold', async () => (await theJob(store))?.job.hold?.ask);
}

async function say(stage: Stage, words: string): Promise<void> {
  const { pulls } = await whatIsShown(stage, 1);
  const number = pulls[0]?.number ?? 0;
  await stage.forge.as(PERSON).comment({ repository: 'acme/greetings', number }, words);
}

describe('a question of the agent', () => {
  test('parks the conversation, and the answer takes it on in a new sandbox', async () => {
    const question = {
      question: 'Which stranger?',
      header: 'Stranger',
      options: [
        { label: 'stranger', description: 'as the issue says' },
        { label: 'friend', description: '' },
      ],
      multiSelect: false,
    };
    const script = withImplementation(
      [READ],
      [WRITE, call('Bash', { command: 'cd test && ls' })],
      [call('AskUserQuestion', { questions: [question] }), call('Bash', { command: 'pwd' })],
      // The file was read in the sandbox before: what the agent has seen is not forgotten.
      [
        call('Edit', {
          file_path: '/workspace/src/greet.mjs',
          old_string: 'const greeting',
          new_string: 'const  greeting',
        }),
      ],
      [FINISH],
    );
    await using stage = await openTestStage();
    await using _app = await startPlay(stage, script);
    await using store = await openRecords(stage);
    await stage.openAndLabel();
    await approvePlan(stage);
    assert.match(await isHeld(store), /Which stranger\?\n- stranger: as the issue says\n- friend/);
    await seen('no living sandbox', async () => {
      const living = await store.transaction(async ({ sandboxes }) => await sandboxes.living());
      return living.length === 0 ? true : undefined;
    });
    await say(stage, '/answer stranger, please');
    await reaches(store, 'DELIVERED');
    const told = await whatWasKept(store);
    assert.equal(told.sessions, 1, await courseOf(store));
    assert.equal(told.sandboxes, 2, 'two sandboxes');
    assert.match(told.rows, /mona answered: stranger, please/);
    assert.match(told.rows, /workspace\/test\\n/, 'the working directory is kept');
    assert.match(told.rows, /Changed \/workspace\/src\/greet.mjs in 1 place/);
    assert.equal(
      told.decisions.length,
      8,
      'every decision is a row, also that of the call that waited',
    );
  });
});

describe('a call that a rule wants to be asked about', () => {
  test('waits for a person, who may allow it for good', async () => {
    const look = call('Bash', { command: 'git log -1 --format=%s' });
    const script = withImplementation([READ], [WRITE], [look], [look], [FINISH]);
    const rules = { permissions: { ask: ['Bash(git log *)'] } };
    await using stage = await openTestStage({
      files: { '.redgreen/agent.json': JSON.stringify(rules) },
    });
    await using _app = await startPlay(stage, script);
    await using store = await openRecords(stage);
    await stage.openAndLabel();
    await approvePlan(stage);
    assert.match(await isHeld(store), /wants to use Bash with .*git log -1/);
    await say(stage, '/allow 1 always');
    await reaches(store, 'DELIVERED');
    const told = await whatWasKept(store);
    assert.equal(told.sessions, 1, await courseOf(store));
    assert.deepEqual(
      told.decisions
        .filter(({ tool }) => tool === 'Bash')
        .map(({ decision, by }) => [decision, by]),
      [
        ['ask', 'ask_rule'],
        ['ask', 'ask_rule'],
        ['allow', 'person'],
        ['ask', 'ask_rule'],
        ['allow', 'person'],
      ],
    );
  });
});

describe('kill -9 of the app while an agent works', () => {
  test('leaves the runner alive; the next app goes on with the same conversation', async () => {
    const script = withImplementation(
      [READ],
      [WRITE],
      [call('Bash', { command: 'sleep 4; echo slept well' })],
      [FINISH],
    );
    await using stage = await openTestStage();
    await using app = await startPlay(stage, script);
    await using store = await openRecords(stage);
    await stage.openAndLabel();
    await approvePlan(stage);
    await seen('a command that runs', async () => {
      const { rows } = await whatWasKept(store);
      return rows.includes('sleep 4') ? true : undefined;
    });
    await app.kill();
    await using _again = await startPlay(stage, script);
    await reaches(store, 'DELIVERED');
    const told = await whatWasKept(store);
    assert.match(told.rows, /slept well/);
    assert.equal(told.sessions, 1, await courseOf(store));
    assert.equal(told.sandboxes, 1, 'one sandbox');
  });
});
