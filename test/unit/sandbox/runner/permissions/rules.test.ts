// Rules of every form: which calls they match when they allow, and when they deny.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isRule, parseRule } from '../../../../../sandbox/runner/permissions/rule.ts';
import { parseRules } from '../../../../../sandbox/runner/permissions/rule-set.ts';
import { createAsk, HOME, openParsers, ROOT } from './permission-world.ts';

const parsers = openParsers();

type Row = [rule: string, name: string, input: unknown];

const file = (path: string) => ({ file_path: path });
const bash = (command: string) => ({ command });
const page = (url: string) => ({ url, prompt: 'p' });

/** Matched as an allow rule and as a deny rule. */
const MATCHING: Row[] = [
  ['Read', 'Read', file('/etc/passwd')],
  ['Read(*)', 'Read', file('/etc/passwd')],
  ['Bash', 'Bash', bash('make')],
  ['Bash(*)', 'Bash', bash('make a && make b')],
  ['Bash(npm test)', 'Bash', bash('npm test')],
  ['Bash(npm test)', 'Bash', bash('npm   test')],
  ['Bash(npm run:*)', 'Bash', bash('npm run')],
  ['Bash(npm run:*)', 'Bash', bash('npm run a b')],
  ['Bash(npm run *)', 'Bash', bash('npm run')],
  ['Bash(npm run *)', 'Bash', bash('npm run a')],
  ['Bash(npm*)', 'Bash', bash('npmx a')],
  ['Bash(* --version)', 'Bash', bash('node --version')],
  ['Bash(git * main)', 'Bash', bash('git merge main')],
  ['Bash(git commit -m "a b")', 'Bash', bash('git commit -m "a b"')],
  ['Read(./src/**)', 'Read', file('src/a/b.ts')],
  ['Read(src/**)', 'Read', file(`${ROOT}/src/a.ts`)],
  ['Read(/src/**)', 'Read', file('src/a.ts')],
  ['Read(/src/*.ts)', 'Read', file('src/a.ts')],
  ['Read(src)', 'Read', file('src/a/b')],
  ['Read(src/)', 'Read', file('src/a')],
  ['Read(.env)', 'Read', file('a/b/.env')],
  ['Read(*.env)', 'Read', file('a/prod.env')],
  ['Read(./**)', 'Read', file('a')],
  ['Read(**)', 'Read', file('a/b')],
  ['Read(//etc/**)', 'Read', file('/etc/passwd')],
  ['Read(~/.ssh/**)', 'Read', file(`${HOME}/.ssh/id`)],
  ['Read(/tmp/**)', 'Read', file('/tmp/a/b')],
  ['Read(/tmp/**)', 'Read', file('tmp/a')],
  ['Read(src/**)', 'Grep', { pattern: 'x', path: 'src' }],
  ['Read(src/**)', 'Glob', { pattern: '*.ts', path: 'src' }],
  ['Read(//etc/**)', 'Glob', { pattern: '/etc/*' }],
  ['Read(./**)', 'Grep', { pattern: 'x' }],
  ['Glob(src/**)', 'Glob', { pattern: '*', path: 'src' }],
  ['Grep(src/**)', 'Grep', { pattern: 'x', path: 'src/a.ts' }],
  ['Write(docs/*.md)', 'Write', file('docs/a.md')],
  ['Edit(docs/**)', 'Edit', file('docs/a')],
  ['Edit(docs/**)', 'Write', file('docs/a')],
  ['Edit(docs/**)', 'NotebookEdit', { notebook_path: 'docs/a.ipynb' }],
  ['Edit', 'Write', file('a')],
  ['NotebookEdit(*.ipynb)', 'NotebookEdit', { notebook_path: 'x/a.ipynb' }],
  ['WebFetch', 'WebFetch', page('https://a.b')],
  ['WebFetch(*)', 'WebFetch', page('https://a.b')],
  ['WebFetch(domain:example.com)', 'WebFetch', page('https://example.com/x?y')],
  ['WebFetch(domain:example.com)', 'WebFetch', page('http://EXAMPLE.com:8080/')],
  ['WebFetch(domain:*.example.com)', 'WebFetch', page('https://a.b.example.com/')],
  ['WebFetch(https://api.example.com/*)', 'WebFetch', page('https://api.example.com/v1?x=1')],
  ['WebFetch(https://*.example.com/v1/*)', 'WebFetch', page('https://a.example.com/v1/x')],
  ['mcp__github', 'mcp__github__get', {}],
  ['mcp__github__*', 'mcp__github__get', {}],
  ['mcp__github__get', 'mcp__github__get', {}],
  ['mcp__github__get_*', 'mcp__github__get_issue', {}],
  ['Task', 'Agent', { subagent_type: 'x' }],
  ['Agent', 'Task', { subagent_type: 'x' }],
  ['Agent(explore)', 'Agent', { subagent_type: 'explore' }],
  ['Task(explore)', 'Task', { subagent_type: 'explore' }],
  ['Skill(deploy)', 'Skill', { skill: 'deploy' }],
  ['Skill(deploy:*)', 'Skill', { skill: 'deploy' }],
  ['WebSearch', 'WebSearch', { query: 'q' }],
];

/** Matched by neither. */
const OTHER: Row[] = [
  ['Read', 'Write', file('a')],
  ['Bash(npm test)', 'Bash', bash('npm test -- --watch')],
  ['Bash(npm run *)', 'Bash', bash('npm runx')],
  ['Bash(npm run:*)', 'Bash', bash('yarn run a')],
  ['Read(./src/**)', 'Read', file('lib/a')],
  ['Read(./src/**)', 'Read', file('src/../lib/a')],
  ['Read(/src/*.ts)', 'Read', file('src/a/b.ts')],
  ['Read(src/)', 'Read', file('src')],
  ['Read(/etc/**)', 'Read', file('/etc/passwd')],
  ['Read(./**)', 'Read', file('/etc/passwd')],
  ['Read(~/**)', 'Read', file('/home/other/x')],
  ['Read(//srv/repo/a)', 'Read', file('b')],
  ['Write(docs/**)', 'Edit', file('docs/a')],
  ['Glob(src/**)', 'Grep', { pattern: 'x', path: 'src' }],
  ['WebFetch(domain:example.com)', 'WebFetch', page('https://www.example.com')],
  ['WebFetch(domain:example.com)', 'WebFetch', page('https://example.com.evil.org')],
  ['WebFetch(domain:*.example.com)', 'WebFetch', page('https://example.com')],
  ['WebFetch(https://api.example.com/*)', 'WebFetch', page('http://api.example.com/')],
  ['WebFetch(https://api.example.com*)', 'WebFetch', page('https://api.example.com.evil.org/')],
  ['WebFetch(https://api.example.com/*)', 'WebFetch', page('https://api.example.com:444/')],
  ['mcp__git', 'mcp__github__get', {}],
  ['mcp__github__get', 'mcp__github__get_issue', {}],
  ['Agent(explore)', 'Agent', { subagent_type: 'plan' }],
  ['Skill(deploy)', 'Skill', { skill: 'deployment' }],
];

async function verdicts([rule, name, input]: Row): Promise<[boolean, boolean]> {
  const allowing = await createAsk({ mode: 'dontAsk', allow: [rule] }, { parsers })(name, input);
  const denying = createAsk({ mode: 'bypassPermissions', deny: [rule] }, { parsers });
  return [allowing.kind === 'allow', (await denying(name, input)).kind === 'deny'];
}

for (const [rows, isMatch] of [
  [MATCHING, true],
  [OTHER, false],
] as const) {
  for (const row of rows) {
    test(`${row[0]} ${isMatch ? 'is about' : 'is not about'} ${row[1]} ${JSON.stringify(row[2])}`, async () => {
      assert.deepEqual(await verdicts(row), [isMatch, isMatch]);
    });
  }
}

describe('what is not certain is allowed by no rule and denied by each', () => {
  const rows: Row[] = [
    ['WebFetch(domain:example.com)', 'WebFetch', page('no address')],
    ['WebFetch(domain:evil.org)', 'WebFetch', page('https://example.com@evil.org/')],
    ['Read(src/**)', 'Read', {}],
    ['Agent(explore)', 'Agent', {}],
    ['Bash(git push *)', 'Bash', bash('git $X')],
    ['Bash(* --force)', 'Bash', bash('$X --force')],
  ];
  for (const row of rows) {
    test(`${row[0]}: ${row[1]} ${JSON.stringify(row[2])}`, async () => {
      assert.deepEqual(await verdicts(row), [false, true]);
    });
  }
});

test('directories that were added count as part of the workspace', async () => {
  const policy = { mode: 'dontAsk' as const, allow: ['Read(./**)'] };
  const added = { ...policy, additionalDirectories: ['/data', '../other'] };
  for (const path of ['/data/x', '/srv/other/x']) {
    assert.equal((await createAsk(policy, { parsers })('Read', file(path))).kind, 'deny');
    assert.equal((await createAsk(added, { parsers })('Read', file(path))).kind, 'allow');
  }
});

describe('a rule that cannot be read', () => {
  const unreadable = [
    ['Bash(rm', 'Bash'],
    ['Bash()', 'Bash'],
    ['bash(rm *)', 'Bash'],
    ['Read(!x)', 'Read'],
    ['WebFetch(example)', 'WebFetch'],
    ['WebFetch(domain:exa*)', 'WebFetch'],
    ['WebFetch(https://a*.org/)', 'WebFetch'],
    ['TodoWrite(x)', 'TodoWrite'],
    ['mcp__x__y(z)', 'mcp__x__y'],
    ['Bash(rm) and more', 'Bash'],
  ] as const;
  for (const [rule, tool] of unreadable) {
    test(`${rule} has a problem, allows nothing and denies ${tool}`, async () => {
      const parsed = parseRule(rule);
      assert.ok(!isRule(parsed) && parsed.problem !== '');
      const input = tool === 'Bash' ? bash('ls') : {};
      assert.deepEqual(await verdicts([rule, tool, input]), [false, true]);
    });
  }

  test('is left out with a warning that names it', () => {
    const { deny, ask, allow, warnings } = parseRules({
      deny: ['Bash(', '(((', 'Read'],
      ask: ['Nothing(x)'],
      allow: ['Bash()', 'Bash(ls)'],
    });
    assert.deepEqual([deny.length, ask.length, allow.length], [2, 0, 1]);
    assert.equal(warnings.length, 4);
    assert.match(warnings[0] ?? '', /^deny rule Bash\( ignored: .*; Bash is denied altogether$/);
    assert.match(warnings[2] ?? '', /^ask rule Nothing\(x\) ignored: there is no tool Nothing/);
  });
});
