import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redgreen } from '../../support/cli.ts';

/** Nobody listens there, so that nothing is started. */
const NO_DATABASE = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', HOME: '/nonexistent' };

async function models(env: Record<string, string>): Promise<string> {
  const { out } = await redgreen(['doctor'], { ...NO_DATABASE, ...env });
  return out.split('\n').find((line) => line.includes(' models: ')) ?? out;
}

test('doctor names providers, classes of credentials and models, and shows no credential', async () => {
  const secrets = {
    ANTHROPIC_AUTH_TOKEN: 'canary-token-1',
    ANTHROPIC_API_KEY: 'canary-key-2',
    OPENAI_API_KEY: 'canary-key-3',
    LM_STUDIO_API_KEY: 'canary-key-4',
  };
  const env = { ...secrets, OPENAI_BASE_URL: 'https://m.example/v1', LM_STUDIO_MODEL: 'qwen' };
  const line = await models(env);
  assert.match(line, /^ok .*claude_code_subscription \(bearer token of ANTHROPIC_AUTH_TOKEN\)/);
  assert.match(line, /openai_compatible \(API key of OPENAI_API_KEY\)/);
  assert.match(line, /lm_studio_local \(API key of LM_STUDIO_API_KEY\)/);
  assert.match(line, /plan claude-opus-5-5, code claude-sonnet-5-5/);
  const { out, err } = await redgreen(['doctor'], { ...NO_DATABASE, ...env });
  for (const value of Object.values(secrets)) assert.ok(!`${out}${err}`.includes(value));
});

test('doctor says what is missing when no provider is configured', async () => {
  const { out } = await redgreen(['doctor'], NO_DATABASE);
  assert.match(out, /^FAIL {2}models: CONFIG_INVALID[^]*ANTHROPIC_API_KEY: is not set, nor is/m);
});
