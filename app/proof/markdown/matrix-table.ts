// The matrix as a table: criterion → tests → base and head. Every row is always there; only long
// texts are cut. Pure.
import type { CaseStatus, MatrixCase, MatrixRow } from '../matrix.ts';
import { inline, type Redact } from './filter.ts';
import type { Detail } from './fit.ts';
import { table } from './layout.ts';

export function matrixTable(matrix: readonly MatrixRow[], redact: Redact, detail: Detail): string {
  const rows = matrix.flatMap((row) => tableRows(row, redact, detail));
  return table(['Criterion', 'Test', 'On base', 'On head'], rows);
}

/** Only what the table uses. */
export function legend(matrix: readonly MatrixRow[]): string {
  const cases = matrix.flatMap((row) => row.cases);
  const kinds = new Set(cases.flatMap(({ why, headWhy }) => [why, headWhy]));
  const words = [
    kinds.has('assertion') ? '*assertion*: the test ran and its assertion failed.' : '',
    kinds.has('error') ? '*error*: the test ran and threw.' : '',
    kinds.has('load') ? '*load*: the test could not be loaded, so it never ran.' : '',
    cases.some(({ withheld }) => withheld) ? '🔒 the implementer never saw this test.' : '',
    cases.some(({ flaky }) => flaky) ? '〰️ runs on the same tree disagreed.' : '',
    cases.some(({ strength: of }) => of)
      ? '*notices*: red when the result of changed code is altered so.'
      : '',
  ];
  return words.filter((word) => word !== '').join(' ');
}

function tableRows(row: MatrixRow, redact: Redact, detail: Detail): string[][] {
  const mark = row.blocked ? `${row.kind}, blocked: not proven` : row.kind;
  const text = inline(row.text, redact, detail.text);
  const criterion = `**${row.criterion}** (${mark}) ${text}`;
  if (row.cases.length === 0) return [[criterion, '**no test**', '', '']];
  return row.cases.map((one, index) => [
    index === 0 ? criterion : '',
    `${one.id} ${inline(one.title, redact, detail.text)}${one.withheld ? ' 🔒' : ''}${strength(one)}`,
    cell(one.base, one.why, row.kind === 'new' ? 'red' : 'green'),
    cell(one.head, one.headWhy, 'green'),
  ]);
}

function strength({ strength: of }: MatrixCase): string {
  return of === undefined ? '' : ` (notices ${of.noticed} of ${of.of})`;
}

const MARKS: Record<CaseStatus, string> = {
  red: '🔴 red',
  green: '🟢 green',
  mixed: '〰️ red and green',
  'not run': '– not run',
};

function cell(status: CaseStatus, why: MatrixCase['why'], wanted: CaseStatus): string {
  const kind = why === undefined ? '' : ` (${why})`;
  const isWrong = status !== wanted && status !== 'not run';
  return `${MARKS[status]}${kind}${isWrong ? `, must be ${wanted}` : ''}`;
}
