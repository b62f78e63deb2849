// The instructions that a session begins with, and the bundle that it starts.
import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { bundleRunner } from '../../../../app/cli/bundle/runner.ts';
import { loadInstruction } from '../../../../sandbox/driver/session/instructions.ts';
import { STEPS } from '../../../../sandbox/protocol/task.ts';
import { isStepTool, SUBMIT_TOOLS } from '../../../../sandbox/protocol/tools/step.ts';
import { toolsOfStep } from '../../../../sandbox/protocol/tools.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const DIRECTORY = join(ROOT, 'sandbox/runner/instructions');

describe('the instruction of a step', () => {
  for (const step of STEPS) {
    test(`${step} names the tool that hands its work over, and no tool it has not`, async () => {
      const text = await loadInstruction(step, DIRECTORY);
      assert.ok(text.includes(SUBMIT_TOOLS[step]));
      const named = new Set(text.match(/mcp__redgreen__\w+/g));
      assert.deepEqual([...named].toSorted(), toolsOfStep(step).filter(isStepTool).toSorted());
      for (const tool of toolsOfStep(step)) assert.ok(text.includes(tool), `${tool} is not told`);
    });
  }

  test('that is missing or empty is a fault that names the file', async () => {
    await using directory = await mkdtempDisposable(join(tmpdir(), 'redgreen-instructions-'));
    await writeFile(join(directory.path, 'plan.md'), ' \n');
    for (const step of ['plan', 'implement'] as const) {
      const path = join(directory.path, `${step}.md`);
      await assert.rejects(loadInstruction(step, directory.path), {
        code: 'CONFIG_INVALID',
        details: { path },
      });
    }
  });
});

test('the bundle needs nothing beside it, and is the same every time', async () => {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'redgreen-bundle-'));
  const paths = [join(directory.path, 'a.mjs'), join(directory.path, 'deeper', 'b.mjs')];
  for (const path of paths) await bundleRunner(path);
  const [first, second] = await Promise.all(
    paths.map(async (path) => await readFile(path, 'utf8')),
  );
  assert.ok(first !== undefined && first === second, 'two bundles differ');
  const imports = first.matchAll(/^import\b[^'"]*['"]([^'"]+)['"]/gm);
  for (const [, name = ''] of imports) assert.match(name, /^node:/);
  assert.ok(!first.includes(ROOT), 'the bundle tells where it was made');
});
