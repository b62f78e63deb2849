// The published JSON schema of a settings file, for editors: the shape that files are read with, and
// the words of the table. It refuses less than reading does: not everything can be said in it. Pure.
import { z } from 'zod';
import { isUsed, ROWS, type SettingRow, Settings } from './schema.ts';

type JsonSchema = { [key: string]: unknown };

export function settingsSchema(): JsonSchema {
  const { $schema, properties, ...rest } = z.toJSONSchema(Settings, { io: 'input' });
  return {
    $schema,
    title: 'Redgreen settings',
    description:
      'What a repository, or an organisation for its repositories, sets in its settings file.',
    ...rest,
    properties: described(properties ?? {}, ''),
  };
}

export function settingsSchemaText(): string {
  return `${JSON.stringify(settingsSchema(), undefined, 2)}\n`;
}

function described(properties: object, group: string): JsonSchema {
  const entries = Object.entries(properties).map(([name, value]: [string, unknown]) => {
    const leaf = group === '' ? name : `${group}.${name}`;
    const row = ROWS.find((one) => one.leaf === leaf);
    const shape = isObject(value) ? value : {};
    return [name, row === undefined ? groupSchema(shape, name) : leafSchema(shape, row)];
  });
  return Object.fromEntries(entries);
}

function groupSchema(shape: object, name: string): JsonSchema {
  const inner = 'properties' in shape && isObject(shape.properties) ? shape.properties : {};
  const legend = ROWS.find(({ leaf }) => leaf.startsWith(`${name}.`))?.legend ?? name;
  return { description: `${legend}.`, ...shape, properties: described(inner, name) };
}

function leafSchema(shape: object, row: SettingRow): JsonSchema {
  const { label, help, choices } = row;
  const unused = isUsed(row) ? '' : ' Not used yet.';
  const holds = 'default' in row ? {} : { $comment: `Not set: ${row.unset}.` };
  const isFree = 'type' in shape && shape.type === 'string' && !('enum' in shape);
  return {
    title: label,
    description: `${help}${unused}`,
    ...shape,
    ...('default' in row ? { default: row.default } : holds),
    // Names that are offered where others may pass as well.
    ...(isFree && choices !== undefined && { examples: choices }),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
