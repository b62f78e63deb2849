// What a leaf of the settings may hold, and what people are told when it does not. Pure.
import { z } from 'zod';
import { isModelName, MODEL_NAMES, OPEN_PROVIDERS } from '../gateway/models.ts';
import { MOMENTS } from '../job/moments.ts';

const LONGEST_LIST = 100;

export const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(longest, `must have at most ${longest} characters`)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must be one line of plain text');

export const script = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(10_000, 'must have at most 10,000 characters')
  .refine((text) => !/(?![\n\t])[\p{Cc}\p{Cs}]/u.test(text), 'must be plain text');

/** What git allows as a branch, without the forms that only confuse. */
export const branch = line(200).refine(
  (name) =>
    /^[^\s~^:?*[\\@{}-][^\s~^:?*[\\{}]*$/.test(name) && !/\.\.|\/\/|\.lock$|[./]$|^\//.test(name),
  'must be the name of a branch',
);

export const path = line(300).refine(
  (text) => !text.startsWith('/') && !text.split('/').includes('..'),
  'must be a path or pattern inside the repository, such as src/**',
);

/** A name or `*.name`, with or without a port; addresses in digits are no names. */
export const host = line(260)
  .toLowerCase()
  .refine(
    (text) =>
      /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*(?::[1-9]\d{0,4})?$/.test(
        text,
      ) && Number(/:(\d+)$/.exec(text)?.[1] ?? 443) <= 65_535,
    'must be a host such as registry.example.com, *.example.com or example.com:8443',
  );

export const model = line(130).refine(
  isModelName,
  `must be one of ${MODEL_NAMES.join(', ')}, or another of ${OPEN_PROVIDERS.join(' or ')} that the operator lists`,
);

export const list = <T extends z.ZodType>(item: T) =>
  z.array(item).max(LONGEST_LIST, `must have at most ${LONGEST_LIST} entries`);

export const wholeNumber = (most: number) =>
  z.int('must be a whole number').min(1, 'must be at least 1').max(most, `must be at most ${most}`);

export const login = line(60).regex(
  /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?:\/[A-Za-z0-9_.-]{1,100})?$/,
  'must be a login or an organisation and team, such as octo/reviewers',
);

export const moment = z.enum(MOMENTS, `must be one of ${MOMENTS.join(', ')}`);

export const ROLES = ['write', 'maintain'] as const;
export const role = z.enum(ROLES, `must be one of ${ROLES.join(', ')}`);

/** Less is refused by the models that have such a budget. */
const LEAST_THINKING = 1024;

export const thinking = z
  .int('must be a whole number of tokens')
  .min(LEAST_THINKING, {
    error: ({ input }) =>
      `Thinking budget must be at least ${LEAST_THINKING} tokens, got ${String(input)}`,
  })
  .max(64_000, 'must be at most 64000 tokens');

export const dollars = z
  .number('must be a number of dollars')
  .positive('must be above 0')
  .max(1000, 'must be at most 1000');

export const botId = z.int('must be the numeric id of a bot').positive('must be above 0');
