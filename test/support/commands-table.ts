// The table of docs/commands.md, made from the table of commands. Run, it prints it.
import type { ActRow } from '../../app/command/act.ts';
import { COMMAND_NAMES, type CommandName, rowOf } from '../../app/command/commands.ts';
import type { Form } from '../../app/command/form.ts';
import { PLACES } from '../../app/job/commands.ts';
import { isTerminal, JOB_STATES } from '../../app/job/types.ts';

const HEAD = ['say', 'what it does', 'when', 'role'];

export function commandsTable(): string {
  const rows = [HEAD, ...COMMAND_NAMES.flatMap(rowsOf)];
  const widths = HEAD.map((_head, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line([], '-'), ...body.map((cells) => line(cells))].join('\n');
}

function rowsOf(name: CommandName): string[][] {
  const row = rowOf(name);
  const cells = ({ usage, does }: Form, when: string) => [
    `\`${usage}\``,
    does,
    when,
    `\`approval.${row.who}\``,
  ];
  if (row.kind === 'answer') return [cells(row, 'always')];
  if (row.kind === 'act') return [cells(row, placeOf(row))];
  if (row.kind === 'check') return [cells(row, 'on a pull request: [verify.md](verify.md)')];
  return Object.entries(row.forms).map(([type, form]) => cells(form, whenOf(type)));
}

function placeOf({ states }: ActRow): string {
  if (JOB_STATES.every((state) => isTerminal(state) !== states.includes(state))) {
    return 'until the job has ended';
  }
  return states.map((state) => `\`${state}\``).join(', ');
}

function whenOf(type: string): string {
  const { states = [], holds = [] } =
    Object.entries(PLACES).find(([one]) => one === type)?.[1] ?? {};
  if (JOB_STATES.every((state) => isTerminal(state) || states.includes(state))) {
    return 'until the job has ended';
  }
  const held = holds.map((hold) => `held: ${hold}`);
  return [...states.map((state) => `\`${state}\``), ...held].join(', ');
}

if (import.meta.main) console.log(commandsTable());
