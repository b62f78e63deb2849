// What is decided about a call: the order of the lists, the modes, and the reasons given.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSION_MODES, tierOfStep } from '../../../../../sandbox/protocol/permission-policy.ts';
import type { Decision } from '../../../../../sandbox/runner/permissions/decision.ts';
import { createAsk, openParsers, type PolicyInput } from './permission-world.ts';

const parsers = openParsers();
const LS = { command: 'ls' };

async function decide(policy: PolicyInput, name: string, input: unknown = {}): Promise<Decision> {
  return await createAsk(policy, { parsers })(name, input);
}

describe('deny goes before ask, ask before allow, allow before the mode', () => {
  const rule = ['Bash(ls:*)'];
  for (const mode of PERMISSION_MODES) {
    test(`in the mode ${mode}`, async () => {
      const all = { mode, deny: rule, ask: rule, allow: rule };
      const denied = await decide(all, 'Bash', LS);
      assert.deepEqual([denied.kind, denied.by, denied.rule], ['deny', 'deny_rule', rule[0]]);
      const asked = await decide({ ...all, deny: [] }, 'Bash', LS);
      assert.deepEqual([asked.kind, asked.by], ['ask', 'ask_rule']);
      const allowed = await decide({ ...all, deny: [], ask: [] }, 'Bash', LS);
      assert.deepEqual([allowed.kind, allowed.by], ['allow', 'allow_rule']);
      assert.equal((await decide({ mode }, 'Bash', LS)).by, 'mode');
    });
  }

  test('however narrow the rule that allows', async () => {
    const policy = { mode: 'default', deny: ['Read(**)'], allow: ['Read(./a.txt)'] } as const;
    const asked = { ...policy, deny: [...policy.deny], allow: [...policy.allow] };
    assert.equal((await decide(asked, 'Read', { file_path: 'a.txt' })).kind, 'deny');
  });
});

describe('a mode', () => {
  const table = {
    bypassPermissions: {
      Read: 'allow',
      Write: 'allow',
      Edit: 'allow',
      Bash: 'allow',
      Grep: 'allow',
      WebFetch: 'allow',
      mcp__a__b: 'allow',
    },
    dontAsk: {
      Read: 'deny',
      Write: 'deny',
      Edit: 'deny',
      Bash: 'deny',
      Grep: 'deny',
      WebFetch: 'deny',
      mcp__a__b: 'deny',
    },
    default: {
      Read: 'ask',
      Write: 'ask',
      Edit: 'ask',
      Bash: 'ask',
      Grep: 'ask',
      WebFetch: 'ask',
      mcp__a__b: 'ask',
    },
    acceptEdits: {
      Read: 'allow',
      Write: 'allow',
      Edit: 'allow',
      NotebookEdit: 'ask',
      Bash: 'ask',
      Grep: 'ask',
      WebFetch: 'ask',
    },
    plan: {
      Read: 'allow',
      Write: 'deny',
      Edit: 'deny',
      NotebookEdit: 'deny',
      Bash: 'deny',
      Grep: 'allow',
      WebFetch: 'ask',
      mcp__a__b: 'ask',
    },
  } as const;
  for (const mode of PERMISSION_MODES) {
    for (const [tool, kind] of Object.entries(table[mode])) {
      test(`${mode}: ${tool} → ${kind}`, async () => {
        const input = tool === 'Bash' ? LS : { file_path: 'a' };
        const decision = await decide({ mode }, tool, input);
        assert.deepEqual([decision.kind, decision.by], [kind, 'mode']);
      });
    }
  }
});

describe('protected files', () => {
  for (const tool of ['Write', 'Edit', 'NotebookEdit']) {
    for (const path of ['.git/config', '.redgreen/agent.json', 'x/../.claude/settings.json']) {
      test(`${tool} ${path} is denied whatever is allowed`, async () => {
        const policy = { mode: 'bypassPermissions', allow: [tool] } as const;
        const input = tool === 'NotebookEdit' ? { notebook_path: path } : { file_path: path };
        const decision = await decide({ ...policy, allow: [tool] }, tool, input);
        assert.deepEqual([decision.kind, decision.by], ['deny', 'protected_path']);
      });
    }
  }

  test('may be read', async () => {
    const decision = await decide({ mode: 'plan' }, 'Read', { file_path: '.git/config' });
    assert.equal(decision.kind, 'allow');
  });

  test('are denied to the shell, also from the directory it is in', async () => {
    const ask = createAsk({ mode: 'bypassPermissions' }, { parsers, cwd: () => '/srv/repo/.git' });
    assert.equal((await ask('Bash', { command: 'echo x > config' })).by, 'protected_path');
    assert.equal((await ask('Bash', { command: 'echo x > ../config' })).kind, 'allow');
  });
});

test('what hands the work of a step over is allowed in every mode, unless denied', async () => {
  for (const mode of PERMISSION_MODES) {
    const decision = await decide({ mode, ask: ['mcp__redgreen'] }, 'mcp__redgreen__set_status');
    assert.deepEqual([decision.kind, decision.by], ['allow', 'step_tool']);
  }
  const denied = { mode: 'default', deny: ['mcp__redgreen'] } as const;
  const policy = { ...denied, deny: [...denied.deny] };
  assert.equal((await decide(policy, 'mcp__redgreen__set_status')).kind, 'deny');
});

describe('the list of commands', () => {
  const commands = { tier: 'run', profiles: ['node'] } as const;
  const policy = {
    mode: 'bypassPermissions',
    commands: { ...commands, profiles: ['node'] },
  } as const;
  const open = {
    ...policy,
    commands: { ...policy.commands, profiles: [...policy.commands.profiles] },
  };

  test('binds in every mode', async () => {
    for (const mode of PERMISSION_MODES) {
      assert.equal((await decide({ ...open, mode }, 'Bash', { command: 'make' })).kind, 'deny');
      assert.equal(
        (await decide({ ...open, mode }, 'Bash', { command: 'npm test' })).kind,
        'allow',
      );
    }
  });

  test('names command, list and setting when it refuses', async () => {
    const { by, reason } = await decide(open, 'Bash', { command: 'npm test && cargo test' });
    assert.equal(by, 'command_list');
    assert.equal(
      reason,
      'cargo is not in the run commands of node (.redgreen/agent.json allowCommands)',
    );
  });

  test('is widened by a rule, command by command', async () => {
    const wider = { ...open, allow: ['Bash(make *)'] };
    const both = await decide(wider, 'Bash', { command: 'npm test && make all' });
    assert.deepEqual([both.kind, both.by, both.rule], ['allow', 'allow_rule', 'Bash(make *)']);
    const more = await decide(wider, 'Bash', { command: 'make all && cargo test' });
    assert.equal(more.kind, 'deny');
  });

  test('keeps rm and mv whatever a rule allows', async () => {
    for (const allow of [['Bash'], ['Bash(rm *)']]) {
      const decision = await decide({ ...open, allow }, 'Bash', { command: 'rm a' });
      assert.match(decision.reason, /allowDestructive/);
    }
  });

  test('is looser or tighter by step', () => {
    assert.deepEqual(['plan', 'verify', 'write-tests', 'implement', 'challenge'].map(tierOfStep), [
      'sync',
      'sync',
      'run',
      'run',
      'run',
    ]);
  });
});

test('a reason stays short, however long the line', async () => {
  const command = `${'x'.repeat(50_000)} && ls`;
  const decision = await decide({ mode: 'default', commands: { tier: 'run' } }, 'Bash', {
    command,
  });
  assert.equal(decision.kind, 'deny');
  assert.ok(decision.reason.length <= 1_000);
});
