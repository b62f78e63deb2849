// What is decided about every name a call may have: in each mode, with the planning gate closed, and
// about a protected file. The table is what the code decided when traits of tools stood in many lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  PERMISSION_MODES,
  type PermissionMode,
  PermissionPolicy,
} from '../../../../../sandbox/protocol/permission-policy.ts';
import { STEPS } from '../../../../../sandbox/protocol/task.ts';
import { toolsOfStep } from '../../../../../sandbox/protocol/tools.ts';
import { callTool } from '../../../../../sandbox/runner/call-tool.ts';
import { NO_HOOKS } from '../../../../../sandbox/runner/hooks.ts';
import { createPermissions } from '../../../../../sandbox/runner/permissions/decide.ts';
import type { Decision } from '../../../../../sandbox/runner/permissions/decision.ts';
import { TOOLBOX } from '../../../../../sandbox/runner/toolbox.ts';
import { openToolWorld, type ToolWorld } from '../tool-world.ts';
import { openParsers } from './permission-world.ts';

/** `gate`: with the planning gate closed; `same` as with it open, in every mode. */
const TABLE = `
                            default acceptEdits bypassPermissions plan  dontAsk by        gate   .redgreen/x
Read                        ask     allow       allow             allow deny    mode      same   -
Write                       ask     allow       allow             deny  deny    mode      closed protected
Edit                        ask     allow       allow             deny  deny    mode      closed protected
NotebookEdit                ask     ask         allow             deny  deny    mode      closed protected
Bash                        ask     ask         allow             deny  deny    mode      closed protected
TaskOutput                  ask     ask         allow             allow deny    mode      same   -
TaskStop                    ask     ask         allow             allow deny    mode      same   -
Glob                        ask     ask         allow             allow deny    mode      same   -
Grep                        ask     ask         allow             allow deny    mode      same   -
EnterPlanMode               ask     ask         allow             allow deny    mode      same   -
ExitPlanMode                ask     ask         allow             allow deny    mode      same   -
TodoWrite                   ask     ask         allow             allow deny    mode      same   -
AskUserQuestion             ask     ask         allow             allow deny    mode      same   -
Brief                       ask     ask         allow             allow deny    mode      same   -
mcp__redgreen__submit_plan  allow   allow       allow             allow allow   step_tool same   -
mcp__redgreen__submit_tests allow   allow       allow             allow allow   step_tool same   -
mcp__redgreen__set_status   allow   allow       allow             allow allow   step_tool same   -
mcp__redgreen__deprecate    allow   allow       allow             allow allow   step_tool same   -
mcp__redgreen__verify       allow   allow       allow             allow allow   step_tool same   -
mcp__redgreen__list         allow   allow       allow             allow allow   step_tool same   -
mcp__redgreen__install      allow   allow       allow             allow allow   step_tool same   -
WebFetch                    ask     ask         allow             ask   deny    mode      absent -
WebSearch                   ask     ask         allow             ask   deny    mode      absent -
Agent                       ask     ask         allow             ask   deny    mode      absent -
Task                        ask     ask         allow             ask   deny    mode      absent -
Skill                       ask     ask         allow             ask   deny    mode      absent -
ListMcpResources            ask     ask         allow             allow deny    mode      absent -
ReadMcpResource             ask     ask         allow             allow deny    mode      absent -
ToolSearch                  ask     ask         allow             allow deny    mode      absent -
mcp__a__b                   ask     ask         allow             ask   deny    mode      absent -
Nothing                     ask     ask         allow             ask   deny    mode      absent -
`;

const [header, ...rows] = TABLE.trim()
  .split('\n')
  .map((line) => line.split(/\s+/));
const parsers = openParsers();

test('the table has a column for every mode', () => {
  assert.deepEqual(header?.slice(0, PERMISSION_MODES.length), PERMISSION_MODES);
});

for (const [name = '', ...expected] of rows) {
  test(`${name} is decided as ever`, async () => {
    const step = STEPS.find((one) => toolsOfStep(one).some((tool) => tool === name));
    await using world = await openToolWorld({ step: step ?? 'implement', tools: [name] });
    assert.deepEqual(await decisionsAbout(name, world), expected);
  });
}

type Way = { name: string; world: ToolWorld; mode: PermissionMode };

async function decisionsAbout(name: string, world: ToolWorld): Promise<string[]> {
  const ways = PERMISSION_MODES.map((mode): Way => ({ name, world, mode }));
  const decisions = await Promise.all(ways.map(async (way) => await decide(way, 'a')));
  const open = await Promise.all(ways.map(async (way) => await reach(way, false)));
  const closed = await Promise.all(ways.map(async (way) => await reach(way, true)));
  const kinds = decisions.map(({ kind }) => kind);
  const outside = { name, world, mode: 'bypassPermissions' } as const;
  const { by } = await decide(outside, '.redgreen/agent.json');
  assert.ok(open.every((end, at) => end === kinds[at] || end === 'absent'));
  return [
    ...kinds,
    [...new Set(decisions.map((one) => one.by))].join(),
    closed.join() === kinds.join() ? 'same' : [...new Set(closed)].join(),
    by === 'protected_path' ? 'protected' : '-',
  ];
}

/** By the permission rules alone. */
async function decide({ name, world, mode }: Way, path: string): Promise<Decision> {
  const judging = { parsers, root: world.root, home: '/' };
  const permissions = createPermissions(PermissionPolicy.parse({ mode }), judging);
  return await permissions({ id: 't', name, input: inputOf(path) });
}

/** Through all checks; no tool takes the input, so none does anything. */
async function reach(way: Way, isPlanning: boolean): Promise<string> {
  const { name, world } = way;
  const decided: string[] = [];
  const context = { ...world.context, gate: { isPlanning } };
  const { refusedBy } = await callTool({ id: 't', name, input: inputOf('a') }, context, {
    toolbox: TOOLBOX,
    hooks: NO_HOOKS,
    disallowed: async () => undefined,
    permissions: async () => await decide(way, 'a'),
    log: ({ decision }) => void decided.push(decision),
  });
  if (refusedBy === 'planning_gate') return 'closed';
  return refusedBy === 'allowed_tools' ? 'absent' : (decided[0] ?? 'undecided');
}

/** With every key by which a tool may be given a file, a command or an address. */
function inputOf(path: string): Record<string, string> {
  const file = { file_path: path, notebook_path: path, path };
  return { ...file, command: `echo > ${path}`, url: 'https://a.b' };
}
