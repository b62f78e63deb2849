// The twelve settings of a repository, one row a leaf: what it may hold, what holds when it is not
// set, how the page shows it, and which file uses it. Everything else is made from these rows. Pure.
import { z } from 'zod';
import { DEFAULT_ADMISSION } from '../command/admission-settings.ts';
import { MODEL_NAMES } from '../gateway/models.ts';
import { MOMENTS } from '../job/moments.ts';
import { DEFAULT_BUDGET } from '../job/policy.ts';
import { CHALLENGES } from '../proof/challenge/challenged.ts';
import {
  botId,
  branch,
  dollars,
  host,
  line,
  list,
  login,
  model,
  moment,
  path,
  ROLES,
  role,
  script,
  thinking,
  wholeNumber,
} from './shapes.ts';

type FieldKind = 'line' | 'script' | 'number' | 'list' | 'numbers' | 'choice' | 'switch';

export type Row<S extends z.ZodType = z.ZodType> = {
  shape: S;
  /** How it is typed on the page. */
  kind: FieldKind;
  choices?: readonly string[];
  label: string;
  help: string;
  /** The file that reads it. `NOT_YET`: nothing does in this version, and the page says so. */
  usedBy: string;
} & ({ default: z.output<S> } | { /** What holds without a value, in words. */ unset: string });

export const NOT_YET = 'not yet';

const MINUTE_MS = 60_000;
const ADMISSION = 'app/settings/effective.ts';
const BUDGET = 'app/settings/effective.ts';
const AS_ROLE = 'as `approval.role`';

/** What stands above the fields of a setting on the page, with the next ones of the same legend. */
export const LEGEND_HELP: Readonly<Record<string, string>> = {
  Commands: 'They run in a sandbox, from the root of the repository.',
  'Budget of a job': 'A job that reaches one of these limits stops and asks; its work is kept.',
};

export const TABLE = {
  label: single('Starting a job', line(50), {
    kind: 'line',
    label: 'Label',
    help: 'Putting this label on an issue starts a job.',
    default: DEFAULT_ADMISSION.label,
    usedBy: ADMISSION,
  }),
  base: single('Starting a job', branch, {
    kind: 'line',
    label: 'Base branch',
    help: 'Jobs start from this branch and their pull requests go to it; without it, the default branch.',
    unset: 'the default branch',
    usedBy: 'app/webhook/begin-job.ts',
  }),
  setup: single('Commands', script, {
    kind: 'script',
    label: 'Setup',
    help: 'Installs what the project needs, once per base commit.',
    unset: 'found in the repository',
    usedBy: 'app/steps/tree/begin.ts',
  }),
  test: single('Commands', script, {
    kind: 'script',
    label: 'Test',
    help: 'Runs the existing tests; exit code 0 means green.',
    unset: 'found in the repository',
    usedBy: 'app/steps/thread.ts',
  }),
  models: group('Models', {
    plan: row(model, {
      kind: 'choice',
      choices: MODEL_NAMES,
      label: 'Model for the plan',
      help: 'Writes the plan and its criteria.',
      unset: "the operator's, else the newest",
      usedBy: 'app/gateway/router.ts',
    }),
    code: row(model, {
      kind: 'choice',
      choices: MODEL_NAMES,
      label: 'Model for tests and code',
      help: 'Writes the tests and the code.',
      unset: "the operator's, else the newest",
      usedBy: 'app/gateway/router.ts',
    }),
    thinking: row(thinking, {
      kind: 'number',
      label: 'Thinking',
      help: 'Tokens for thinking, 1024 or more; not set: off.',
      unset: 'off',
      usedBy: 'app/gateway/gateway.ts',
    }),
  }),
  budget: group('Budget of a job', {
    usd: row(dollars, {
      kind: 'number',
      label: 'Dollars',
      help: 'Most a job may spend on models.',
      default: DEFAULT_BUDGET.costUsd,
      usedBy: BUDGET,
    }),
    minutes: row(wholeNumber(1440), {
      kind: 'number',
      label: 'Minutes',
      help: 'Longest a job may work.',
      default: DEFAULT_BUDGET.wallTimeMs / MINUTE_MS,
      usedBy: BUDGET,
    }),
    attempts: row(wholeNumber(50), {
      kind: 'number',
      label: 'Attempts',
      help: 'How often an implementation may be tried.',
      default: DEFAULT_BUDGET.attempts,
      usedBy: BUDGET,
    }),
    turns: row(wholeNumber(1000), {
      kind: 'number',
      label: 'Turns per step',
      help: 'How many answers of a model one step may take.',
      default: DEFAULT_BUDGET.turnsPerStep,
      usedBy: BUDGET,
    }),
    challenge: row(z.enum(CHALLENGES, 'must be off, once or twice'), {
      kind: 'choice',
      choices: CHALLENGES,
      label: 'Challenge',
      help: 'Further tests of what is verified, by an author who has seen neither code nor tests. once: one round; twice: until two rounds in a row pass.',
      default: 'off',
      usedBy: 'app/steps/challenge/challenge.ts',
    }),
  }),
  network: group('Network', {
    allow: row(list(host), {
      kind: 'list',
      label: 'Allowed hosts',
      help: 'Hosts that an agent may reach, such as registry.example.com or *.example.com. One a line.',
      default: [],
      usedBy: 'app/steps/tree/begin.ts',
    }),
  }),
  paths: group('Paths', {
    allow: row(list(path), {
      kind: 'list',
      label: 'Changeable paths',
      help: 'A job may change only these, such as src/**; empty: all. One a line.',
      default: [],
      usedBy: 'app/proof/path-rules.ts',
    }),
    protect: row(list(path), {
      kind: 'list',
      label: 'Protected paths',
      help: 'A job must never change these. One a line.',
      default: [],
      usedBy: 'app/proof/path-rules.ts',
    }),
  }),
  approval: group('Approval', {
    role: row(role, {
      kind: 'choice',
      choices: ROLES,
      label: 'Role for commands',
      help: 'Least role of who starts and steers jobs.',
      default: DEFAULT_ADMISSION.leastRole,
      usedBy: ADMISSION,
    }),
    accept: row(role, {
      kind: 'choice',
      choices: ROLES,
      label: 'Role for /accept',
      help: 'Not set: the role for commands.',
      unset: AS_ROLE,
      usedBy: ADMISSION,
    }),
    extend: row(role, {
      kind: 'choice',
      choices: ROLES,
      label: 'Role for /extend',
      help: 'Not set: the role for commands.',
      unset: AS_ROLE,
      usedBy: ADMISSION,
    }),
    bots: row(list(botId), {
      kind: 'numbers',
      label: 'Allowed bots',
      help: 'Numeric ids of bots that may start jobs. One a line.',
      default: [],
      usedBy: ADMISSION,
    }),
  }),
  hooks: group('Hooks', {
    enabled: row(z.boolean('must be true or false'), {
      kind: 'switch',
      choices: ['true', 'false'],
      label: 'Hooks of the repository',
      help: 'Whether hooks that the repository brings are run.',
      default: true,
      usedBy: NOT_YET,
    }),
    ask: row(z.enum(['hold', 'deny'], 'must be hold or deny'), {
      kind: 'choice',
      choices: ['hold', 'deny'],
      label: 'When a hook asks',
      help: 'hold: the job waits for a person; deny: refused at once.',
      default: 'hold',
      usedBy: NOT_YET,
    }),
  }),
  instructions: single('Instructions and notices', path, {
    kind: 'line',
    label: 'Instructions',
    help: 'Folder with what every step has to know of the project.',
    default: '.redgreen/instructions',
    usedBy: 'app/steps/agent/leg.ts',
  }),
  notify: group('Instructions and notices', {
    moments: row(list(moment), {
      kind: 'list',
      choices: MOMENTS,
      label: 'Notices',
      help: 'When the operator is notified, if he set up Apprise: plan, question, hold, end. One a line; empty list: never.',
      default: [...MOMENTS],
      usedBy: 'app/steps/operator/notifying.ts',
    }),
    mention: row(list(login), {
      kind: 'list',
      label: 'Mention',
      help: 'Logins or teams that are mentioned when a job waits, such as octo/reviewers. One a line.',
      default: [],
      usedBy: 'app/steps/thread/announcement.ts',
    }),
  }),
};

type Rest<S extends z.ZodType> = Row<S> extends infer R ? Omit<R, 'shape'> : never;

function row<S extends z.ZodType, const R extends Rest<S>>(shape: S, rest: R) {
  return { shape, ...rest };
}

function single<S extends z.ZodType, const R extends Rest<S>>(legend: string, shape: S, rest: R) {
  return { legend, shape, row: row(shape, rest) };
}

function group<L extends Record<string, { shape: z.ZodType }>>(legend: string, leaves: L) {
  const shapes = Object.entries(leaves).map(([name, { shape }]) => [name, shape]);
  type Shapes = { [K in keyof L]: L[K]['shape'] };
  return { legend, shape: z.strictObject(Object.fromEntries(shapes) as Shapes).partial(), leaves };
}
