// The table of tools: that every row is whole, and that steps are offered what belongs together.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { STEPS } from '../../../../sandbox/protocol/task.ts';
import { toolDefinitions } from '../../../../sandbox/protocol/tool-definitions.ts';
import { EVERY_STEP, FREE_STEP } from '../../../../sandbox/protocol/tools/row.ts';
import { isStepTool, SUBMIT_TOOLS } from '../../../../sandbox/protocol/tools/step.ts';
import {
  builtInNames,
  isClosedWhilePlanning,
  isLater,
  isToolName,
  TOOL_NAMES,
  TOOLS,
  toolsOfStep,
} from '../../../../sandbox/protocol/tools.ts';
import { TOOLBOX } from '../../../../sandbox/runner/toolbox.ts';

describe('the row of a tool is whole:', () => {
  for (const name of TOOL_NAMES) {
    test(name, () => {
      const { input, about, does, steps } = TOOLS[name];
      const [definition] = toolDefinitions([name]);
      assert.equal(definition?.inputSchema['additionalProperties'], false);
      assert.ok(definition.description.length > 40);
      assert.ok(steps.length > 0 && new Set(steps).size === steps.length);
      const key = about === undefined ? undefined : input.shape[about.key];
      assert.equal(key !== undefined, about !== undefined, 'a key that its input has not');
      // What it changes must be known before it is asked for.
      if (does === 'writes' || does === 'runs') {
        assert.equal(key?.safeParse(undefined).success, false);
      }
      assert.equal(typeof TOOLBOX[name], 'function');
      assert.ok(!isLater(name), 'it is said to be of a later version');
    });
  }
});

test('every implementation has a row', () => {
  assert.deepEqual(Object.keys(TOOLBOX).toSorted(), [...TOOL_NAMES].toSorted());
});

test('whoever may run commands in the background may follow and end them', () => {
  for (const step of EVERY_STEP) {
    const names = toolsOfStep(step);
    for (const one of ['TaskOutput', 'TaskStop'] as const) {
      assert.equal(names.includes(one), names.includes('Bash'), `${one} in ${step}`);
    }
  }
});

test('an agent without a job has the tools of a step that changes files, but for its own', () => {
  const others = toolsOfStep('implement').filter((name) => !isStepTool(name));
  assert.deepEqual(toolsOfStep(FREE_STEP), others);
});

test('every step has the tool that hands its work over', () => {
  for (const step of STEPS) assert.ok(toolsOfStep(step).includes(SUBMIT_TOOLS[step]));
});

test('a tool of a later version is offered nowhere', () => {
  const later = builtInNames().filter(isLater);
  assert.ok(later.includes('WebFetch'));
  assert.ok(!later.some(isToolName));
  assert.deepEqual(toolDefinitions(later), []);
});

test('who enters the planning is told every tool that it closes', () => {
  const [definition] = toolDefinitions(['EnterPlanMode']);
  for (const name of TOOL_NAMES.filter(isClosedWhilePlanning)) {
    assert.match(definition?.description ?? '', new RegExp(`\\b${name}\\b`));
  }
});
