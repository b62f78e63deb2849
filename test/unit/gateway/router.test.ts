import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { costUsd, MODELS } from '../../../app/gateway/models.ts';
import {
  createRouter,
  DEFAULT_MODELS,
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
      DEFAULT_MODELS.plan,
      ids.find((id) => id.startsWith('claude-opus')),
    );
    assert.equal(
      DEFAULT_MODELS.code,
      ids.find((id) => id.startsWith('claude-sonnet')),
    );
    const route = firstOf(createRouter());
    assert.equal(route({ step: 'plan', modelClass: 'L1' }).model, DEFAULT_MODELS.plan);
    for (const step of ['write-tests', 'implement', 'verify']) {
      assert.equal(route({ step, modelClass: 'L1' }).model, DEFAULT_MODELS.code);
    }
    assert.equal(route({ step: 'implement', modelClass: 'L2' }).model, DEFAULT_MODELS.L2);
    assert.equal(route({ step: 'deep-fix', modelClass: 'L3' }).model, DEFAULT_MODELS.L3);
  });

  test('knows only models of the SDK', async () => {
    const ids = await sdkModels();
    for (const id of Object.keys(MODELS)) assert.ok(ids.includes(id), id);
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
    assert.equal(route({ step: 'plan', modelClass: 'L3' }).model, DEFAULT_MODELS.L3);
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
      const facts = MODELS[model];
      assert.ok(facts);
      assert.ok(Math.abs(costUsd(facts, { ...tokens, ...used }) - dollars) < 1e-9);
    });
  }
});
