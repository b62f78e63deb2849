// Transcript, tools and protected paths: what both sides must read alike.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isProtectedPath } from '../../../../sandbox/protocol/protected-paths.ts';
import { STEPS, Task } from '../../../../sandbox/protocol/task.ts';
import { toolDefinitions } from '../../../../sandbox/protocol/tool-definitions.ts';
import { toolsOfStep } from '../../../../sandbox/protocol/tools.ts';
import { type Payload, RunnerEntry } from '../../../../sandbox/protocol/transcript.ts';
import { toMessages } from './to-messages.ts';

const uuid = '2b3f0c86-9b5c-4c56-9c0f-1f3d3f6f2a11';

function user(text: string): Payload {
  return { _t: 'user', uuid, content: [{ type: 'text', text }] };
}

function assistant(...ids: string[]): Payload {
  const content = ids.map((id) => ({ type: 'tool_use' as const, id, name: 'Read', input: {} }));
  return { _t: 'assistant', uuid, content, stop_reason: 'tool_use' };
}

function result(id: string, content: string): Payload {
  return {
    _t: 'tool_result',
    tool_use_id: id,
    name: 'Read',
    content,
    is_error: false,
    outcome: 'success',
  };
}

describe('the messages of a transcript', () => {
  test('alternate between user and assistant, with all results of a turn in one message', () => {
    const rows = [user('go'), assistant('a', 'b'), result('a', '1'), result('b', '2'), user('on')];
    const messages = toMessages(rows);
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
    assert.deepEqual(messages[2]?.content, [
      { type: 'tool_result', tool_use_id: 'a', content: '1', is_error: false },
      { type: 'tool_result', tool_use_id: 'b', content: '2', is_error: false },
      { type: 'text', text: 'on' },
    ]);
  });

  test('begin, turn for turn, with the same bytes', () => {
    const rows = [user('go'), assistant('a'), result('a', '1'), assistant('b'), result('b', '2')];
    const shorter = JSON.stringify(toMessages(rows.slice(0, 3))).slice(0, -1);
    assert.ok(JSON.stringify(toMessages(rows)).startsWith(shorter));
  });

  test('leave out an empty reply and answer a call that was cut off', () => {
    const empty: Payload = { _t: 'assistant', uuid, content: [], stop_reason: 'end_turn' };
    const messages = toMessages([user('go'), empty, user('on'), assistant('a'), user('again')]);
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
    const [first] = messages[2]?.content ?? [];
    assert.ok(first?.type === 'tool_result' && first.is_error && first.tool_use_id === 'a');
  });
});

test('text with half a surrogate pair is mended where it enters', () => {
  const entry = RunnerEntry.parse({ row: 1, payload: user('a\ud83d') });
  assert.ok(entry.payload._t === 'user');
  assert.equal(entry.payload.content[0]?.text, 'a\u{FFFD}');
});

const OWN_TOOLS = {
  plan: ['mcp__redgreen__submit_plan', 'mcp__redgreen__deprecate', 'mcp__redgreen__list'],
  'write-tests': ['mcp__redgreen__submit_tests', 'mcp__redgreen__list'],
  implement: ['mcp__redgreen__set_status', 'mcp__redgreen__list', 'mcp__redgreen__install'],
  verify: ['mcp__redgreen__set_status', 'mcp__redgreen__verify', 'mcp__redgreen__list'],
  challenge: ['mcp__redgreen__submit_tests', 'mcp__redgreen__list'],
};

describe('the tools of a step', () => {
  test('each have a description and a closed schema of their input', () => {
    for (const step of STEPS) {
      const names = toolsOfStep(step);
      const definitions = toolDefinitions(names);
      assert.deepEqual(
        definitions.map(({ name }) => name),
        names,
      );
      for (const { description, inputSchema } of definitions) {
        assert.ok(description.length > 40);
        assert.equal(inputSchema['type'], 'object');
        assert.equal(inputSchema['additionalProperties'], false);
        assert.ok(!('$schema' in inputSchema));
      }
    }
  });

  test('hold the step tools of their step only, and nothing that changes files while looking', () => {
    for (const step of STEPS) {
      const own = toolsOfStep(step).filter((name) => name.startsWith('mcp__redgreen__'));
      assert.deepEqual(own, OWN_TOOLS[step]);
    }
    for (const step of ['plan', 'verify'] as const) {
      assert.ok(!toolsOfStep(step).some((name) => ['Write', 'Edit', 'Bash'].includes(name)));
    }
  });

  test('are the same bytes every time', () => {
    const names = toolsOfStep('implement');
    assert.equal(JSON.stringify(toolDefinitions(names)), JSON.stringify(toolDefinitions(names)));
  });
});

describe('a protected path', () => {
  const refused = [
    '.redgreen/agent.json',
    '.redgreen',
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.claude/hooks/a.sh',
    '.claude/hooks',
    '.claude',
    '.gemini/settings.json',
    '.llxprt/x/y',
    '.mcp.json',
    '.github/redgreen.yml',
    'redgreen.yml',
    './.redgreen/x',
    '.redgreen//x',
    '.ReDGreen/x',
    '.MCP.json',
    '.red\u200bgreen/x',
    '．redgreen/x',
    '.redgreen./x',
    '.mcp.json ',
  ];
  for (const path of refused) {
    test(`${JSON.stringify(path)} is one`, () => assert.equal(isProtectedPath(path), true));
  }
  const allowed = [
    'src/a.ts',
    '.claude/CLAUDE.md',
    '.github/workflows/ci.yml',
    '.redgreenish/x',
    'docs/.mcp.json',
    'mcp.json',
    '.claude/commands/x.md',
    '...',
  ];
  for (const path of allowed) {
    test(`${JSON.stringify(path)} is none`, () => assert.equal(isProtectedPath(path), false));
  }
});

test('a task has defaults for what a step need not say', () => {
  const task = Task.parse({
    step: 'plan',
    instruction: 'i',
    input: 'u',
    tools: ['Read'],
    planning: true,
    permissions: { mode: 'plan' },
    workspace: '/workspace',
  });
  assert.equal(task.limits.outputBytes, 1_048_576);
  assert.deepEqual(task.disallowed, []);
});
