// The published schema for editors: it is the shape the settings are read with, described, and where
// it refuses, reading refuses too.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { settingsSchema, settingsSchemaText } from '../../../app/settings/json-schema.ts';
import { DEFAULT_SETTINGS, parseSettings, ROWS } from '../../../app/settings/schema.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

describe('docs/settings.schema.json', () => {
  const isSettings = new Ajv2020({ strict: true }).compile(settingsSchema());

  it('is what the settings are read with', () => {
    const text = readFileSync(join(ROOT, 'docs', 'settings.schema.json'), 'utf8');
    assert.ok(text === settingsSchemaText(), 'run: npx node test/support/write-settings-schema.ts');
  });

  it('is in the package', () => {
    const { files }: { files: string[] } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    );
    assert.ok(files.includes('docs'));
  });

  it('takes the defaults, and refuses what reading refuses', () => {
    assert.equal(isSettings(DEFAULT_SETTINGS), true, JSON.stringify(isSettings.errors));
    assert.equal(isSettings({}), true);
    const wrong: object[] = [
      { colour: 'red' },
      { budget: { dollars: 3 } },
      { budget: { usd: '5' } },
      { budget: { usd: 0 } },
      { budget: { attempts: 1.5 } },
      { label: '' },
      { models: 'opus' },
      { models: { thinking: 12 } },
      { approval: { role: 'read' } },
      { approval: { bots: ['dependabot'] } },
      { paths: { allow: 'src' } },
      { hooks: { enabled: 'no' } },
    ];
    for (const settings of wrong) {
      assert.equal(isSettings(settings), false, JSON.stringify(settings));
      assert.equal(parseSettings(settings).ok, false, JSON.stringify(settings));
    }
  });

  it('describes every leaf as the table does, with its default', () => {
    const schema = settingsSchema();
    for (const row of ROWS) {
      const found = row.leaf
        .split('.')
        .reduce<unknown>((at, name) => read(read(at, 'properties'), name), schema);
      const description = read(found, 'description');
      assert.ok(typeof description === 'string' && description.startsWith(row.help), row.leaf);
      assert.deepEqual(read(found, 'default'), 'default' in row ? row.default : undefined);
    }
  });
});

function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
