import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Environment, readModelConfig } from '../../../app/config/config.ts';
import { AppError } from '../../../app/errors.ts';
import { createRouter } from '../../../app/gateway/router.ts';
import { modelUrlProblem } from '../../../app/gateway/variables.ts';

suite('models', () => {
  const both = { OPENAI_API_KEY: 'openai-key', OPENAI_BASE_URL: 'https://models.example/v1' };

  test('of each class and extra ones are taken', () => {
    const { models } = readModelConfig({
      ...both,
      ANTHROPIC_API_KEY_HELPER: '/opt/bin/key',
      MODEL_CLASSES:
        '{"code": ["claude-sonnet-5-5", "openai_compatible/mine"], "L3": ["claude-opus-5"]}',
      EXTRA_MODELS: '{"openai_compatible/mine": {"input": 1, "output": 4, "contextTokens": 32000}}',
    });
    const route = createRouter(models);
    const [first, second] = route({ step: 'implement', modelClass: 'L1' });
    assert.deepEqual([first.model, second?.model], ['claude-sonnet-5-5', 'openai_compatible/mine']);
    assert.deepEqual(second?.facts, {
      price: { input: 1, output: 4, cacheRead: 1, cacheWrite: 1 },
      contextTokens: 32_000,
    });
    assert.equal(route({ step: 'implement', modelClass: 'L3' })[0].model, 'claude-opus-5');
  });

  test('of the provider that is configured are the default', () => {
    const { models } = readModelConfig(both);
    const [route] = createRouter(models)({ step: 'plan', modelClass: 'L1' });
    assert.equal(route.provider, 'openai_compatible');
  });

  const refused: [Environment, string, RegExp][] = [
    [{ MODEL_CLASSES: '{"code": "x"}' }, 'MODEL_CLASSES', /not a list of models per class/],
    [{ MODEL_CLASSES: 'code' }, 'MODEL_CLASSES', /not a list of models per class/],
    [
      { MODEL_CLASSES: '{"code": ["claude-opus-9"]}' },
      'MODEL_CLASSES',
      /not known for claude_code/,
    ],
    [
      { MODEL_CLASSES: '{"L2": ["lm_studio_local/lm_studio_server_routed"]}' },
      'MODEL_CLASSES',
      /Set LM_STUDIO_MODEL/,
    ],
    [{ EXTRA_MODELS: '{"mine": {"input": 1}}' }, 'EXTRA_MODELS', /with their prices/],
    [{ ANTHROPIC_API_KEY_HELPER: 'bin/key' }, 'ANTHROPIC_API_KEY_HELPER', /absolute path/],
    [{ ...both, OPENAI_BASE_URL: 'http://models.example/v1' }, 'OPENAI_BASE_URL', /with https/],
    [{ LM_STUDIO_BASE_URL: 'http://8.8.8.8:1234/v1' }, 'LM_STUDIO_BASE_URL', /with https/],
    [{ ANTHROPIC_BASE_URL: 'http://api.anthropic.com' }, 'ANTHROPIC_BASE_URL', /with https/],
  ];
  for (const [env, variable, problem] of refused) {
    test(`${JSON.stringify(env)} is refused`, () => {
      const key = { ANTHROPIC_API_KEY: 'anthropic-key' };
      const error = faultOf(() => readModelConfig({ ...key, ...env }));
      assert.deepEqual(Object.keys(error.details), [variable]);
      assert.match(String(error.details[variable]), problem);
    });
  }

  test('may be reached without https only where nobody else can listen', () => {
    const own = ['127.0.0.1:1', 'localhost:1', '[::1]:1', '10.1.2.3', '192.168.0.9', '172.20.0.1'];
    const names = ['litellm:4000', 'host.docker.internal:1234', 'studio.local', '[fd00::1]'];
    for (const host of [...own, ...names])
      assert.equal(modelUrlProblem(`http://${host}/v1`), undefined);
    const public_ = [
      'models.example',
      '172.32.0.1',
      '128.0.0.1',
      '[2001:db8::1]',
      '127.0.0.1.evil.example',
    ];
    for (const host of public_) {
      assert.match(modelUrlProblem(`http://${host}/v1`) ?? '', /https/);
      assert.equal(modelUrlProblem(`https://${host}/v1`), undefined);
    }
  });
});

function faultOf(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}
