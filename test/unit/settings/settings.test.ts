// One schema for the file and the page; problems say where and what to do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effective, leavesOf, toAdmission, toBudget } from '../../../app/settings/effective.ts';
import { describeProblem, parseSettingsFile } from '../../../app/settings/file.ts';
import {
  DEFAULT_SETTINGS,
  parseSettings,
  SETTING_NAMES,
  Settings,
} from '../../../app/settings/schema.ts';

test('there are twelve settings', () => {
  assert.equal(SETTING_NAMES.length, 12);
});

test('the defaults are valid settings, and an empty file leaves them', () => {
  assert.ok(Settings.safeParse(DEFAULT_SETTINGS).success);
  for (const text of ['', '\n', '# nothing\n', '{}']) {
    assert.deepEqual(parseSettingsFile(text), { ok: true, settings: {} });
  }
  assert.deepEqual(effective({ organisation: {}, file: {}, page: {} }), DEFAULT_SETTINGS);
});

test('a file that sets everything is taken as it is', () => {
  const text = `
label: agent
base: release/2.x
setup: |
  npm ci
  npm run build
test: npm test
models: {plan: claude-opus-5, code: claude-haiku-5-5, thinking: 2048}
budget: {usd: 2.5, minutes: 30, attempts: 3, turns: 40}
network: {allow: [registry.example.com, "*.example.org", "cdn.example.net:8443"]}
paths: {allow: ["src/**"], protect: [src/legal]}
approval: {role: maintain, accept: maintain, extend: write, bots: [41898282]}
hooks: {enabled: false, ask: deny}
instructions: docs/agents
notify: {moments: [end], mention: [mona, octo/reviewers]}
`;
  const parsed = parseSettingsFile(text);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  assert.deepEqual(Object.keys(parsed.settings).toSorted(), [...SETTING_NAMES].toSorted());
  assert.equal(parsed.settings.setup, 'npm ci\nnpm run build');
});

const REFUSED: [string, string, RegExp][] = [
  ['an unknown name', 'lable: x', /`lable \(line 1\)` is an unknown key; did you mean `label`\?/],
  [
    'a name like no other',
    'colour: red',
    /`colour \(line 1\)` is an unknown key; there are label, base, setup/,
  ],
  [
    'an unknown leaf',
    'budget:\n  dollars: 3',
    /`budget\.dollars \(line 2\)` is an unknown key; did you mean `budget\.usd`\?/,
  ],
  [
    'text for a group',
    'models: opus',
    /`models \(line 1\)` must be a group of settings with plan, code, thinking/,
  ],
  ['a list for the whole', '- label', /must be a group of settings with label, base/],
  ['a text for a list', 'paths: {allow: src}', /must be a list, such as \[a, b\]/],
  ['no dollars', 'budget: {usd: 0}', /must be above 0/],
  ['dollars in words', 'budget: {usd: "5"}', /must be a number of dollars/],
  ['half an attempt', 'budget: {attempts: 1.5}', /must be a whole number/],
  [
    'too little thinking',
    'models: {thinking: 512}',
    /Thinking budget must be at least 1024 tokens, got 512/,
  ],
  ['a model nobody knows', 'models: {plan: gpt-2}', /must be one of claude-/],
  ['an empty label', 'label: ""', /must not be empty/],
  ['half a character', 'label: "\\uD83D"', /one line of plain text/],
  ['a script with half a character', 'test: "echo \\uD83D"', /plain text/],
  ['a label of two lines', 'label: "a\\nb"', /one line of plain text/],
  ['a branch with a space', 'base: "my branch"', /name of a branch/],
  ['a branch that is an option', 'base: "--force"', /name of a branch/],
  ['a branch with dots', 'base: "a..b"', /name of a branch/],
  ['a path outside', 'paths: {allow: ["../x"]}', /inside the repository/],
  ['an absolute path', 'instructions: /etc', /inside the repository/],
  ['an address in digits', 'network: {allow: [169.254.169.254]}', /must be a host such as/],
  ['a port out of range', 'network: {allow: ["example.com:70000"]}', /must be a host such as/],
  ['a URL for a host', 'network: {allow: ["https://example.com"]}', /must be a host such as/],
  ['every host', 'network: {allow: ["*"]}', /must be a host such as/],
  ['a role there is not', 'approval: {role: read}', /must be one of write, maintain/],
  ['a bot by name', 'approval: {bots: [dependabot]}', /numeric id of a bot/],
  ['hooks in words', 'hooks: {enabled: "no"}', /must be true or false/],
  [
    'a moment there is none of',
    'notify: {moments: [start]}',
    /must be one of plan, question, hold, end/,
  ],
  ['a mention that is none', 'notify: {mention: ["@mona"]}', /must be a login/],
  ['the same twice', 'label: a\nlabel: b', /`line 2` is not valid YAML: Map keys must be unique/],
  ['broken YAML', 'label: [a', /is not valid YAML/],
  ['an alias', 'label: &a x\nbase: *a', /must not use aliases/],
  ['a huge file', `# ${'x'.repeat(70_000)}`, /smaller than 64 KB/],
];
for (const [name, text, said] of REFUSED) {
  test(`${name} is refused with its place and what would do`, () => {
    const parsed = parseSettingsFile(text);
    assert.ok(!parsed.ok);
    assert.match(parsed.problems.map(describeProblem).join('\n'), said);
  });
}

test('no text of a file makes reading it throw', () => {
  const pieces = [
    'label',
    ':',
    ' ',
    '\n',
    '- ',
    '{',
    '}',
    '[',
    ']',
    '&a',
    '*a',
    '"',
    '\t',
    '!',
    '|',
    '%',
    '\u0000',
    'budget',
    '1e999',
    '? ',
  ];
  let state = 7;
  for (let round = 0; round < 2_000; round += 1) {
    let text = '';
    for (let length = 0; length < 12; length += 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      text += pieces[(state >>> 8) % pieces.length] ?? '';
    }
    const parsed = parseSettingsFile(text);
    assert.equal(typeof parsed.ok, 'boolean');
  }
});

/** What was written → what is answered to be meant. */
const MEANT: [string, string][] = [
  ['lable', 'label'],
  ['budget.dolars', 'budget.usd'],
  ['budget.Dollars', 'budget.usd'],
  ['budget.usdd', 'budget.usd'],
  ['budget.minute', 'budget.minutes'],
  ['budgets', 'budget'],
  ['notfiy', 'notify'],
  ['usd', 'budget.usd'],
  ['protect', 'paths.protect'],
  ['protected_paths', 'paths.protect'],
  ['budget.protect', 'paths.protect'],
  ['approval.acept', 'approval.accept'],
  ['base-branch', 'base'],
  ['model', 'models'],
];
for (const [written, meant] of MEANT) {
  test(`an unknown ${written} is answered with ${meant}`, () => {
    const [group = '', name] = written.split('.');
    const value = name === undefined ? { [group]: 1 } : { [group]: { [name]: 1 } };
    const parsed = parseSettings(value);
    assert.ok(!parsed.ok);
    assert.deepEqual(parsed.problems, [
      { at: written, problem: `is an unknown key; did you mean \`${meant}\`?` },
    ]);
  });
}

test('a name with its group before a dot is told how groups are written, with its line', () => {
  const parsed = parseSettingsFile('label: a\nbudget.usd: 3\n');
  assert.ok(!parsed.ok);
  assert.deepEqual(parsed.problems.map(describeProblem), [
    '`budget.usd (line 2)` is one key with a dot; write `usd` as a key of `budget`',
  ]);
});

test('the page wins over the file, the file over the organisation, that over the default', () => {
  const layers = {
    organisation: Settings.parse({
      label: 'all',
      budget: { usd: 2, turns: 8, attempts: 2 },
      paths: { protect: ['legal/**'] },
      approval: { role: 'maintain', accept: 'maintain' },
    }),
    file: Settings.parse({
      label: 'go',
      budget: { usd: 3, turns: 9 },
      paths: { allow: ['a'] },
      approval: { role: 'write' },
    }),
    page: Settings.parse({ budget: { usd: 4 }, approval: { extend: 'maintain', bots: [7] } }),
  };
  assert.deepEqual(toBudget(layers), {
    costUsd: 4,
    wallTimeMs: 7_200_000,
    attempts: 2,
    turnsPerStep: 9,
  });
  assert.deepEqual(toAdmission(layers), {
    label: 'go',
    allowedBots: [7],
    leastRole: 'write',
    leastRoleOf: { accept: 'maintain', extend: 'maintain' },
  });
  const sources = Object.fromEntries(leavesOf(layers).map(({ name, source }) => [name, source]));
  assert.deepEqual(
    ['budget.usd', 'budget.turns', 'budget.attempts', 'budget.minutes', 'label'].map(
      (name) => sources[name],
    ),
    ['page', 'file', 'organisation', 'default', 'file'],
  );
  assert.deepEqual(effective(layers).paths, { allow: ['a'], protect: ['legal/**'] });
});

test('what the schema lets through can be stored and read again', () => {
  const parsed = parseSettings({ setup: ' npm ci ', network: { allow: ['EXAMPLE.com'] } });
  assert.ok(parsed.ok);
  assert.deepEqual(parsed.settings, { setup: 'npm ci', network: { allow: ['example.com'] } });
  assert.deepEqual(parseSettings(JSON.parse(JSON.stringify(parsed.settings))), parsed);
});
