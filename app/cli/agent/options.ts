// The command line of `redgreen agent` and `redgreen tool` as checked values. Whatever is wrong is
// a usage fault that says it in one sentence.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isPlainObject } from '../../../sandbox/protocol/parse-json.ts';
import { STEPS, type Step } from '../../../sandbox/protocol/task.ts';
import { isLater, isToolName, TOOL_NAMES, type ToolName } from '../../../sandbox/protocol/tools.ts';
import { AppError } from '../../errors.ts';
import { PROVIDER_IDS } from '../../gateway/providers.ts';
import { parseOptions } from '../arguments.ts';

/** `scripted` plays a file. */
const CHOICES = [...PROVIDER_IDS, 'scripted'] as const;
type Choice = (typeof CHOICES)[number];

/** Where a conversation runs. */
export type Place = {
  /** Absolute. */
  directory: string;
  isSandboxed: boolean;
  /** Outside a sandbox: run at all. In one: copy the changed files back. */
  yes: boolean;
};

export type AgentOptions = Place & {
  prompt: string;
  /** Unset: a free task that ends with the model's turn. */
  step: Step | undefined;
  /** Unset: whoever is configured. */
  provider: Choice | undefined;
  script: string | undefined;
  baseUrl: string | undefined;
  model: string | undefined;
  maxTurns: number;
  json: boolean;
};

export type ToolOptions = Place & { name: ToolName; input: Record<string, unknown> };

const MOST_TURNS = 1_000;
const DEFAULT_TURNS = 100;
const LONGEST_PROMPT = 500_000;

const PLACE = {
  cwd: { type: 'string' },
  'no-sandbox': { type: 'boolean' },
  yes: { type: 'boolean' },
} as const;

export function readAgentOptions(args: string[]): AgentOptions {
  const { values, positionals } = parseOptions(args, {
    ...PLACE,
    prompt: { type: 'string' },
    step: { type: 'string' },
    provider: { type: 'string' },
    script: { type: 'string' },
    'base-url': { type: 'string' },
    model: { type: 'string' },
    hooks: { type: 'string' },
    'max-turns': { type: 'string' },
    json: { type: 'boolean' },
  });
  if (positionals.length > 0)
    throw usage(`"${positionals[0]}" is not understood; --prompt takes the text.`);
  if (values.hooks !== undefined) {
    throw usage('--hooks: this version runs no hooks yet, so the file would have no effect.');
  }
  const provider =
    values.provider === undefined ? undefined : oneOf('--provider', values.provider, CHOICES);
  if ((provider === 'scripted') !== (values.script !== undefined)) {
    throw usage('--provider scripted and --script FILE belong together.');
  }
  return {
    ...placeOf(values),
    prompt: promptOf(values.prompt),
    step: values.step === undefined ? undefined : oneOf('--step', values.step, STEPS),
    provider,
    script: values.script,
    baseUrl: values['base-url'] === undefined ? undefined : urlOf(values['base-url']),
    model: values.model,
    maxTurns: turnsOf(values['max-turns']),
    json: values.json ?? false,
  };
}

export function readToolOptions(args: string[]): ToolOptions {
  const { values, positionals } = parseOptions(args, { ...PLACE, input: { type: 'string' } });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0)
    throw usage('Name one tool, e.g. `redgreen tool Read`.');
  return { ...placeOf(values), name: toolOf(name), input: inputOf(values.input) };
}

type PlaceValues = { cwd?: string; 'no-sandbox'?: boolean; yes?: boolean };

function placeOf(values: PlaceValues): Place {
  const directory = resolve(values.cwd ?? '.');
  const isDirectory = statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isDirectory) throw usage(`--cwd: ${directory} is no directory.`);
  const isSandboxed = values['no-sandbox'] !== true;
  if (!isSandboxed && values.yes !== true) {
    throw usage(
      '--no-sandbox lets every command of the model run as you, on this machine; say --yes too if you mean it.',
    );
  }
  return { directory, isSandboxed, yes: values.yes ?? false };
}

function promptOf(text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw usage('--prompt takes the task as text.');
  if (text.length > LONGEST_PROMPT)
    throw usage(`--prompt is longer than ${LONGEST_PROMPT} characters.`);
  return text;
}

function turnsOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TURNS;
  const turns = Number(text);
  if (/^\d+$/.test(text) && turns >= 1 && turns <= MOST_TURNS) return turns;
  throw usage(`--max-turns takes a whole number from 1 to ${MOST_TURNS}, not "${text}".`);
}

function urlOf(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '') {
    return text.replace(/\/+$/, '');
  }
  throw usage('--base-url is not a URL of http or https. Write it as https://HOST.');
}

function toolOf(name: string): ToolName {
  if (isToolName(name)) return name;
  const where = isLater(name) ? ' in this version' : '';
  throw usage(`There is no tool ${name}${where}. There are ${TOOL_NAMES.join(', ')}.`);
}

function inputOf(text = '{}'): Record<string, unknown> {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    throw usage('--input is not JSON.');
  }
  if (isPlainObject(input)) return input;
  throw usage('--input is not a JSON object.');
}

function oneOf<T extends string>(flag: string, given: string, known: readonly T[]): T {
  const found = known.find((one) => one === given);
  if (found !== undefined) return found;
  throw usage(`${flag} takes one of ${known.join(', ')}, not "${given}".`);
}

function usage(problem: string): AppError {
  return new AppError('USAGE', { problem });
}
