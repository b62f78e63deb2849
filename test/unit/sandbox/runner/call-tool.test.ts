// The checks around a tool call: their order, and what each refuses.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PermissionPolicy } from '../../../../sandbox/protocol/permission-policy.ts';
import type { TaskInput } from '../../../../sandbox/protocol/task.ts';
import { TOOL_NAMES } from '../../../../sandbox/protocol/tools.ts';
import { type CallDeps, callTool } from '../../../../sandbox/runner/call-tool.ts';
import type { HookVerdict } from '../../../../sandbox/runner/hooks.ts';
import {
  createDisallowed,
  createPermissions,
} from '../../../../sandbox/runner/permissions/decide.ts';
import {
  success,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../../../../sandbox/runner/tool.ts';
import { openParsers } from './permissions/permission-world.ts';
import { openToolWorld } from './tool-world.ts';

const parsers = openParsers();

/** Every place tells that it was reached. */
function reporting(
  steps: string[],
  { task }: ToolContext,
  verdict: HookVerdict = { kind: 'proceed' },
): CallDeps {
  const judging = { parsers, root: task.workspace, home: '/' };
  const permissions = createPermissions(PermissionPolicy.parse(task.permissions), judging);
  const tool: Tool = async (input) => {
    steps.push(`run ${JSON.stringify(input)}`);
    return success('ran');
  };
  return {
    toolbox: Object.fromEntries(TOOL_NAMES.map((name) => [name, tool])) as CallDeps['toolbox'],
    hooks: {
      preToolUse: async () => {
        steps.push('before');
        return verdict;
      },
      postToolUse: async (_call, result) => {
        steps.push('after');
        return { ...result, content: `${result.content}, seen` };
      },
    },
    disallowed: createDisallowed(task.disallowed, judging),
    permissions: async (asked) => {
      steps.push('permission');
      return await permissions(asked);
    },
    log: () => undefined,
  };
}

async function call(
  name: string,
  input: unknown,
  changes: Partial<TaskInput> = {},
  verdict?: HookVerdict,
): Promise<{ steps: string[]; result: ToolResult }> {
  await using world = await openToolWorld(changes);
  const steps: string[] = [];
  const deps = reporting(steps, world.context, verdict);
  const result = await callTool({ id: 'toolu_1', name, input }, world.context, deps);
  return { steps, result };
}

const LS = { command: 'ls' };
const all = {
  disallowed: ['Bash(ls)'],
  planning: true,
  permissions: { mode: 'dontAsk' as const },
};

describe('a tool call passes its checks in order', () => {
  test('PreToolUse, permission rules, run, PostToolUse', async () => {
    const { steps, result } = await call('Bash', LS);
    assert.deepEqual(steps, ['before', 'permission', 'run {"command":"ls"}', 'after']);
    assert.equal(result.content, 'ran, seen');
  });

  test('allowed tools first, whatever else would refuse', async () => {
    const { steps, result } = await call('Bash', LS, { ...all, tools: ['Read'] });
    assert.equal(result.refusedBy, 'allowed_tools');
    assert.deepEqual(steps, []);
  });

  test('then disallowed patterns', async () => {
    const { steps, result } = await call('Bash', LS, all);
    assert.equal(result.refusedBy, 'disallowed_patterns');
    assert.deepEqual(steps, []);
  });

  test('then the planning gate', async () => {
    const { steps, result } = await call('Bash', LS, { ...all, disallowed: [] });
    assert.equal(result.refusedBy, 'planning_gate');
    assert.deepEqual(steps, []);
  });

  test('then the PreToolUse chain', async () => {
    const verdict = { kind: 'deny', reason: 'a hook says no' } as const;
    const { steps, result } = await call('Bash', LS, { permissions: all.permissions }, verdict);
    assert.equal(result.refusedBy, 'pre_tool_use');
    assert.equal(result.content, 'Refused: a hook says no');
    assert.deepEqual(steps, ['before']);
  });

  test('then the permission rules', async () => {
    const { steps, result } = await call('Bash', LS, { permissions: all.permissions });
    assert.equal(result.refusedBy, 'permission_rules');
    assert.deepEqual(steps, ['before', 'permission']);
  });

  test('and an input changed by a hook passes the first three again', async () => {
    const changed = { kind: 'change', input: { command: 'rm -rf x' } } as const;
    const refused = await call('Bash', LS, { disallowed: ['Bash(rm *)'] }, changed);
    assert.equal(refused.result.refusedBy, 'disallowed_patterns');
    const passed = await call('Bash', LS, {}, changed);
    assert.ok(passed.steps.includes('run {"command":"rm -rf x"}'));
  });

  test('and what a tool throws is an internal failure', async () => {
    await using world = await openToolWorld();
    const deps = reporting([], world.context);
    const broken = async () => await Promise.reject(new Error('disk on fire'));
    const toolbox = { ...deps.toolbox, Read: broken };
    const asked = { id: 't', name: 'Read', input: {} };
    const result = await callTool(asked, world.context, { ...deps, toolbox });
    assert.equal(result.content, '[SDLC_INTERNAL] disk on fire, seen');
    assert.equal(result.outcome, 'internal_failure');
  });
});

describe('the planning gate', () => {
  const tools = ['Read', 'Write', 'Edit', 'Bash', 'NotebookEdit', 'Glob', 'Grep', 'TodoWrite'];
  for (const [name, isRefused] of [
    ...(['Write', 'Edit', 'Bash'] as const).map((one) => [one, true] as const),
    ...(['Read', 'Glob', 'Grep', 'TodoWrite'] as const).map((one) => [one, false] as const),
  ]) {
    test(`${isRefused ? 'refuses' : 'lets through'} ${name}`, async () => {
      const { result } = await call(name, {}, { planning: true, tools });
      assert.equal(result.refusedBy === 'planning_gate', isRefused);
    });
  }
});

test('a tool that this version has not is refused with these words, also where it is named', async () => {
  const { steps, result } = await call('WebFetch', {}, { tools: ['WebFetch', 'Read', 'Fly'] });
  assert.equal(result.content, 'Refused: WebFetch is not in this version. Available: Read.');
  assert.deepEqual(steps, []);
  const unheardOf = await call('Fly', {}, { tools: ['Read'] });
  assert.equal(unheardOf.result.content, 'Refused: Fly is not available here. Available: Read.');
});

test('a step tool is available in its own step only', async () => {
  const tools = ['mcp__redgreen__submit_plan', 'mcp__redgreen__set_status'];
  const plan = await call('mcp__redgreen__set_status', {}, { step: 'plan', tools });
  assert.equal(plan.result.refusedBy, 'allowed_tools');
  const implement = await call('mcp__redgreen__set_status', {}, { step: 'implement', tools });
  assert.equal(implement.result.outcome, 'success');
});
