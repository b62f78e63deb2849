// The matrix as a table: criterion → tests → base and head, with strength where it was measured.
// Every row is always there. Pure.
import type { MatrixCase, MatrixRow } from '../matrix.ts';
import type { Report } from '../report.ts';
import { type Block, type Span, type Spans, text } from './words.ts';

export function matrixBlocks(matrix: readonly MatrixRow[]): Block[] {
  const hasStrength = matrix.some(({ cases }) => cases.some(({ strength }) => strength));
  const head = ['Criterion', 'Test', 'On base', 'On head', ...(hasStrength ? ['Strength'] : [])];
  const rows = matrix.flatMap((row) => rowsOf(row, hasStrength));
  return [{ kind: 'table', name: 'Matrix', head, rows }, ...legend(matrix, hasStrength)];
}

export function suiteBlocks({ suite }: Report): Block[] {
  if (suite === undefined) return [text('The repository has no tests of its own.')];
  const { run, base, head } = suite;
  return [
    text(
      'The repository’s own tests (',
      { code: run },
      `): ${base} on the base, ${head} on the head.`,
    ),
  ];
}

function rowsOf(row: MatrixRow, hasStrength: boolean): Spans[][] {
  const { criterion, kind, blocked, cases } = row;
  const mark = blocked ? `${kind}, blocked: not proven` : kind;
  const about: Spans = [{ strong: criterion }, ` (${mark}) `, { said: row.text }];
  if (cases.length === 0) return [[about, [{ strong: 'no test' }], ...emptyCells(hasStrength)]];
  return cases.map((one, index) => {
    const cells: Spans[] = [
      index === 0 ? about : [],
      [`${one.id} `, { said: one.title }, ...lockOf(one)],
      [{ status: one.base, why: one.why, wanted: kind === 'new' ? 'red' : 'green' }],
      [{ status: one.head, why: one.headWhy, wanted: 'green' }],
    ];
    return hasStrength ? cells.concat([[strengthOf(one)]]) : cells;
  });
}

function emptyCells(hasStrength: boolean): Spans[] {
  return hasStrength ? [[], [], []] : [[], []];
}

function lockOf({ withheld }: MatrixCase): Span[] {
  return withheld ? [' ', { mark: 'withheld' }] : [];
}

function strengthOf({ strength }: MatrixCase): string {
  return strength === undefined ? '–' : `${strength.noticed} of ${strength.of}`;
}

/** Only what the table uses. */
function legend(matrix: readonly MatrixRow[], hasStrength: boolean): Block[] {
  const cases = matrix.flatMap((row) => row.cases);
  const kinds = new Set(cases.flatMap(({ why, headWhy }) => [why, headWhy]));
  const said: [boolean, Span, string][] = [
    [kinds.has('assertion'), { em: 'assertion' }, ': the test ran and its assertion failed. '],
    [kinds.has('error'), { em: 'error' }, ': the test ran and threw. '],
    [kinds.has('load'), { em: 'load' }, ': the test could not be loaded, so it never ran. '],
    [
      cases.some(({ withheld }) => withheld),
      { mark: 'withheld' },
      ' the implementer never saw this test. ',
    ],
    [
      cases.some(({ flaky }) => flaky),
      { em: 'red and green' },
      ': runs on the same tree disagreed. ',
    ],
    [
      hasStrength,
      { em: 'strength' },
      ': of the alterations of what the changed code gives back, how many the test noticed. ',
    ],
  ];
  const spans = said.flatMap(([isUsed, what, words]) => (isUsed ? [what, words] : []));
  return spans.length === 0 ? [] : [text(...spans)];
}
