// TodoWrite and the tools that hand a step's work over.
import assert from 'node:assert/strict';
import { chmod, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openToolWorld, type ToolWorld } from './tool-world.ts';

const PLAN = {
  goal: 'Greet people.',
  criteria: [{ id: 'R1', text: 'It greets.', kind: 'new', surface: 'process' }],
  strategies: [{ title: 'Direct', approach: 'Write it.' }],
  paths: ['src/**'],
  contract: ['bin/greet'],
  quote: { costUsd: 0.5, minutes: 3 },
};

function testCase(id: string, ...files: string[]): object {
  return {
    id,
    criterion: 'R1',
    title: 'greets',
    files,
    run: 'node a.test.mjs',
    surface: 'process',
    withheld: id === 'T2',
  };
}

test('TodoWrite tells the host the whole list', async () => {
  await using world = await openToolWorld();
  const todos = [{ content: 'Do', activeForm: 'Doing', status: 'in_progress' }];
  const result = await world.run('TodoWrite', { todos });
  assert.equal(result.outcome, 'success');
  assert.deepEqual(world.progress, [todos]);
  const wrong = await world.run('TodoWrite', { todos: [{ ...todos[0], status: 'maybe' }] });
  assert.match(wrong.content, /todos\.0\.status/);
});

describe('submit_plan', () => {
  test('hands a plan over with its defaults, and ends the session when it is accepted', async () => {
    await using world = await openToolWorld({ step: 'plan' });
    const result = await world.run('mcp__redgreen__submit_plan', PLAN);
    assert.deepEqual(result.ends, { kind: 'submitted', submission: 'plan' });
    const strategies = [{ ...PLAN.strategies[0], way: 'syntax-tree' }];
    const plan = { ...PLAN, strategies, packages: [] };
    assert.deepEqual(world.submissions, [{ kind: 'plan', plan }]);
  });

  test('tells every reason of a refusal and every fault of the shape, and goes on', async () => {
    await using world = await openToolWorld({ step: 'plan' });
    world.verdict = { accepted: false, reasons: ['R1 is vague', 'no suite'] };
    const refused = await world.run('mcp__redgreen__submit_plan', PLAN);
    assert.equal(refused.content, 'Refused:\n- R1 is vague\n- no suite');
    assert.equal(refused.ends, undefined);
    const wrong = await world.run('mcp__redgreen__submit_plan', { ...PLAN, criteria: [], goal: 1 });
    assert.match(wrong.content, /- goal: [\s\S]*- criteria: /);
    assert.equal(world.submissions.length, 1);
  });
});

describe('submit_tests', () => {
  test('takes the bytes and modes of all named files, each once', async () => {
    await using world = await openToolWorld({ step: 'write-tests' });
    await world.write('a.test.mjs', 'one');
    await chmod(await world.write('t/run.sh', Buffer.from([0xff, 0x00])), 0o700);
    const cases = [testCase('T1', 'a.test.mjs'), testCase('T2', 'a.test.mjs', 't/run.sh')];
    const result = await world.run('mcp__redgreen__submit_tests', { cases });
    assert.deepEqual(result.ends, { kind: 'submitted', submission: 'tests' });
    const files = [
      { path: 'a.test.mjs', mode: 0o644, content: 'b25l' },
      { path: 't/run.sh', mode: 0o755, content: '/wA=' },
    ];
    assert.deepEqual(world.submissions, [{ kind: 'tests', cases, files }]);
  });

  test('refuses files that are missing, links, protected, outside or too large', async () => {
    await using world = await openToolWorld({ step: 'write-tests' });
    await world.write('.redgreen/agent.json', '{}');
    await world.write('large', Buffer.alloc(1024 * 1024 + 1));
    await symlink('large', join(world.root, 'link'));
    for (const [path, words] of [
      ['none.mjs', /does not exist/],
      ['link', /no regular file/],
      ['.redgreen/agent.json', /protected/],
      ['../x', /stays inside/],
      ['/etc/passwd', /relative path/],
      ['large', /at most 1048576 bytes/],
    ] as const) {
      const input = { cases: [testCase('T1', path)] };
      const result = await world.run('mcp__redgreen__submit_tests', input);
      assert.equal(result.outcome, 'tool_rejected', path);
      assert.match(result.content, words, path);
    }
    assert.deepEqual(world.submissions, []);
  });
});

describe('set_status', () => {
  const set = (world: ToolWorld, input: object) =>
    world.run('mcp__redgreen__set_status', { reason: 'why', ...input });

  test('finished ends the session once accepted', async () => {
    await using world = await openToolWorld();
    const result = await set(world, { status: 'finished' });
    assert.deepEqual(result.ends, { kind: 'finished', summary: 'why' });
    assert.deepEqual(world.submissions, [{ kind: 'status', status: 'finished', reason: 'why' }]);
  });

  test('has no word for success: passed is a view of one criterion, and ends nothing', async () => {
    await using world = await openToolWorld();
    assert.equal((await set(world, { status: 'passed' })).outcome, 'tool_rejected');
    const result = await set(world, { status: 'passed', criterion: 'R1' });
    assert.equal(result.ends, undefined);
    assert.deepEqual(world.questions, [
      { kind: 'claim', criterion: 'R1', status: 'passed', reason: 'why' },
    ]);
    assert.deepEqual(world.submissions, []);
  });

  test('blocked waits for a person, who allows or denies it', async () => {
    await using world = await openToolWorld();
    world.answer = { kind: 'park' };
    const waiting = await set(world, { status: 'blocked', criterion: 'R2' });
    assert.deepEqual(waiting.waitsFor, { kind: 'blocked', criterion: 'R2', reason: 'why' });
    world.answer = { kind: 'deny', reason: 'mona wants it done.' };
    const denied = await set(world, { status: 'blocked' });
    assert.equal(denied.outcome, 'tool_rejected');
    assert.match(denied.content, /mona wants it done/);
  });
});

describe('the tools that ask the host', () => {
  const asked = [
    ['mcp__redgreen__list', { status: 'pending' }, { kind: 'list', status: 'pending' }],
    [
      'mcp__redgreen__verify',
      { criterion: 'R1', reason: 'seen' },
      { kind: 'verify', criterion: 'R1', reason: 'seen' },
    ],
    [
      'mcp__redgreen__deprecate',
      { criterion: 'R1', reason: 'gone' },
      { kind: 'deprecate', criterion: 'R1', reason: 'gone' },
    ],
    ['mcp__redgreen__install', {}, { kind: 'install' }],
  ] as const;
  for (const [name, input, question] of asked) {
    test(`${name} gives the answer on`, async () => {
      await using world = await openToolWorld();
      const result = await world.run(name, input);
      assert.deepEqual(world.questions, [question]);
      assert.deepEqual([result.outcome, result.content], ['success', 'So be it.']);
    });
  }
});

describe('planning inside a session', () => {
  test('EnterPlanMode closes the gate until ExitPlanMode is allowed', async () => {
    await using world = await openToolWorld();
    assert.equal((await world.run('ExitPlanMode', {})).outcome, 'tool_rejected');
    assert.equal((await world.run('EnterPlanMode', {})).outcome, 'success');
    assert.equal(world.context.gate.isPlanning, true);
    world.answer = { kind: 'deny', reason: 'no plan is approved' };
    const denied = await world.run('ExitPlanMode', { plan: 'Do it.' });
    assert.match(denied.content, /no plan is approved/);
    assert.equal(world.context.gate.isPlanning, true);
    world.answer = { kind: 'allow' };
    assert.equal((await world.run('ExitPlanMode', {})).outcome, 'success');
    assert.equal(world.context.gate.isPlanning, false);
  });

  test('Brief names files that exist', async () => {
    await using world = await openToolWorld();
    await world.write('a.txt', 'a');
    const brief = { message: 'Look.', status: 'normal' };
    const missing = await world.run('Brief', { ...brief, attachments: ['b.txt'] });
    assert.match(missing.content, /b\.txt does not exist/);
    assert.equal(
      (await world.run('Brief', { ...brief, attachments: ['a.txt'] })).outcome,
      'success',
    );
    assert.equal(world.questions.length, 1);
  });
});
