// Writes docs/settings.schema.json anew, after a change of the settings.
// Usage: npx node test/support/write-settings-schema.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsSchemaText } from '../../app/settings/json-schema.ts';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'settings.schema.json');
writeFileSync(FILE, settingsSchemaText());
