// Reads the trimmed description (github.jsonl, made by trim.ts) into lookup tables. Knows nothing
// about validation or HTTP.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const route = z.object({ id: z.string(), method: z.string(), path: z.string() });
const schema = z.record(z.string(), z.unknown());
const line = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('source'), package: z.string(), version: z.string() }),
  route.extend({ kind: z.literal('route') }),
  route.extend({
    kind: z.literal('operation'),
    docs: z.string(),
    parameters: z.array(
      z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean(), schema }),
    ),
    body: z.object({ required: z.boolean(), schema }).optional(),
    responses: z.record(z.string(), schema.nullable()),
  }),
  z.object({ kind: z.literal('webhook'), name: z.string(), schema }),
  z.object({ kind: z.literal('schema'), name: z.string(), schema }),
]);
type Line = z.infer<typeof line>;

export type Route = { id: string; method: string; path: string };
export type DescribedOperation = Extract<Line, { kind: 'operation' }>;

export type Description = {
  /** What the description was cut from, such as `@octokit/openapi@23.0.2`. */
  source: string;
  operations: ReadonlyMap<string, DescribedOperation>;
  webhooks: ReadonlyMap<string, Record<string, unknown>>;
  schemas: ReadonlyMap<string, Record<string, unknown>>;
  /** All routes GitHub has, also those of operations that are not in `operations`. */
  routes: readonly Route[];
};

export async function loadDescription(
  file: string | URL = new URL('./github.jsonl', import.meta.url),
): Promise<Description> {
  const text = await readFile(file, 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((row) => line.parse(JSON.parse(row)));
  const source = lines.find((row) => row.kind === 'source');
  const operations = lines.filter((row) => row.kind === 'operation');
  return {
    source: `${source?.package}@${source?.version}`,
    operations: new Map(operations.map((row) => [row.id, row])),
    webhooks: new Map(
      lines.filter((row) => row.kind === 'webhook').map((row) => [row.name, row.schema]),
    ),
    schemas: new Map(
      lines.filter((row) => row.kind === 'schema').map((row) => [row.name, row.schema]),
    ),
    routes: [...operations, ...lines.filter((row) => row.kind === 'route')].map(
      ({ id, method, path }) => ({ id, method, path }),
    ),
  };
}
