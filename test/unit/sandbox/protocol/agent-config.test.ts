// `.redgreen/agent.json`: what is refused, and that the baseline stays.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BASELINE,
  mergeAgentConfig,
  mergePermissions,
  readAgentConfig,
  readClaudePermissions,
  toPermissionPolicy,
} from '../../../../sandbox/protocol/agent-config.ts';
import { PermissionPolicy, PROFILES } from '../../../../sandbox/protocol/permission-policy.ts';

function read(value: unknown): ReturnType<typeof readAgentConfig> {
  return readAgentConfig(JSON.stringify(value));
}

test('a long example is read whole', () => {
  const example = {
    profile: ['node', 'python'],
    allowCommands: { base: ['make'], run: ['docker', 'custom-cli'], sync: ['shellcheck'] },
    allowPkillTargets: ['custom-server'],
    permissions: { allow: ['WebFetch(https://api.example.com/*)'] },
    allowedTools: ['Task', 'WebSearch'],
    mcpServers: { 'custom-tool': { command: 'npx', args: ['custom-mcp-server'] } },
  };
  assert.deepEqual(read(example), { config: example, warnings: [] });
});

describe('a problem names key and place', () => {
  const rows: [unknown, RegExp][] = [
    [{ sandbox: false }, /^the key sandbox at the top is not known$/],
    [{ allowCommands: { all: [] } }, /allowCommands/],
    [{ profile: 'java' }, /^profile/],
    [{ profile: [] }, /^profile/],
    [{ allowCommands: ['docker ps'] }, /^allowCommands/],
    [{ allowCommands: ['$(x)'] }, /^allowCommands/],
    [{ allowDestructive: 'yes' }, /^allowDestructive/],
    [{ permissions: { defaultMode: 'auto' } }, /^permissions\.defaultMode/],
    [{ permissions: { allow: [''] } }, /^permissions\.allow\.0/],
    [{ mcpServers: { A: { command: 'x' } } }, /^mcpServers/],
    [{ mcpServers: { a: { url: 'file:///x', type: 'http' } } }, /^mcpServers/],
    [[], /^the whole/],
  ];
  for (const [value, pattern] of rows) {
    test(JSON.stringify(value), () => {
      const result = read(value);
      assert.ok('problems' in result);
      assert.match(result.problems.join('\n'), pattern);
    });
  }

  test('and a text that is no JSON is said to be none', () => {
    assert.deepEqual(readAgentConfig('{'), { problems: ['.redgreen/agent.json is no JSON'] });
  });
});

test('an unknown key of the permissions is ignored with a warning', () => {
  const result = read({ permissions: { allow: ['Read'], newer: 1 } });
  assert.deepEqual(result, {
    config: { permissions: { allow: ['Read'] } },
    warnings: ['permissions.newer is not known and was ignored'],
  });
});

test('of .claude/settings.json only the permissions are read', () => {
  const text = JSON.stringify({ model: 'x', hooks: {}, permissions: { deny: ['Bash(rm *)'] } });
  assert.deepEqual(readClaudePermissions(text), {
    config: { deny: ['Bash(rm *)'] },
    warnings: [],
  });
  assert.deepEqual(readClaudePermissions('{}'), { config: {}, warnings: [] });
  const broken = readClaudePermissions('{"permissions":{"deny":"x"}}');
  assert.ok('problems' in broken && broken.problems[0]?.startsWith('permissions.deny'));
});

describe('a merged configuration', () => {
  test('of nothing is the baseline with all profiles', () => {
    const merged = mergeAgentConfig(BASELINE, {});
    assert.deepEqual(merged.profiles, [...PROFILES]);
    assert.deepEqual(merged.permissions.allow, BASELINE.permissions.allow);
    assert.deepEqual(merged.allowedTools, BASELINE.allowedTools);
    assert.equal(merged.destructive, false);
  });

  test('keeps everything of the baseline, whatever is added', () => {
    const merged = mergeAgentConfig(BASELINE, {
      profile: 'go',
      permissions: { allow: ['Bash(make)'], deny: ['Read(.env)'], ask: [] },
      allowedTools: ['WebSearch', 'Read'],
    });
    for (const rule of BASELINE.permissions.allow ?? []) {
      assert.ok(merged.permissions.allow.includes(rule));
    }
    assert.ok(merged.permissions.allow.includes('Bash(make)'));
    assert.deepEqual(merged.permissions.deny, ['Read(.env)']);
    assert.deepEqual(merged.allowedTools, [...BASELINE.allowedTools, 'WebSearch']);
    assert.deepEqual(merged.profiles, ['go']);
  });

  test('keeps what the baseline denies', () => {
    const baseline = { ...BASELINE, permissions: { deny: ['Bash(git push *)'] } };
    const merged = mergeAgentConfig(baseline, { permissions: { deny: [], allow: ['Bash'] } });
    assert.deepEqual(merged.permissions.deny, ['Bash(git push *)']);
  });

  for (const [allowCommands, run, sync] of [
    [['x'], ['x'], []],
    [{ base: ['x'] }, ['x'], ['x']],
    [{ run: ['x'] }, ['x'], []],
    [{ sync: ['x'] }, [], ['x']],
  ] as const) {
    test(`gives each tier its commands of ${JSON.stringify(allowCommands)}`, () => {
      const result = read({ allowCommands });
      assert.ok('config' in result);
      const merged = mergeAgentConfig(BASELINE, result.config);
      const of = (tier: 'run' | 'sync') =>
        PermissionPolicy.parse(toPermissionPolicy(merged, { mode: 'default', tier })).commands;
      assert.deepEqual(of('run')?.allow, run);
      assert.deepEqual(of('sync')?.allow, sync);
    });
  }

  test('has the mode of the step unless one is chosen, and no bypass where that is off', () => {
    const mode = (permissions: object) => {
      const result = read({ permissions });
      assert.ok('config' in result);
      const merged = mergeAgentConfig(BASELINE, result.config);
      return toPermissionPolicy(merged, { mode: 'bypassPermissions', tier: 'run' }).mode;
    };
    assert.equal(mode({}), 'bypassPermissions');
    assert.equal(mode({ defaultMode: 'dontAsk' }), 'dontAsk');
    assert.equal(mode({ disableBypassPermissionsMode: 'disable' }), 'default');
  });

  test('takes no rules where only managed ones count', () => {
    const below = { allow: ['Read'], allowManagedPermissionRulesOnly: true };
    const merged = mergePermissions(below, { allow: ['Bash'], deny: ['Write'] });
    assert.deepEqual([merged.allow, merged.deny], [['Read'], []]);
  });
});
