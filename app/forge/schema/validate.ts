// Judges requests, answers and webhooks by GitHub's own description. A schema is compiled when it
// is first needed: compiling all of them takes seconds. Decides nothing about HTTP.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { DescribedOperation, Description } from './description.ts';
import { normalise, responseSchema } from './normalise.ts';
import type { JsonObject } from './trim-schema.ts';

export type Validator = {
  /** Changes the strings of `values` to the types that the description names. */
  parameters(
    operation: DescribedOperation,
    place: 'path' | 'query',
    values: JsonObject,
  ): string | undefined;
  body(operation: DescribedOperation, body: unknown): string | undefined;
  response(
    operation: DescribedOperation | undefined,
    status: number,
    body: unknown,
  ): string | undefined;
  webhook(name: string, payload: unknown): string | undefined;
};

export function createValidator(description: Description): Validator {
  const strict = createAjv(description, false);
  const coercing = createAjv(description, true);
  const compiled = new Map<string, ValidateFunction>();
  const compile = (ajv: Ajv, key: string, schema: () => JsonObject): ValidateFunction => {
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const made = ajv.compile(schema());
    compiled.set(key, made);
    return made;
  };
  return {
    parameters: (operation, place, values) =>
      problemOf(
        compile(coercing, `${operation.id} ${place}`, () => parameterSchema(operation, place)),
        values,
      ),
    body: (operation, body) =>
      problemOf(
        compile(strict, `${operation.id} body`, () => normalise(operation.body?.schema ?? {})),
        body,
      ),
    response: (operation, status, body) => {
      const described = describedResponse(operation, status);
      if (described === 'empty') return body === undefined ? undefined : 'the answer has a body';
      const key = `${operation?.id} ${status}`;
      return problemOf(
        compile(strict, key, () => responseSchema(operation?.id ?? '', status, described)),
        body,
      );
    },
    webhook: (name, payload) => {
      const schema = description.webhooks.get(name);
      if (schema === undefined) return `the description has no webhook ${name}`;
      return problemOf(
        compile(strict, `webhook ${name}`, () => normalise(schema)),
        payload,
      );
    },
  };
}

/** Errors that an operation does not list have the shape all of GitHub's errors have. */
function describedResponse(
  operation: DescribedOperation | undefined,
  status: number,
): JsonObject | 'empty' {
  const schema = operation?.responses[String(status)];
  if (schema !== undefined && schema !== null) return schema;
  if (status < 400) return 'empty';
  const name = status === 422 ? 'validation-error' : 'basic-error';
  return { $ref: `#/components/schemas/${name}` };
}

function parameterSchema(operation: DescribedOperation, place: 'path' | 'query'): JsonObject {
  const chosen = operation.parameters.filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(chosen.map(({ name, schema }) => [name, normalise(schema)])),
    required: chosen.filter((parameter) => parameter.required).map(({ name }) => name),
  };
}

function createAjv(description: Description, coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    coerceTypes,
    formats: FORMATS,
    // Compiling is what costs here, not validating: half the time without these two.
    inlineRefs: false,
    code: { optimize: false },
  });
  for (const [name, schema] of description.schemas) {
    ajv.addSchema(normalise(schema), name);
  }
  return ajv;
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Email is loose on purpose: git and GitHub accept anything around an @. */
const FORMATS = {
  'date-time': (text: string) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)),
  timestamp: (text: string) => !Number.isNaN(Date.parse(text)),
  uri: (text: string) => URL.canParse(text),
  'uri-template': (text: string) => URL.canParse(text.replaceAll(/\{[^{}]*\}/g, 'x')),
  email: (text: string) => text.includes('@'),
  'repo.nwo': /^[\w.-]+(\/[\w.-]+)?$/,
  int64: { type: 'number', validate: (value: number) => Number.isSafeInteger(value) },
} as const;

function problemOf(validate: ValidateFunction, value: unknown): string | undefined {
  if (validate(value)) return undefined;
  return (validate.errors ?? []).slice(0, 3).map(sentence).join('\n');
}

/** In the words GitHub uses for a request that breaks its schema. */
function sentence(error: ErrorObject): string {
  const where = error.instancePath.slice(1);
  if (error.keyword === 'required') {
    const name = String(error.params['missingProperty']);
    return `"${where === '' ? name : `${where}/${name}`}" wasn't supplied.`;
  }
  const limit = error.params['limit'];
  if (error.keyword === 'maxLength' && /^output\/(summary|text)$/.test(where)) {
    return `${where.replace('output/', '')} exceeds a maximum bytesize of ${limit}`;
  }
  const allowed = error.keyword === 'enum' ? ` ${JSON.stringify(error.params)}` : '';
  return `For '${where === '' ? '' : `properties/${where}`}', ${error.message ?? error.keyword}${allowed}.`;
}
