// What the judge says. An objection has to be answered by the test author before a case is run; a
// note only says what could not be judged. Types only.

export type ObjectionRule =
  | 'trace'
  | 'enough-cases'
  | 'different-cases'
  | 'withheld'
  | 'ids'
  | 'files'
  | 'place'
  | 'run-line'
  | 'skip'
  | 'mock'
  | 'network'
  | 'assertion'
  | 'tautology'
  | 'contract'
  | 'parse'
  | 'swallow'
  | 'source';

export type Objection = {
  rule: ObjectionRule;
  /** One sentence for the author. */
  message: string;
  criterion?: string;
  caseId?: string;
  path?: string;
  line?: number;
};

/** What was not judged and why. */
export type Note = { path: string; message: string };

export type Judgement = { objections: Objection[]; notes: Note[] };
