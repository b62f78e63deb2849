import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelChoices } from '../../../app/compose/models.ts';
import { Secret } from '../../../app/secret.ts';

const access = { apiKey: new Secret('sk-of-nobody'), baseUrl: 'https://api.anthropic.com' };
const models = modelChoices({
  providers: { claude_code_subscription: access },
  models: {
    providers: ['claude_code_subscription'],
    extraModels: {
      'openai_compatible/mine': { price: { input: 1, output: 2, cacheRead: 1, cacheWrite: 1 } },
    },
  },
});

test('a name is judged by the lists, and a refusal names those that would pass', () => {
  assert.deepEqual(models.find('claude-opus-5-5'), { ok: true, model: 'claude-opus-5-5' });
  for (const name of ['claude-opus-1', 'openai_compatible/mine', 'lm_studio_local/x']) {
    const found = models.find(name);
    assert.ok(!found.ok, name);
    assert.match(found.problem, /These would pass: .*`claude-opus-5-5`/, name);
    assert.doesNotMatch(found.problem, /pass: .*mine/, 'its provider is not configured');
  }
});

test('who pays is said by class and variable, never by value', () => {
  assert.match(models.credential, /^API key of ANTHROPIC_API_KEY \(claude_code_subscription\)$/);
  assert.match(models.ways, /ANTHROPIC_AUTH_TOKEN/);
  assert.doesNotMatch(JSON.stringify(models), /sk-of-nobody/);
  const none = modelChoices({ providers: {}, models: {} });
  assert.match(none.credential, /no provider is configured/);
  assert.match(none.ways, /ANTHROPIC_API_KEY/);
});
