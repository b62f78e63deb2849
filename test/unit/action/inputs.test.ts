// What the Action takes from its environment, and what it says about what it cannot take.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInputs } from '../../../action/inputs.ts';
import { isAppError } from '../../../app/errors.ts';
import { readActionFile } from '../../support/actions-runner.ts';

const RIGHT = {
  'INPUT_GITHUB-TOKEN': 'ghs_15368_abc.def',
  'INPUT_ANTHROPIC-API-KEY': 'sk-ant-1',
  'INPUT_ANTHROPIC-BASE-URL': 'https://api.anthropic.com/',
  'INPUT_E2B-API-KEY': '',
  INPUT_ISSUE: ' 7 ',
  GITHUB_EVENT_NAME: 'issues',
  GITHUB_EVENT_PATH: '/tmp/event.json',
  GITHUB_REPOSITORY: 'acme/greetings',
  GITHUB_RUN_ID: '42',
  RUNNER_TEMP: '/tmp/runner',
};

test('the inputs of a usual workflow are read, defaults included', () => {
  const inputs = readInputs(RIGHT);
  assert.equal(inputs.issue, '7');
  assert.equal(inputs.token.reveal(), 'ghs_15368_abc.def');
  assert.equal(inputs.appId, 15_368);
  assert.equal(inputs.anthropic.baseUrl, 'https://api.anthropic.com');
  assert.equal(inputs.e2bApiKey, undefined);
  assert.deepEqual(inputs.run, {
    id: '42',
    attempt: '1',
    url: 'https://github.com/acme/greetings/actions/runs/42',
  });
  assert.equal(readInputs({ ...RIGHT, 'INPUT_GITHUB-TOKEN': 'ghs_77_a.b' }).appId, 77);
  assert.equal(readInputs({ ...RIGHT, 'INPUT_GITHUB-TOKEN': 'ghs_abcdef' }).appId, 15_368);
  assert.equal(inputs.toolCache, undefined);
  assert.equal(readInputs({ ...RIGHT, RUNNER_TOOL_CACHE: '/opt/tools' }).toolCache, '/opt/tools');
});

const WRONG: [string, Record<string, string>, string, RegExp][] = [
  ['no token', { 'INPUT_GITHUB-TOKEN': '' }, 'github-token', /Leave the input out/],
  [
    "a person's token",
    { 'INPUT_GITHUB-TOKEN': 'ghp_secretvalue' },
    'github-token',
    /Leave the input out/,
  ],
  ['a token in quotes and spaces', { 'INPUT_GITHUB-TOKEN': 'a b' }, 'github-token', /bare token/],
  [
    'no model key',
    { 'INPUT_ANTHROPIC-API-KEY': ' ' },
    'anthropic-api-key',
    /secrets\.ANTHROPIC_API_KEY/,
  ],
  [
    'a model key with a line break',
    { 'INPUT_ANTHROPIC-API-KEY': 'a\nb' },
    'anthropic-api-key',
    /bare key/,
  ],
  [
    'an address without http',
    { 'INPUT_ANTHROPIC-BASE-URL': 'localhost' },
    'anthropic-base-url',
    /https:\/\/HOST/,
  ],
  [
    'an address with a password',
    { 'INPUT_ANTHROPIC-BASE-URL': 'http://a:b@c' },
    'anthropic-base-url',
    /https:\/\/HOST/,
  ],
  ['an E2B key with a space', { 'INPUT_E2B-API-KEY': 'a b' }, 'e2b-api-key', /bare key/],
  ['no event', { GITHUB_EVENT_NAME: '' }, 'GITHUB_EVENT_NAME', /step of a workflow/],
  ['no run', { GITHUB_RUN_ID: 'x' }, 'GITHUB_RUN_ID', /step of a workflow/],
];

for (const [what, change, name, remedy] of WRONG) {
  test(`${what} is refused by name, with what to do and without the value`, () => {
    assert.throws(
      () => readInputs({ ...RIGHT, ...change }),
      (error) => {
        assert.ok(isAppError(error, 'CONFIG_INVALID'));
        assert.match(String(error.details[name]), remedy);
        for (const value of Object.values(change).filter((text) => text.length > 6)) {
          assert.ok(!JSON.stringify(error.details).includes(value));
        }
        return true;
      },
    );
  });
}

test('everything that is wrong is said at once', () => {
  const none = { ...RIGHT, 'INPUT_GITHUB-TOKEN': '', 'INPUT_ANTHROPIC-API-KEY': '' };
  assert.throws(() => readInputs(none), /Not valid: (?=.*github-token)(?=.*anthropic-api-key)/);
});

test('action.yml has at most eight inputs, the three outputs, and runs on Node 24', async () => {
  const { inputs, outputs, runs } = await readActionFile();
  assert.ok(Object.keys(inputs).length <= 8);
  assert.deepEqual(Object.keys(outputs), ['job', 'state', 'pull-request']);
  assert.deepEqual(runs, { using: 'node24', main: 'action/dist/main.mjs' });
  // Every one of them is read, and nothing that is not there.
  const named = Object.keys(inputs).map((name) => `INPUT_${name.toUpperCase()}`);
  const read = Object.keys(RIGHT).filter((name) => name.startsWith('INPUT_'));
  assert.deepEqual(named.toSorted(), read.toSorted());
});
