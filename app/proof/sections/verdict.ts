// The first lines of a page: the verdict, what was asked, how much of it is proven. Pure.

import type { Report } from '../report.ts';
import { plural } from './figures.ts';
import { movedBlocks } from './moved.ts';
import { type Block, listed, type Spans, text } from './words.ts';

/** One sentence, without Markdown: also the title of the check run. */
export function verdictLine({ headline, verdict, totals }: Report): string {
  const { proven, criteria } = totals;
  if (!verdict.passed) return `${headline}: ${proven} of ${criteria} criteria hold`;
  if (proven < criteria)
    return `${headline}: ${proven} of ${criteria} criteria, the rest is blocked`;
  return `${headline}: ${criteria === 1 ? 'the criterion holds' : `all ${criteria} criteria hold`}`;
}

const PASSED =
  'Each new behaviour’s test failed on the base and passes here; its author never saw this code.';
/** Two lines; the whole stands further below. */
const LONGEST_GOAL = 180;

export function verdictBlocks(report: Report): Block[] {
  const { issue, baseSha, attempt, plan, verdict } = report;
  const closes: Spans = issue === undefined ? [] : [{ closes: issue }, ' · '];
  const facts = [...closes, 'base ', { code: baseSha.slice(0, 7) }, ` · attempt ${attempt}`];
  return [
    ...(verdict.passed ? [text(PASSED)] : []),
    text(...facts),
    ...movedBlocks(report.moved),
    text({ strong: 'Asked:' }, ' ', { said: plan.goal, most: LONGEST_GOAL }),
    text({ strong: 'Proven:' }, ` ${provenLine(report)}`),
  ];
}

/** How many criteria hold, how many traced tests there are, how many pass. */
function provenLine({ totals }: Report): string {
  const withheld = totals.withheld === 0 ? '' : `, ${totals.withheld} of them withheld`;
  const tests = `${totals.green} of ${plural(totals.cases, 'test')} green on the head${withheld}`;
  return `${totals.proven} of ${plural(totals.criteria, 'criterion', 'criteria')} · ${tests}`;
}

export function askedBlocks({ plan, baseSha, jobId }: Report): Block[] {
  const named = (what: string, names: readonly string[]): Spans[] =>
    names.length === 0
      ? []
      : [[`${what}: `, ...names.flatMap((one, at) => [at === 0 ? '' : ', ', { code: one }])]];
  return [
    { kind: 'prose', text: plan.goal },
    ...listed([
      ...named('Paths of the plan', plan.paths),
      ...named('Packages of the plan', plan.packages),
      ['Plan revision ', { code: plan.revision }],
      ['Base commit ', { code: baseSha }],
      ['Job ', { code: jobId }],
    ]),
  ];
}

const NOTE_CHARACTERS = 300;

/** Model text: one paragraph, and said to be one. */
export function noteBlocks({ closingNote }: Report): Block[] {
  if (closingNote === undefined || closingNote.trim() === '') return [];
  const words = { said: closingNote, most: NOTE_CHARACTERS };
  const label = { strong: 'The implementer’s closing note, in its own words, checked by nobody:' };
  return [{ kind: 'quote', spans: [label, ' ', words] }];
}
