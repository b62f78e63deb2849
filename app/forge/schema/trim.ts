// Cuts GitHub's 13 MB OpenAPI description down to what the forge uses and prints JSON lines.
// Only removes (documentation, examples, operations not selected); never changes a schema, so that
// GitHub's own words stay the judge. Run it by hand when the version moves:
//   npx node app/forge/schema/trim.ts [PATH of api.github.com.json] > app/forge/schema/github.jsonl
// Without a path it gets @octokit/openapi from the npm registry into a temp directory.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { isPlainObject } from '../../../sandbox/protocol/parse-json.ts';
import { SELECTED_OPERATIONS, SELECTED_SCHEMAS, SELECTED_WEBHOOKS } from './selection.ts';
import { type JsonObject, schemaNames, trimSchema } from './trim-schema.ts';

const PACKAGE = '@octokit/openapi';
const VERSION = '23.0.2';
const FILE = 'package/generated/api.github.com.json';
const DOWNLOAD_DEADLINE_MS = 300_000;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const content = z.record(z.string(), z.object({ schema: z.looseObject({}).optional() }));
const document = z.object({
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  'x-webhooks': z.record(
    z.string(),
    z.object({ post: z.object({ requestBody: z.object({ content }) }) }),
  ),
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({})),
    parameters: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), z.unknown()),
  }),
});
type Description = z.infer<typeof document>;

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  schema: z.looseObject({}),
});
const operation = z.object({
  operationId: z.string(),
  externalDocs: z.object({ url: z.string() }).optional(),
  parameters: z.array(z.unknown()).optional(),
  requestBody: z.object({ required: z.boolean().optional(), content }).optional(),
  responses: z.record(z.string(), z.unknown()),
});
const response = z.object({ content: content.optional() });

const source = process.argv[2] === undefined ? await download() : await readFile(process.argv[2]);
const description = document.parse(JSON.parse(source.toString('utf8')));
for (const line of trim(description)) process.stdout.write(`${JSON.stringify(line)}\n`);

function trim(github: Description): JsonObject[] {
  const wanted: ReadonlySet<string> = new Set(SELECTED_OPERATIONS);
  const operations: JsonObject[] = [];
  const routes: JsonObject[] = [];
  for (const [path, verbs] of Object.entries(github.paths)) {
    for (const method of METHODS.filter((name) => name in verbs)) {
      const found = operation.parse(verbs[method]);
      const route = { id: found.operationId, method: method.toUpperCase(), path };
      if (wanted.has(found.operationId)) operations.push(trimOperation(github, route, found));
      else routes.push({ kind: 'route', ...route });
    }
  }
  const webhooks = SELECTED_WEBHOOKS.map((name) => trimWebhook(github, name));
  const named = SELECTED_SCHEMAS.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const schemas = [...schemaNames([operations, webhooks, named], github.components.schemas)];
  return [
    { kind: 'source', package: PACKAGE, version: github.info.version },
    ...operations,
    ...webhooks,
    ...schemas.toSorted().map((name) => ({
      kind: 'schema',
      name,
      schema: trimSchema(github.components.schemas[name]),
    })),
    ...routes,
  ];
}

function trimOperation(
  github: Description,
  route: { id: string; method: string; path: string },
  found: z.infer<typeof operation>,
): JsonObject {
  const body = found.requestBody?.content['application/json']?.schema;
  return {
    kind: 'operation',
    ...route,
    docs: found.externalDocs?.url ?? 'https://docs.github.com/rest',
    parameters: (found.parameters ?? [])
      .map((value) => parameter.parse(resolve(github, value)))
      .filter((value) => value.in === 'path' || value.in === 'query')
      .map(({ name, in: place, required, schema }) => ({
        name,
        in: place,
        required: required === true,
        schema: trimSchema(schema),
      })),
    ...(body === undefined
      ? {}
      : { body: { required: found.requestBody?.required === true, schema: trimSchema(body) } }),
    responses: Object.fromEntries(
      Object.entries(found.responses).map(([status, value]) => {
        const json = response.parse(resolve(github, value)).content?.['application/json']?.schema;
        return [status, json === undefined ? null : trimSchema(json)];
      }),
    ),
  };
}

function trimWebhook(github: Description, name: string): JsonObject {
  const schema = github['x-webhooks'][name]?.post.requestBody.content['application/json']?.schema;
  if (schema === undefined) throw new Error(`the description has no webhook ${name}`);
  return { kind: 'webhook', name, schema: trimSchema(schema) };
}

/** Parameters and responses may be references to a shared component. */
function resolve(github: Description, value: unknown): unknown {
  if (!isPlainObject(value) || typeof value['$ref'] !== 'string') return value;
  const [, , group, name] = value['$ref'].split('/');
  if (group !== 'parameters' && group !== 'responses') throw new Error(`unknown group ${group}`);
  return github.components[group][name ?? ''];
}

async function download(): Promise<Buffer> {
  const run = promisify(execFile);
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-openapi-'));
  const options = { cwd: directory, timeout: DOWNLOAD_DEADLINE_MS };
  try {
    const pack = await run('npm', ['pack', '--silent', `${PACKAGE}@${VERSION}`], options);
    await run('tar', ['-xzf', pack.stdout.trim(), FILE], options);
    return await readFile(join(directory, FILE));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
