// OpenAPI 3.0 schemas as JSON Schema for Ajv. Each change is one that Ajv needs because GitHub's
// description is written in OpenAPI's dialect; none makes a schema stricter or looser. Pure.
import { isPlainObject } from '../../../sandbox/protocol/parse-json.ts';
import { type JsonObject, mapValues } from './trim-schema.ts';

const COMPONENT = '#/components/schemas/';

/**
 * Answers whose schema contradicts itself. `apps/list-installations` joins a user and an
 * enterprise with allOf, and GitHub's own example does not pass it.
 */
const OVERRIDES: Readonly<Record<string, JsonObject>> = {
  'apps/list-installations 200': {
    type: 'array',
    items: { $ref: `${COMPONENT}installation` },
  },
};

export function responseSchema(
  operationId: string,
  status: number,
  schema: JsonObject,
): JsonObject {
  return normalise(OVERRIDES[`${operationId} ${status}`] ?? schema);
}

export function normalise(value: JsonObject): JsonObject {
  const schema: JsonObject = {};
  for (const [key, part] of Object.entries(value)) {
    if (key === '$ref' && typeof part === 'string') schema[key] = part.replace(COMPONENT, '');
    else if (key === 'properties' && isPlainObject(part))
      schema[key] = mapValues(part, normalisePart);
    else if (key === 'enum' || key === 'required') schema[key] = part;
    else schema[key] = Array.isArray(part) ? part.map(normalisePart) : normalisePart(part);
  }
  return allowNull(schema);
}

function normalisePart(value: unknown): unknown {
  return isPlainObject(value) ? normalise(value) : value;
}

/** Ajv knows `nullable` only beside `type`, and does not add null to an enum. */
function allowNull(schema: JsonObject): JsonObject {
  if (schema['nullable'] !== true) return schema;
  const { nullable: _, ...rest } = schema;
  if (rest['type'] === undefined) return { anyOf: [{ type: 'null' }, rest] };
  const values = rest['enum'];
  if (!Array.isArray(values) || values.includes(null)) return schema;
  return { ...schema, enum: [...values, null] };
}
