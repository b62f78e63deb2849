// What tests printed: every run, one telling run of each test, or one line of it, as there is room.
// Pure.

import type { MatrixCase } from '../matrix.ts';
import { firstErrorLine } from '../output/first-error.ts';
import type { Report } from '../report.ts';
import { duration } from './figures.ts';
import { type Block, type Outputs, type Spans, text } from './words.ts';

type Run = Report['runs'][number];
type Ran = { id: string | undefined; summary: Spans };

export function outputsBlocks(report: Report, outputs: Outputs): Block[] {
  const ran = ranIn(report);
  if (ran.length === 0) return [];
  switch (outputs) {
    case 'all runs':
      return ran.map((one) => folded(one, allRuns(runsOf(report, one.id))));
    case 'one run':
      return ran.map((one) => folded(one, oneRun(runsOf(report, one.id))));
    case 'first lines':
      return [firstLines(report, ran)];
    case 'none':
      return [text('Left out here to keep this page within GitHub’s limit.')];
  }
}

function ranIn({ matrix, suite }: Report): Ran[] {
  const cases = matrix.flatMap(({ cases: own }) => own);
  const all: Ran[] = cases.map((one) => ({ id: one.id, summary: summaryOf(one) }));
  if (suite === undefined) return all;
  return [
    ...all,
    { id: undefined, summary: ['The repository’s own tests · ', { said: suite.run }] },
  ];
}

function summaryOf({ id, title, withheld }: MatrixCase): Spans {
  return [`${id} · `, { said: title }, ...(withheld ? [' ', { mark: 'withheld' } as const] : [])];
}

function runsOf({ runs }: Report, id: string | undefined): Run[] {
  return runs.filter(({ caseId }) => caseId === id);
}

function folded({ summary }: Ran, blocks: Block[]): Block {
  return { kind: 'fold', summary, blocks };
}

function allRuns(runs: readonly Run[]): Block[] {
  if (runs.length === 0) return [text('It was not run.')];
  return runs.flatMap((run) => {
    const kind = run.why === undefined ? '' : ` (${run.why})`;
    const facts = `On ${run.tree}, run ${run.run}: exit code ${run.exitCode}${kind} after ${duration(run.durationMs)}`;
    return printed(`${facts}.`, run);
  });
}

/** Where it is red on the head, that; else what it said on the base. */
function oneRun(runs: readonly Run[]): Block[] {
  const { base, head } = chosen(runs);
  const words = [factsOf(base, 'the base'), factsOf(head, 'the head')].join(' ');
  const told = tellingOf(runs);
  return told === undefined ? [text(words)] : printed(words, told);
}

function printed(facts: string, run: Run): Block[] {
  if (run.output.trim() === '') return [text(`${facts} It printed nothing.`)];
  return [text(facts), { kind: 'output', text: run.output }];
}

function factsOf(run: Run | undefined, where: string): string {
  if (run === undefined) return `It was not run on ${where}.`;
  return `On ${where}: exit code ${run.exitCode} after ${duration(run.durationMs)}.`;
}

function tellingOf(runs: readonly Run[]): Run | undefined {
  const { base, head } = chosen(runs);
  return head !== undefined && head.exitCode !== 0 ? head : (base ?? head);
}

/** A red one when there is one: it says more. */
function chosen(runs: readonly Run[]): Record<'base' | 'head', Run | undefined> {
  const of = (tree: 'base' | 'head') => {
    const own = runs.filter((run) => run.tree === tree);
    return own.find(({ exitCode }) => exitCode !== 0) ?? own[0];
  };
  return { base: of('base'), head: of('head') };
}

const LONGEST_LINE = 160;

function firstLines(report: Report, ran: readonly Ran[]): Block {
  const rows = ran.map(({ id, summary }): Spans[] => {
    const told = tellingOf(runsOf(report, id));
    const line = told === undefined || told.exitCode === 0 ? '' : firstErrorLine(told.output);
    return [
      id === undefined ? summary : [id],
      [told === undefined ? 'not run' : `${told.exitCode} on the ${told.tree}`],
      line === '' ? ['–'] : [{ code: line, most: LONGEST_LINE }],
    ];
  });
  return { kind: 'table', name: 'Output', head: ['Test', 'Exit code', 'What it said first'], rows };
}
