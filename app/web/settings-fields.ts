// The form of the settings: every leaf of the schema once, with its label, what it does, and how it is
// typed. Data only; what is valid is said by app/settings/schema.ts alone.
import { MODEL_NAMES } from '../gateway/models.ts';
import { ROLES } from '../settings/schema.ts';

type FieldKind = 'line' | 'script' | 'number' | 'list' | 'numbers' | 'choice' | 'switch';

export type Field = {
  /** Such as `budget.usd`; also the name of the input. */
  leaf: string;
  label: string;
  help: string;
  kind: FieldKind;
  choices?: readonly string[];
};
export type FieldGroup = { legend: string; help?: string; fields: readonly Field[] };

const models = MODEL_NAMES;

export const FIELD_GROUPS: readonly FieldGroup[] = [
  {
    legend: 'Starting a job',
    fields: [
      line('label', 'Label', 'Putting this label on an issue starts a job.'),
      line(
        'base',
        'Base branch',
        'Jobs start from this branch and their pull requests go to it; without it, the default branch.',
      ),
    ],
  },
  {
    legend: 'Commands',
    help: 'They run in a sandbox, from the root of the repository.',
    fields: [
      script('setup', 'Setup', 'Installs what the project needs, once per base commit.'),
      script('test', 'Test', 'Runs the existing tests; exit code 0 means green.'),
    ],
  },
  {
    legend: 'Models',
    fields: [
      choice('models.plan', 'Model for the plan', 'Writes the plan and its criteria.', models),
      choice('models.code', 'Model for tests and code', 'Writes the tests and the code.', models),
      number('models.thinking', 'Thinking', 'Tokens for thinking, 1024 or more; not set: off.'),
    ],
  },
  {
    legend: 'Budget of a job',
    help: 'A job that reaches one of these limits stops and asks; its work is kept.',
    fields: [
      number('budget.usd', 'Dollars', 'Most a job may spend on models.'),
      number('budget.minutes', 'Minutes', 'Longest a job may work.'),
      number('budget.attempts', 'Attempts', 'How often an implementation may be tried.'),
      number('budget.turns', 'Turns per step', 'How many answers of a model one step may take.'),
    ],
  },
  {
    legend: 'Network',
    fields: [
      list(
        'network.allow',
        'Allowed hosts',
        'Hosts that an agent may reach, such as registry.example.com or *.example.com. One a line.',
      ),
    ],
  },
  {
    legend: 'Paths',
    fields: [
      list(
        'paths.allow',
        'Changeable paths',
        'A job may change only these, such as src/**; empty: all. One a line.',
      ),
      list('paths.protect', 'Protected paths', 'A job must never change these. One a line.'),
    ],
  },
  {
    legend: 'Approval',
    fields: [
      choice(
        'approval.role',
        'Role for commands',
        'Least role of who starts and steers jobs.',
        ROLES,
      ),
      choice('approval.accept', 'Role for /accept', 'Not set: the role for commands.', ROLES),
      choice('approval.extend', 'Role for /extend', 'Not set: the role for commands.', ROLES),
      {
        leaf: 'approval.bots',
        label: 'Allowed bots',
        help: 'Numeric ids of bots that may start jobs. One a line.',
        kind: 'numbers',
      },
    ],
  },
  {
    legend: 'Hooks',
    fields: [
      {
        leaf: 'hooks.enabled',
        label: 'Hooks of the repository',
        help: 'Whether hooks that the repository brings are run.',
        kind: 'switch',
        choices: ['true', 'false'],
      },
      choice(
        'hooks.ask',
        'When a hook asks',
        'hold: the job waits for a person; deny: refused at once.',
        ['hold', 'deny'],
      ),
    ],
  },
  {
    legend: 'Instructions and notices',
    fields: [
      line(
        'instructions',
        'Instructions',
        'Folder with what every step has to know of the project.',
      ),
      list(
        'notify.mention',
        'Mention',
        'Logins or teams that are mentioned when a job waits, such as octo/reviewers. One a line.',
      ),
    ],
  },
];

export const FIELDS: readonly Field[] = FIELD_GROUPS.flatMap(({ fields }) => fields);

export function isList({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'list' || kind === 'numbers';
}

function line(leaf: string, label: string, help: string): Field {
  return { leaf, label, help, kind: 'line' };
}

function script(leaf: string, label: string, help: string): Field {
  return { leaf, label, help, kind: 'script' };
}

function number(leaf: string, label: string, help: string): Field {
  return { leaf, label, help, kind: 'number' };
}

function list(leaf: string, label: string, help: string): Field {
  return { leaf, label, help, kind: 'list' };
}

function choice(leaf: string, label: string, help: string, choices: readonly string[]): Field {
  return { leaf, label, help, kind: 'choice', choices };
}
