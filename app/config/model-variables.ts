// Two variables that hold JSON: which models an operator gives to each class, and which models he
// vouches for with their prices. Whether a name exists is the router's to say.
import { z } from 'zod';
import { parseJson } from '../../sandbox/protocol/parse-json.ts';
import type { ModelFacts } from '../gateway/model-facts.ts';
import { formatModelName, parseModelName } from '../gateway/models.ts';
import type { RouterSettings } from '../gateway/router.ts';

const name = z.string().min(1).max(200);
const list = z.array(name).min(1).max(10);
const Classes = z
  .strictObject({ plan: list, code: list, L2: list, L3: list })
  .partial()
  .transform(({ plan, code, L2, L3 }): RouterSettings => ({ plan, code, classes: { L2, L3 } }));

const dollars = z.number().min(0).max(10_000);
const Extra = z
  .record(
    name,
    z.strictObject({
      input: dollars,
      output: dollars,
      cacheRead: dollars.optional(),
      cacheWrite: dollars.optional(),
      contextTokens: z.int().positive().optional(),
    }),
  )
  .transform((models): Record<string, ModelFacts> => {
    const known = Object.entries(models).map(([model, price]) => {
      const { input, output, cacheRead = input, cacheWrite = input, contextTokens } = price;
      const facts = { price: { input, output, cacheRead, cacheWrite } };
      const named = formatModelName(parseModelName(model));
      return [named, { ...facts, ...(contextTokens && { contextTokens }) }] as const;
    });
    return Object.fromEntries(known);
  });

/** The first model of each list is asked, the others stand in for it. */
export function modelClasses() {
  const example = '{"code": ["claude-sonnet-5-5", "openai_compatible/gpt-5"]}';
  return json(Classes, `is not a list of models per class. Write it as ${example}.`);
}

/** Dollars per million tokens. */
export function extraModels() {
  const example = '{"openai_compatible/my-model": {"input": 1, "output": 4}}';
  return json(Extra, `is not a list of models with their prices. Write it as ${example}.`);
}

function json<T extends z.ZodType>(schema: T, problem: string) {
  return z.string().transform((text, context): z.output<T> => {
    const read = schema.safeParse(parseJson(text));
    if (read.success) return read.data;
    context.addIssue(problem);
    return z.NEVER;
  });
}
