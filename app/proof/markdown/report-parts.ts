// The parts that report and failure have in common: attempts, bounds, outputs. Pure.
import type { MatrixCase } from '../matrix.ts';
import { oldSuiteText } from '../old-suite/words.ts';
import type { Report, ReportAttempt, ReportHunk } from '../report.ts';
import { lostTests } from '../suite.ts';
import { TAMPER_WORDS } from '../tamper/finding.ts';
import { toldTampering } from '../tamper/told.ts';
import { block, code, html, inline, type Redact, visible } from './filter.ts';
import type { Detail } from './fit.ts';
import {
  details,
  dollars,
  duration,
  joined,
  list,
  plural,
  section,
  sequence,
  table,
} from './layout.ts';

export const ATTEMPT_WORDS: Record<ReportAttempt['kind'], string> = {
  implement: 'first implementation',
  self_heal: 'repair',
  deep_fix: 'deep fix',
  intervention: 'by a person',
};

export function attemptsSection(attempts: readonly ReportAttempt[], costUsd: number): string {
  if (attempts.length === 0) return '';
  const rows = attempts.map((one) => [
    String(one.number),
    ATTEMPT_WORDS[one.kind],
    one.modelClass,
    one.status,
    one.durationMs === undefined ? '–' : duration(one.durationMs),
    one.costUsd === undefined ? '–' : dollars(one.costUsd),
  ]);
  return section(
    'Attempts',
    table(['#', 'What', 'Model', 'Ended', 'Time', 'Cost'], rows),
    `The whole job has cost ${dollars(costUsd)}.`,
  );
}

/** What a reviewer should look at first; says so when there is nothing. */
export function boundsSection(report: Report, redact: Redact, detail: Detail): string {
  const path = (text: string) => code(text, redact, detail.text);
  const fence = report.outsideFence.map((one) => `${path(one)} is not in the plan`);
  const tampering = toldTampering(report.tampering).map(
    ({ kind, path: one, detail: more }) =>
      `${path(one)}: ${TAMPER_WORDS[kind]} (${inline(more, redact)})`,
  );
  const unguarded = hunkList(report, 'unguarded').map((one) => {
    const what = one.kind === 'added-function' ? 'when it does nothing' : 'when it is undone';
    return `${path(one.path)} ${placeOf(one, redact)}: no test notices ${what}`;
  });
  const lost = [...lostTests(report), ...oldSuiteText(report.oldSuite)].map((text) =>
    inline(text, redact),
  );
  const blocked = report.matrix
    .filter((row) => row.blocked)
    .map(
      ({ criterion }) => `${criterion} is blocked by a cause outside the code: it is not proven`,
    );
  const found = [...blocked, ...fence, ...tampering, ...lost, ...unguarded];
  const announced = announcedLines(report, path);
  if (found.length > 0) return section('Look here first', list(found, detail.list), announced);
  const nothing =
    announced === ''
      ? 'Nothing was found: only paths of the plan were changed, and no existing test, test setting or CI file was touched.'
      : 'Nothing was found: only paths of the plan were changed, and of the existing tests only what it announced.';
  return section('Look here first', nothing, announced);
}

/** Existing tests that were changed as the approved plan says. */
function announcedLines({ tampering, oldSuite }: Report, path: (text: string) => string): string {
  const changed = tampering.flatMap((one) => (one.isAnnounced === true ? [one.path] : []));
  const paths = [...new Set([...changed, ...(oldSuite?.announced ?? [])])].sort();
  if (paths.length === 0) return '';
  const gone = oldSuite?.excused.length ?? 0;
  const tests = gone === 0 ? '' : `; ${plural(gone, 'test')} of before no longer run with it`;
  return `Changed as the approved plan announced: ${sequence(paths.map(path), MOST_PATHS)}${tests}.`;
}

const MOST_PATHS = 10;

function hunkList({ hunks }: Report, verdict: ReportHunk['verdict']): ReportHunk[] {
  return hunks.measured ? hunks.list.filter((one) => one.verdict === verdict) : [];
}

function placeOf({ startLine, endLine, symbol }: ReportHunk, redact: Redact): string {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  return symbol === undefined ? lines : `${lines}, ${code(symbol, redact)}`;
}

/** Of every changed hunk, whether a test would notice its loss. */
export function hunksSection({ hunks, twins }: Report): string {
  if (!hunks.measured) return '';
  const { guarded, unguarded, inseparable, unmeasured } = hunks;
  const parts = [
    `${guarded} guarded`,
    `${unguarded} unguarded`,
    ...(inseparable === 0 ? [] : [`${inseparable} that cannot go alone`]),
    ...(unmeasured === 0 ? [] : [`${unmeasured} not measured for lack of time`]),
  ];
  return section(
    'Changed hunks',
    `Each change was undone alone, each added function made hollow, and the tests above were run: ${parts.join(', ')}.`,
    twins === undefined ? '' : twinsText(twins),
  );
}

function twinsText({ red, green, none }: NonNullable<Report['twins']>): string {
  const open = none.length === 0 ? '' : `; ${none.join(', ')} could not be turned around`;
  const deaf = green === 0 ? '' : `, ${green} stayed green, which no honest test does`;
  return `Each test was run once more on the head expecting something else: ${red} of ${red + green} failed, as they should${deaf}${open}.`;
}

/** Every output made visible once: a page is rendered several times until it fits. */
export function withVisibleOutputs(report: Report, redact: Redact): Report {
  const visibleRun = (run: Report['runs'][number]) =>
    Object.assign({}, run, { output: visible(run.output, redact) });
  return { ...report, runs: report.runs.map(visibleRun) };
}

/** Outputs come from `withVisibleOutputs`. */
export function outputsSection(report: Report, redact: Redact, detail: Detail): string {
  if (detail.output === 0) {
    return section('Output', 'Left out here to keep this page within GitHub’s limit.');
  }
  const cases = report.matrix.flatMap(({ cases: own }) => own);
  const parts = cases.map((one) => caseOutput(report, one, { redact, detail }));
  return section('Output', ...parts, suiteOutput(report, redact, detail));
}

type Look = { redact: Redact; detail: Detail };

function caseOutput(report: Report, one: MatrixCase, look: Look): string {
  const base = chosenRun(report, one.id, 'base');
  const head = chosenRun(report, one.id, 'head');
  const lock = one.withheld ? ' 🔒' : '';
  const summary = `${one.id} · ${html(one.title, look.redact, look.detail.text)}${lock}`;
  return details(
    summary,
    joined([runText(base, 'the base', look), runText(head, 'the head', look)]),
  );
}

function suiteOutput(report: Report, redact: Redact, detail: Detail): string {
  const { suite } = report;
  const head = chosenRun(report, undefined, 'head');
  if (suite === undefined || head === undefined) return '';
  return details(
    `The repository’s own tests · ${html(suite.run, redact)}`,
    runText(head, 'the head', { redact, detail }),
  );
}

/** A red one when there is one: it says more. */
function chosenRun(report: Report, caseId: string | undefined, tree: 'base' | 'head') {
  const runs = report.runs.filter((run) => run.caseId === caseId && run.tree === tree);
  return runs.find(({ exitCode }) => exitCode !== 0) ?? runs[0];
}

function runText(run: Report['runs'][number] | undefined, where: string, look: Look): string {
  if (run === undefined) return `It was not run on ${where}.`;
  const facts = `On ${where}: exit code ${run.exitCode} after ${duration(run.durationMs)}`;
  if (run.output.trim() === '') return `${facts}, no output.`;
  return `${facts}.\n\n${block(run.output, (text) => text, look.detail.output)}`;
}
