// Removes what does not decide whether a value is valid from an OpenAPI 3.0 schema. Pure.

import { isPlainObject } from '../../../sandbox/protocol/parse-json.ts';
export type JsonObject = Record<string, unknown>;

/** Keywords that decide. Everything else (titles, descriptions, examples, defaults) is dropped. */
const PLAIN = new Set([
  '$ref',
  'type',
  'format',
  'enum',
  'nullable',
  'required',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'uniqueItems',
]);
const LISTS = new Set(['oneOf', 'anyOf', 'allOf']);
const SINGLE = new Set(['items', 'not', 'additionalProperties']);

export function trimSchema(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const kept: JsonObject = {};
  for (const [key, part] of Object.entries(value)) {
    if (PLAIN.has(key)) kept[key] = part;
    else if (LISTS.has(key) && Array.isArray(part)) kept[key] = part.map(trimSchema);
    else if (SINGLE.has(key)) kept[key] = trimSchema(part);
    else if (key === 'properties' && isPlainObject(part)) kept[key] = mapValues(part, trimSchema);
  }
  return kept;
}

/** Names of all components that the roots need, directly or through another component. */
export function schemaNames(roots: unknown, schemas: JsonObject): Set<string> {
  const names = new Set<string>();
  const open: unknown[] = [roots];
  while (open.length > 0) {
    const value = open.pop();
    const name = refName(value);
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      open.push(trimSchema(schemas[name]));
    }
    if (Array.isArray(value)) open.push(...value);
    else if (isPlainObject(value)) open.push(...Object.values(value));
  }
  return names;
}

export function mapValues(value: JsonObject, change: (part: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, change(part)]));
}

function refName(value: unknown): string | undefined {
  if (!isPlainObject(value) || typeof value['$ref'] !== 'string') return undefined;
  return value['$ref'].replace('#/components/schemas/', '');
}
