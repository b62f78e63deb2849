// Shell lines of people, models and attackers: what is found in them, and what is decided.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { ANY, isUnreadable } from '../../../../../sandbox/runner/permissions/shell/line.ts';
import { createTakeApart } from '../../../../../sandbox/runner/permissions/shell/take-apart.ts';
import { createAsk, openParsers, type PolicyInput } from './permission-world.ts';

const rules = {
  allow: [
    'Bash(npm run *)',
    'Bash(git status)',
    'Bash(git commit:*)',
    'Bash(git * main)',
    'Bash(ls:*)',
    'Bash(echo *)',
    'Bash(cat *)',
    'Bash(find *)',
    'Bash(./scripts/check.sh --fast)',
  ],
  deny: ['Bash(rm *)', 'Bash(git push *)', 'Bash(*curl *)', 'Bash(*curl)', 'Edit(secret/**)'],
};
const baseline = ['Read(./**)', 'Write(./**)', 'Read(/tmp/**)', 'Write(/tmp/**)'];

const POLICIES: Readonly<Record<string, PolicyInput>> = {
  run: { mode: 'default', allow: baseline, commands: { tier: 'run' } },
  sync: { mode: 'plan', allow: baseline, commands: { tier: 'sync', allow: ['shellcheck', 'rm'] } },
  node: {
    mode: 'bypassPermissions',
    commands: { tier: 'run', profiles: ['node'], allow: ['make'] },
  },
  destructive: { mode: 'bypassPermissions', commands: { tier: 'run', destructive: true } },
  rules: { mode: 'default', ...rules },
  open: { mode: 'bypassPermissions', deny: rules.deny },
  free: { mode: 'bypassPermissions' },
};

const Case = z.strictObject({
  policy: z.string(),
  verdict: z.enum(['allow', 'deny', 'ask']),
  line: z.string(),
  commands: z.array(z.string()).optional(),
});

const cases = readFileSync('test/fixtures/shell/lines.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => Case.parse(JSON.parse(line)));
const parsers = openParsers();

test('there are hundreds of lines, of every verdict', () => {
  assert.ok(cases.length >= 300);
  assert.deepEqual([...new Set(cases.map(({ verdict }) => verdict))].sort(), [
    'allow',
    'ask',
    'deny',
  ]);
});

for (const [name, policy] of Object.entries(POLICIES)) {
  describe(`with the policy ${name}`, () => {
    const ask = createAsk(policy, { parsers });
    for (const { line, verdict } of cases.filter((one) => one.policy === name)) {
      test(`${verdict}: ${JSON.stringify(line)}`, async () => {
        const decision = await ask('Bash', { command: line });
        assert.equal(decision.kind, verdict, decision.reason);
        assert.notEqual(decision.reason, '');
      });
    }
  });
}

describe('the commands found', () => {
  const takeApart = createTakeApart(parsers);
  for (const { line, commands } of cases) {
    if (commands === undefined) continue;
    test(`in ${JSON.stringify(line)}`, async () => {
      const apart = await takeApart(line);
      assert.ok(!isUnreadable(apart));
      const found = apart.commands.map(({ words }) => words.map(({ text }) => text).join(' '));
      const shown = new Set(found.map((one) => one.replaceAll(ANY, '…')));
      assert.deepEqual([...shown].sort(), [...commands].sort());
    });
  }
});
