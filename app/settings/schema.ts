// The twelve settings of a repository: shapes, limits and defaults. The same schema judges
// `.github/redgreen.yml` and the settings page. Pure.
import { z } from 'zod';
import { DEFAULT_ADMISSION } from '../command/admission-rules.ts';
import { isModelName, MODEL_NAMES, OPEN_PROVIDERS } from '../gateway/models.ts';
import { DEFAULT_BUDGET } from '../job/policy.ts';

const MINUTE_MS = 60_000;
const LONGEST_LIST = 100;

const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(longest, `must have at most ${longest} characters`)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line of plain text');

const script = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(10_000, 'must have at most 10,000 characters')
  .refine((text) => !/[^\P{Cc}\n\t]/u.test(text), 'must be plain text');

/** What git allows as a branch, without the forms that only confuse. */
const branch = line(200).refine(
  (name) =>
    /^[^\s~^:?*[\\@{}-][^\s~^:?*[\\{}]*$/.test(name) && !/\.\.|\/\/|\.lock$|[./]$|^\//.test(name),
  'must be the name of a branch',
);

const path = line(300).refine(
  (text) => !text.startsWith('/') && !text.split('/').includes('..'),
  'must be a path or pattern inside the repository, such as src/**',
);

/** A name or `*.name`, with or without a port; addresses in digits are no names. */
const host = line(260)
  .toLowerCase()
  .refine(
    (text) =>
      /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*(?::[1-9]\d{0,4})?$/.test(
        text,
      ) && Number(/:(\d+)$/.exec(text)?.[1] ?? 443) <= 65_535,
    'must be a host such as registry.example.com, *.example.com or example.com:8443',
  );

const model = line(130).refine(
  isModelName,
  `must be one of ${MODEL_NAMES.join(', ')}, or another of ${OPEN_PROVIDERS.join(' or ')} that the operator lists`,
);

const list = <T extends z.ZodType>(item: T) =>
  z.array(item).max(LONGEST_LIST, `must have at most ${LONGEST_LIST} entries`);

const wholeNumber = (most: number) =>
  z.int('must be a whole number').min(1, 'must be at least 1').max(most, `must be at most ${most}`);

const login = line(60).regex(
  /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?:\/[A-Za-z0-9_.-]{1,100})?$/,
  'must be a login or an organisation and team, such as octo/reviewers',
);

export const ROLES = ['write', 'maintain'] as const;
const role = z.enum(ROLES, `must be one of ${ROLES.join(', ')}`);

/** Seed 001's limit, and its sentence below. */
const LEAST_THINKING = 1024;

/** Everything is optional: what is not set has its default. */
export const Settings = z
  .strictObject({
    label: line(50),
    base: branch,
    setup: script,
    test: script,
    models: z
      .strictObject({
        plan: model,
        code: model,
        thinking: z
          .int('must be a whole number of tokens')
          .min(LEAST_THINKING, {
            error: ({ input }) =>
              `Thinking budget must be at least ${LEAST_THINKING} tokens, got ${String(input)}`,
          })
          .max(64_000, 'must be at most 64000 tokens'),
      })
      .partial(),
    budget: z
      .strictObject({
        usd: z
          .number('must be a number of dollars')
          .positive('must be above 0')
          .max(1000, 'must be at most 1000'),
        minutes: wholeNumber(1440),
        attempts: wholeNumber(50),
        turns: wholeNumber(1000),
      })
      .partial(),
    network: z.strictObject({ allow: list(host) }).partial(),
    paths: z.strictObject({ allow: list(path), protect: list(path) }).partial(),
    approval: z
      .strictObject({
        role,
        accept: role,
        extend: role,
        bots: list(z.int('must be the numeric id of a bot').positive('must be above 0')),
      })
      .partial(),
    hooks: z
      .strictObject({
        enabled: z.boolean('must be true or false'),
        ask: z.enum(['hold', 'deny'], 'must be hold or deny'),
      })
      .partial(),
    instructions: path,
    notify: z.strictObject({ mention: list(login) }).partial(),
  })
  .partial();

export type Settings = z.output<typeof Settings>;
export const SETTING_NAMES = Object.keys(Settings.shape) as readonly (keyof Settings)[];

/** Where nothing is set: one value for every leaf that has one. */
export const DEFAULT_SETTINGS = {
  label: DEFAULT_ADMISSION.label,
  /** What is not set is the operator's to choose. */
  models: {},
  budget: {
    usd: DEFAULT_BUDGET.costUsd,
    minutes: DEFAULT_BUDGET.wallTimeMs / MINUTE_MS,
    attempts: DEFAULT_BUDGET.attempts,
    turns: DEFAULT_BUDGET.turnsPerStep,
  },
  network: { allow: [] },
  paths: { allow: [], protect: [] },
  approval: {
    role: DEFAULT_ADMISSION.leastRole,
    bots: [],
  },
  hooks: { enabled: true, ask: 'hold' as const },
  instructions: '.redgreen/instructions',
  notify: { mention: [] },
} satisfies Settings;

export type Problem = {
  /** Such as `budget.usd`; empty: the whole. */ at: string;
  problem: string;
};
export type ParsedSettings = { ok: true; settings: Settings } | { ok: false; problems: Problem[] };

export function parseSettings(value: unknown): ParsedSettings {
  const read = Settings.safeParse(value ?? {});
  if (read.success) return { ok: true, settings: read.data };
  return { ok: false, problems: read.error.issues.flatMap(toProblems) };
}

function toProblems(issue: z.core.$ZodIssue): Problem[] {
  const at = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      at: at === '' ? key : `${at}.${key}`,
      problem: `is not a setting; there are ${known(at).join(', ')}`,
    }));
  }
  const isShape = issue.code === 'invalid_type' && issue.message.startsWith('Invalid input');
  return [{ at, problem: isShape ? `must be ${expected(issue.expected)}` : issue.message }];
}

function known(at: string): string[] {
  if (at === '') return Object.keys(Settings.shape);
  const inner = Object.entries(Settings.shape)
    .find(([name]) => name === at)?.[1]
    ?.unwrap();
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

function expected(type: string): string {
  if (type === 'object' || type === 'record') return 'a group of settings';
  if (type === 'array') return 'a list';
  return type === 'string' ? 'a text' : `a ${type}`;
}
