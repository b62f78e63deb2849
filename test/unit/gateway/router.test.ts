import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { models as claude } from '../../../app/gateway/anthropic/models.ts';
import { costUsd } from '../../../app/gateway/model-facts.ts';
import { isModelName } from '../../../app/gateway/models.ts';
import {
  createRouter,
  type Route,
  type Router,
  type RouterCall,
} from '../../../app/gateway/router.ts';

const SDK_MODELS = join(
  import.meta.dirname,
  '../../../node_modules/@anthropic-ai/sdk/resources/messages/messages.d.ts',
);

/** The SDK lists its models newest first. */
async function sdkModels(): Promise<string[]> {
  const [, list = ''] =
    /export type Model = ([^;]+);/.exec(await readFile(SDK_MODELS, 'utf8')) ?? [];
  return [...list.matchAll(/'([^']+)'/g)].map(([, id = '']) => id);
}

function firstOf(router: Router): (call: RouterCall) => Route {
  return (call) => router(call)[0];
}

describe('the router', () => {
  test('lets the newest opus plan and the newest sonnet write code', async () => {
    const ids = await sdkModels();
    assert.equal(
      claude.defaults.plan,
      ids.find((id) => id.startsWith('claude-opus')),
    );
    assert.equal(
      claude.defaults.code,
      ids.find((id) => id.startsWith('claude-sonnet')),
    );
    const route = firstOf(createRouter());
    assert.equal(route({ step: 'plan', modelClass: 'L1' }).model, claude.defaults.plan);
    for (const step of ['write-tests', 'implement', 'verify']) {
      assert.equal(route({ step, modelClass: 'L1' }).model, claude.defaults.code);
    }
    assert.equal(route({ step: 'implement', modelClass: 'L2' }).model, claude.defaults.L2);
    assert.equal(route({ step: 'deep-fix', modelClass: 'L3' }).model, claude.defaults.L3);
  });

  test('knows only models of the SDK', async () => {
    const ids = await sdkModels();
    for (const id of Object.keys(claude.listed)) assert.ok(ids.includes(id), id);
  });

  test('takes what the operator chose', () => {
    const route = firstOf(
      createRouter({
        plan: 'claude-opus-4-8',
        code: 'claude-haiku-5-5',
        classes: { L2: 'claude-opus-5' },
      }),
    );
    assert.equal(route({ step: 'plan', modelClass: 'L1' }).model, 'claude-opus-4-8');
    assert.equal(route({ step: 'implement', modelClass: 'L1' }).model, 'claude-haiku-5-5');
    assert.equal(route({ step: 'plan', modelClass: 'L2' }).model, 'claude-opus-5');
    assert.equal(route({ step: 'plan', modelClass: 'L3' }).model, claude.defaults.L3);
  });

  test('refuses a model nobody knows at once, unless the operator lists it with its price', () => {
    for (const code of ['claude-opus-9', 'constructor']) {
      assert.throws(() => createRouter({ code }), {
        code: 'CONFIG_INVALID',
        details: { model: code },
      });
    }
    const price = { input: 1, output: 2, cacheRead: 0, cacheWrite: 1 };
    const route = firstOf(
      createRouter({ code: 'my-model', extraModels: { 'my-model': { price } } }),
    );
    assert.deepEqual(route({ step: 'implement', modelClass: 'L1' }), {
      provider: 'claude_code_subscription',
      id: 'my-model',
      model: 'my-model',
      facts: { price },
    });
  });
});

describe('the router among providers', () => {
  const L1 = { step: 'implement', modelClass: 'L1' } as const;
  const models = (router: Router, call: RouterCall) => router(call).map(({ model }) => model);

  test('takes a name with its provider, from the operator or the repository', () => {
    const route = createRouter({
      code: ['openai_compatible/gpt-4o', 'claude-sonnet-5'],
      providers: ['claude_code_subscription', 'openai_compatible'],
    });
    assert.deepEqual(models(route, L1), ['openai_compatible/gpt-4o', 'claude-sonnet-5']);
    const chosen = { ...L1, models: { code: 'claude_code_subscription/claude-haiku-5-5' } };
    assert.deepEqual(models(route, chosen), ['claude-haiku-5-5', ...models(route, L1)]);
    assert.deepEqual(models(route, { step: 'plan', modelClass: 'L1' }), [claude.defaults.plan]);
  });

  test('asks the one that a person chose in every class, and refuses what it would refuse', () => {
    const router = firstOf(createRouter({ plan: 'claude-opus-4-8' }));
    const wished = { plan: 'claude-opus-4-7', code: 'claude-opus-4-7', chosen: 'claude-opus-5-5' };
    for (const modelClass of ['L1', 'L2', 'L3'] as const) {
      for (const step of ['plan', 'implement']) {
        assert.equal(router({ step, modelClass, models: wished }).model, 'claude-opus-5-5');
      }
    }
    const unknown = { step: 'plan', modelClass: 'L2', models: { chosen: 'nobody' } } as const;
    assert.throws(() => router(unknown), /'nobody' is not known/);
  });

  test('has models for every class whoever is configured', () => {
    for (const modelClass of ['L1', 'L2', 'L3'] as const) {
      const call = { step: 'plan', modelClass };
      assert.deepEqual(models(createRouter({ providers: ['openai_compatible'] }), call), [
        'openai_compatible/gpt-5',
      ]);
      assert.deepEqual(models(createRouter({ providers: ['lm_studio_local'] }), call), [
        'lm_studio_local/lm_studio_server_routed',
      ]);
    }
  });

  test('refuses a provider that is not configured, naming its variables', () => {
    assert.throws(() => createRouter({ classes: { L3: 'openai_compatible/o3' } }), {
      code: 'CONFIG_INVALID',
      message: /Set OPENAI_API_KEY and OPENAI_BASE_URL/,
    });
  });

  test('puts those first into which the conversation fits', () => {
    const price = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 };
    const extraModels = {
      small: { price, contextTokens: 1_000 },
      medium: { price, contextTokens: 5_000 },
      endless: { price },
    };
    const route = createRouter({ code: ['small', 'medium', 'endless'], extraModels });
    assert.deepEqual(models(route, { ...L1, tokens: 1_000 }), ['small', 'medium', 'endless']);
    assert.deepEqual(models(route, { ...L1, tokens: 1_001 }), ['medium', 'endless', 'small']);
    assert.deepEqual(models(route, { ...L1, tokens: 9_000 }), ['endless', 'medium', 'small']);
    const limited = createRouter({ code: ['small', 'medium'], extraModels });
    assert.deepEqual(models(limited, { ...L1, tokens: 9_000 }), ['medium', 'small']);
  });
});

describe('a name of a model in settings', () => {
  const cases: [string, boolean][] = [
    ['claude-opus-5-5', true],
    ['claude_code_subscription/claude-opus-5-5', true],
    ['claude_code_subscription/claude-opus-9', false],
    ['openai_compatible/gpt-5', true],
    ['openai_compatible/anthropic/some-model:latest', true],
    ['openai_compatible/', false],
    ['openai_compatible/two words', false],
    ['lm_studio_local/lm_studio_server_routed', true],
    ['lm_studio_local/other', false],
    ['gpt-5', false],
    ['constructor', false],
  ];
  for (const [name, isValid] of cases) {
    test(`'${name}' is ${isValid ? 'one' : 'none'}`, () =>
      assert.equal(isModelName(name), isValid));
  }
});

describe('the price of a call', () => {
  const tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const million = 1_000_000;
  const cases: [string, Partial<typeof tokens>, number][] = [
    ['claude-opus-5-5', { inputTokens: million, outputTokens: million }, 24],
    ['claude-opus-5-5', { cacheReadTokens: million, cacheWriteTokens: million }, 5.2],
    ['claude-sonnet-5-5', { inputTokens: million, outputTokens: million }, 12],
    ['claude-haiku-5-5', { inputTokens: 100_000, outputTokens: 100_000 }, 0.06],
    [
      'claude-haiku-5-5',
      { inputTokens: 1, cacheReadTokens: 100_000, outputTokens: 100_000 },
      0.2550005,
    ],
  ];
  for (const [model, used, dollars] of cases) {
    test(`of ${model} for ${JSON.stringify(used)} is $${dollars}`, () => {
      const facts = claude.listed[model];
      assert.ok(facts);
      assert.ok(Math.abs(costUsd(facts, { ...tokens, ...used }) - dollars) < 1e-9);
    });
  }
});
