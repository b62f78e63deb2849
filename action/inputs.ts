// The only reader of the environment in the Action: its inputs and what the runner says about the
// run. Everything that is wrong is said at once; no fault repeats a value.
import { z } from 'zod';
import { AppError } from '../app/errors.ts';
import { Secret } from '../app/secret.ts';

export type ActionInputs = {
  /** As it was given; only `workflow_dispatch` needs it. */
  issue: string;
  token: Secret;
  /** Whose comments and checks the token makes. */
  appId: number;
  anthropic: { apiKey: Secret; authToken: undefined; baseUrl: string };
  e2bApiKey: Secret | undefined;
  event: { name: string; path: string };
  /** `owner/name` */
  repository: string;
  apiUrl: string;
  /** The same for every attempt of one run. */
  run: { id: string; attempt: string; url: string };
  temp: string;
  toolCache: string | undefined;
  isDebug: boolean;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** GitHub's own App, behind every workflow's token. */
export const ACTIONS_APP_ID = 15_368;

const WORKFLOW = 'Run it as a step of a workflow on GitHub Actions.';
const key = /^[\x21-\x7e]+$/;

const Given = z.object({
  'INPUT_GITHUB-TOKEN': z
    .string({ error: 'is empty. Leave the input out: it is the token of the workflow then.' })
    .regex(key, 'has a space or a character no token has. Give the bare token.')
    .refine(
      (token) => !/^(?:gh[pou]_|github_pat_)/.test(token),
      "is a person's token, which can write no checks. Leave the input out, or give an App's token.",
    ),
  'INPUT_ANTHROPIC-API-KEY': z
    .string({
      error:
        'is empty. Put the key into a secret of the repository and write anthropic-api-key: ${{ secrets.ANTHROPIC_API_KEY }}.',
    })
    .regex(key, 'has a space or a character no key has. Give the bare key.'),
  'INPUT_ANTHROPIC-BASE-URL': address().default('https://api.anthropic.com'),
  'INPUT_E2B-API-KEY': z
    .string()
    .regex(key, 'has a space or a character no key has. Give the bare key.')
    .optional(),
  INPUT_ISSUE: z.string().optional(),
  GITHUB_EVENT_NAME: z.string({ error: `is not set. ${WORKFLOW}` }),
  GITHUB_EVENT_PATH: z.string({ error: `is not set. ${WORKFLOW}` }),
  GITHUB_REPOSITORY: z
    .string({ error: `is not set. ${WORKFLOW}` })
    .regex(/^[\w.-]+\/[\w.-]+$/, `is not owner/name. ${WORKFLOW}`),
  GITHUB_RUN_ID: z
    .string({ error: `is not set. ${WORKFLOW}` })
    .regex(/^\d{1,15}$/, `is not a number. ${WORKFLOW}`),
  GITHUB_RUN_ATTEMPT: z
    .string()
    .regex(/^\d{1,6}$/)
    .default('1'),
  GITHUB_API_URL: address().default('https://api.github.com'),
  GITHUB_SERVER_URL: address().default('https://github.com'),
  RUNNER_TEMP: z.string({ error: `is not set. ${WORKFLOW}` }).startsWith('/'),
  RUNNER_TOOL_CACHE: z.string().startsWith('/').optional().catch(undefined),
  RUNNER_DEBUG: z.string().optional(),
});
type Given = z.output<typeof Given>;

/** Throws CONFIG_INVALID; its details hold one line per input. */
export function readInputs(env: Environment = process.env): ActionInputs {
  const trimmed = Object.entries(env).map(([name, value]) => [name, value?.trim() ?? ''] as const);
  const read = Given.safeParse(Object.fromEntries(trimmed.filter(([, value]) => value !== '')));
  if (read.success) return toInputs(read.data);
  const details: Record<string, string> = {};
  for (const { path, message } of read.error.issues) details[nameOf(String(path[0]))] ??= message;
  const names = Object.keys(details).join(', ');
  throw new AppError('CONFIG_INVALID', {
    problem: `Not valid: ${names}.`,
    hint: 'Correct what is named above, in `with:` of the step.',
    details,
  });
}

function toInputs(given: Given): ActionInputs {
  const token = given['INPUT_GITHUB-TOKEN'];
  const { GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: runId } = given;
  const e2b = given['INPUT_E2B-API-KEY'];
  return {
    issue: given.INPUT_ISSUE ?? '',
    token: new Secret(token),
    // Tokens of Apps name their App since April 2026; a workflow's own is GitHub's App's.
    appId: Number(/^ghs_(\d{1,15})_/.exec(token)?.[1] ?? ACTIONS_APP_ID),
    anthropic: {
      apiKey: new Secret(given['INPUT_ANTHROPIC-API-KEY']),
      authToken: undefined,
      baseUrl: given['INPUT_ANTHROPIC-BASE-URL'],
    },
    e2bApiKey: e2b === undefined ? undefined : new Secret(e2b),
    event: { name: given.GITHUB_EVENT_NAME, path: given.GITHUB_EVENT_PATH },
    repository,
    apiUrl: given.GITHUB_API_URL,
    run: {
      id: runId,
      attempt: given.GITHUB_RUN_ATTEMPT,
      url: `${given.GITHUB_SERVER_URL}/${repository}/actions/runs/${runId}`,
    },
    temp: given.RUNNER_TEMP,
    toolCache: given.RUNNER_TOOL_CACHE,
    isDebug: given.RUNNER_DEBUG === '1',
  };
}

function nameOf(variable: string): string {
  return variable.startsWith('INPUT_') ? variable.slice('INPUT_'.length).toLowerCase() : variable;
}

function address() {
  return z
    .string()
    .refine((text) => {
      const url = URL.parse(text);
      return url !== null && /^https?:$/.test(url.protocol) && url.username === '';
    }, 'is not an address of http or https. Write it as https://HOST.')
    .transform((text) => text.replace(/\/+$/, ''));
}
