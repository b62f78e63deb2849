// The matrix as a table of the page: one group of rows for each criterion. Status is said in words;
// colour only repeats it. Pure.
import type { CaseStatus, MatrixCase, MatrixRow } from '../matrix.ts';
import type { Escape } from './escape.ts';
import { bullets } from './parts.ts';

export function matrixTable(matrix: readonly MatrixRow[], escape: Escape): string {
  return `<div class="wide" role="region" aria-label="Matrix" tabindex="0"><table>
<thead><tr><th scope="col">Criterion</th><th scope="col">Test</th><th scope="col">On base</th><th scope="col">On head</th></tr></thead>
${matrix.map((row) => group(row, escape)).join('\n')}
</table></div>${legend(matrix)}`;
}

function group(row: MatrixRow, escape: Escape): string {
  const { criterion, text, kind, blocked, cases } = row;
  const mark = blocked ? `${kind}, blocked: not proven` : kind;
  const span = Math.max(1, cases.length);
  const head = `<th scope="rowgroup" rowspan="${span}"><strong>${escape(criterion)}</strong> <span class="badge">${mark}</span><br>${escape(text)}</th>`;
  const rows = cases.length === 0 ? ['<td colspan="3">no test</td>'] : cases.map(cellsOf);
  return `<tbody>${rows.map((cells, index) => `<tr>${index === 0 ? head : ''}${cells}</tr>`).join('\n')}</tbody>`;

  function cellsOf(one: MatrixCase): string {
    const lock = one.withheld ? ' <span class="badge">withheld</span>' : '';
    const wanted = kind === 'new' ? 'red' : 'green';
    return [
      `<td><strong>${escape(one.id)}</strong> ${escape(one.title)}${lock}${strength(one)}</td>`,
      statusCell(one.base, one.why, wanted),
      statusCell(one.head, one.headWhy, 'green'),
    ].join('');
  }
}

function strength({ strength: of }: MatrixCase): string {
  return of === undefined ? '' : ` <span class="note">notices ${of.noticed} of ${of.of}</span>`;
}

const WORDS: Record<CaseStatus, string> = {
  red: '✗ red',
  green: '✓ green',
  mixed: '≈ red and green',
  'not run': '– not run',
};

/** The colour says what the words say; whether it is right is said beside it. */
function statusCell(status: CaseStatus, why: MatrixCase['why'], wanted: CaseStatus): string {
  const colour = status === 'green' ? 'green' : status === 'not run' ? '' : 'red';
  const note = [why, status === wanted ? undefined : `must be ${wanted}`].filter(
    (word) => word !== undefined,
  );
  const more = note.length === 0 ? '' : ` <span class="note">${note.join(', ')}</span>`;
  return `<td><span class="status ${colour}">${WORDS[status]}${more}</span></td>`;
}

/** Only what the table uses. */
function legend(matrix: readonly MatrixRow[]): string {
  const cases = matrix.flatMap((row) => row.cases);
  const kinds = new Set(cases.flatMap(({ why, headWhy }) => [why, headWhy]));
  const words = [
    kinds.has('assertion') ? '<em>assertion</em>: the test ran and its assertion failed.' : '',
    kinds.has('error') ? '<em>error</em>: the test ran and threw.' : '',
    kinds.has('load') ? '<em>load</em>: the test could not be loaded, so it never ran.' : '',
    cases.some(({ withheld }) => withheld)
      ? '<em>withheld</em>: the implementer never saw this test.'
      : '',
    cases.some(({ flaky }) => flaky)
      ? '<em>red and green</em>: runs on the same tree disagreed.'
      : '',
    cases.some(({ strength: of }) => of)
      ? '<em>notices</em>: red when the result of changed code is altered so.'
      : '',
  ].filter((word) => word !== '');
  return words.length === 0 ? '' : `<div class="soft">${bullets(words)}</div>`;
}
