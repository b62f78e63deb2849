// A plan as the planner submits it and everyone after it reads it. Pure shapes.
import { z } from 'zod';

/** Where a behaviour can be observed; nothing else may be asserted on (decision 18). */
export const SURFACES = [
  'db',
  'file',
  'process',
  'tool_result',
  'hook_record',
  'http',
  'public_api',
] as const;

/** Text without line breaks. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\r\n]*$/, 'one line');

/** A path or glob below the repository's root, as git writes paths. */
export const RepositoryPath = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[^/\\\0\r\n][^\\\0\r\n]*$/, 'a relative path with forward slashes')
  .refine((path) => path.isWellFormed(), { message: 'text, as UTF-8' })
  .refine((path) => !path.split('/').some((part) => part === '..' || part === '.git'), {
    message: 'stays inside the repository and out of .git',
  });

export const CriterionId = z.string().regex(/^R[1-9]\d{0,2}$/, 'R1, R2, …');

export const Criterion = z.strictObject({
  id: CriterionId,
  /** One observable behaviour. */
  text: line(500),
  /** `new`: red on the base commit. `keep`: green there. */
  kind: z.enum(['new', 'keep']),
  surface: z.enum(SURFACES),
});
export type Criterion = z.infer<typeof Criterion>;

export const Strategy = z.strictObject({
  title: line(120),
  approach: z.string().trim().min(1).max(2_000),
  way: z.enum(['syntax-tree', 'black-box']).default('syntax-tree'),
});
export type Strategy = z.infer<typeof Strategy>;

/** An existing test, or what one reads, that the change contradicts. */
const ChangedTest = z.strictObject({ path: RepositoryPath, reason: line(300) });

export const Plan = z.strictObject({
  goal: z.string().trim().min(1).max(1_000),
  criteria: z
    .array(Criterion)
    .min(1)
    .max(50)
    .refine((criteria) => criteria.every(({ id }, index) => id === `R${index + 1}`), {
      message: 'criteria are numbered R1, R2, … in order',
    }),
  strategies: z.array(Strategy).min(1).max(3),
  /** The fence: the only paths an implementation may touch. */
  paths: z.array(RepositoryPath).min(1).max(100),
  /** The public contract: the only entry points tests may use, e.g. `src/greet.mjs` or `bin/app`. */
  contract: z.array(line(300)).min(1).max(50),
  /** Packages the implementation will add; approving the plan approves them. */
  packages: z.array(line(214)).max(50).default([]),
  /** Approving the plan approves that these are changed; every other existing test stays. */
  changedTests: z.array(ChangedTest).max(100).optional(),
  /** How the repository's existing suite is run; absent when it has none. */
  suite: line(500).optional(),
  quote: z.strictObject({
    costUsd: z.number().nonnegative().max(10_000),
    minutes: z.number().positive().max(10_000),
  }),
});
export type Plan = z.infer<typeof Plan>;
