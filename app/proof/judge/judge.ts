// The static judge: what can be said against authored tests before any of them runs, read from
// their syntax trees (decision 28). Pure.

import { judgeInputs } from './different-inputs.ts';
import type { Judgement, Objection } from './objection.ts';
import { judgePlaces } from './places.ts';
import { readSubmission } from './readings.ts';
import { judgeRunLines } from './run-line.ts';
import { judgeSources } from './sources.ts';
import { judgeStructure } from './structure.ts';
import type { Submission } from './submission.ts';

/** No objections: the cases may be run. Order is stable: structure, inputs, places, run lines, sources. */
export function judgeCases(submission: Submission): Judgement {
  const readings = readSubmission(submission);
  const { objections, notes } = judgeSources(submission, readings);
  return {
    objections: unique([
      ...judgeStructure(submission, readings),
      ...judgeInputs(submission, readings),
      ...judgePlaces(submission),
      ...judgeRunLines(submission),
      ...objections,
    ]),
    notes,
  };
}

/** As the author reads it: one line each, with the place. */
export function objectionLines(objections: readonly Objection[]): string[] {
  return objections.map(({ rule, message, criterion, caseId, path, line }) => {
    const place = path === undefined ? undefined : line === undefined ? path : `${path}:${line}`;
    const about = [caseId, criterion, place].filter((part) => part !== undefined).join(' ');
    return `${about === '' ? '' : `${about}: `}${message} (${rule})`;
  });
}

function unique(objections: readonly Objection[]): Objection[] {
  return [...new Map(objections.map((one) => [JSON.stringify(one), one])).values()];
}
