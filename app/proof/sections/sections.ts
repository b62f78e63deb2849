// Everything a page of a report says, in this order, in every form. A new section is one row. Pure.
import type { Report } from '../report.ts';
import { mapBlocks, summaryBlocks } from './changed-lines.ts';
import {
  attemptsBlocks,
  challengedBlocks,
  droppedBlocks,
  notMeasuredBlocks,
  placesBlocks,
  questionsBlocks,
  triedBlocks,
} from './evidence.ts';
import { lookBlocks } from './look.ts';
import { matrixBlocks, suiteBlocks } from './matrix.ts';
import { outputsBlocks } from './outputs.ts';
import { askedBlocks, noteBlocks, verdictBlocks } from './verdict.ts';
import type { Block, Outputs, Section } from './words.ts';

type Row = {
  heading?: string;
  /** Closed until somebody wants to read it. */
  isFolded?: true;
  /** Nothing: the section is left out, with its heading. */
  tell: (report: Report, outputs: Outputs) => readonly Block[];
};

/** Up to the matrix: the first screen, at most 25 lines. */
const ROWS: readonly Row[] = [
  { tell: verdictBlocks },
  { heading: 'Look here first', tell: lookBlocks },
  { tell: summaryBlocks },
  { tell: noteBlocks },
  { heading: 'Matrix', tell: (report) => [...matrixBlocks(report.matrix), ...suiteBlocks(report)] },
  {
    heading: 'Changed lines, and the tests that hold them',
    tell: (report, outputs) => mapBlocks(report, outputs === 'all runs'),
  },
  { heading: 'Challenged', tell: challengedBlocks },
  { heading: 'Attempts', tell: attemptsBlocks },
  { heading: 'Questions and answers', tell: questionsBlocks },
  { heading: 'What was asked', isFolded: true, tell: askedBlocks },
  { heading: 'What else was tried', isFolded: true, tell: triedBlocks },
  { heading: 'Output', isFolded: true, tell: outputsBlocks },
  { heading: 'Left out of the tree', isFolded: true, tell: droppedBlocks },
  { heading: 'Not measured', isFolded: true, tell: notMeasuredBlocks },
  { heading: 'Where it ran', isFolded: true, tell: placesBlocks },
];

export function sectionsOf(report: Report, outputs: Outputs): Section[] {
  return ROWS.flatMap(({ heading, isFolded = false, tell }) => {
    const blocks = tell(report, outputs);
    if (blocks.length === 0) return [];
    return [{ blocks, isFolded, ...(heading !== undefined && { heading }) }];
  });
}
