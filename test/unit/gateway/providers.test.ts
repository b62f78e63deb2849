import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { PROVIDER_IDS, PROVIDERS, variablesOf } from '../../../app/gateway/providers.ts';

const PAGE = join(import.meta.dirname, '../../../docs/models.md');

describe('every provider', () => {
  for (const id of PROVIDER_IDS) {
    test(`${id} lists the models that it is asked for by default`, () => {
      const { defaults, listed } = PROVIDERS[id].models;
      for (const model of Object.values(defaults)) assert.ok(Object.hasOwn(listed, model), model);
    });

    test(`${id} has a row in docs/models.md with its variables`, async () => {
      const rows = (await readFile(PAGE, 'utf8')).split('\n');
      const row = rows.find((line) => line.startsWith(`| \`${id}\``)) ?? '';
      const { ways, urlVariable } = PROVIDERS[id].access;
      for (const name of [...ways.flat(), urlVariable])
        assert.ok(row.includes(`\`${name}\``), name);
    });
  }

  test('says what has to be set', () => {
    const ids = ['claude_code_subscription', 'openai_compatible', 'lm_studio_local'] as const;
    assert.deepEqual(ids.map(variablesOf), [
      'ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN or ANTHROPIC_API_KEY_HELPER',
      'OPENAI_API_KEY and OPENAI_BASE_URL',
      'LM_STUDIO_MODEL',
    ]);
  });
});
