// The table of docs/world.md, made from that of app/world. Run, it prints it.
import type { Deed } from '../../app/world/deeds.ts';
import { STANDINGS } from '../../app/world/standing.ts';
import { WORLD_NAMES, type WorldName, worldRow } from '../../app/world/table.ts';

const HEAD = ['event', 'what happens', ...STANDINGS, 'and'];
const WORDS: Record<Deed, string> = {
  stop: 'stops',
  hold: 'holds',
  note: 'noted',
  reread: 'read again',
  begin: 'may begin',
  command: 'as said',
  check: 'check',
  '-': '',
};

export function worldTable(): string {
  const rows = [HEAD, ...WORLD_NAMES.map(cellsOf)];
  const widths = HEAD.map((_head, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line([], '-'), ...body.map((cells) => line(cells))].join('\n');
}

function cellsOf(name: WorldName): string[] {
  const { when, deeds, also = '' } = worldRow(name);
  const [event = ''] = name.split('/');
  return [`\`${event}\``, when, ...STANDINGS.map((standing) => WORDS[deeds[standing]]), also];
}

if (import.meta.main) console.log(worldTable());
