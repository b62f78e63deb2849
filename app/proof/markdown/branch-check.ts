// The answer to `/verify`: the result, the commit, the matrix, and what the red tests printed. Of a
// withheld test no more is told than its criterion and title. Pure.
import type { VerifyResult } from '../../job/branch-check.ts';
import type { CheckVerdict, SeenRun } from '../branch-check.ts';
import type { ProofCase } from '../case.ts';
import { type MatrixRow, statusOf } from '../matrix.ts';
import type { Report } from '../report.ts';
import { duration, plural } from '../sections/figures.ts';
import { matrixBlocks } from '../sections/matrix.ts';
import { blocksText } from './blocks.ts';
import { type CheckText, reportCheck } from './check-run.ts';
import { block, code, html, inline, type Redact } from './filter.ts';
import { type Detail, fitBody, fitSummary } from './fit.ts';
import { details, joined, list, section, shortSha } from './layout.ts';

/** What was asked, by whom, and how long it took. */
type CheckAsked = {
  commitSha: string;
  requestedBy: string;
  durationMs: number;
  issue: number;
  revision: number;
};

export type CheckSeen = CheckVerdict & {
  matrix: readonly MatrixRow[];
  cases: readonly ProofCase[];
  runs: readonly SeenRun[];
  /** The repository's own suite; absent when it has none. */
  suite?: string | undefined;
  changedMeanwhile: readonly string[];
};

export type CheckAnswer = CheckAsked & {
  redact: Redact;
  told: CheckSeen | { code: string; problem: string; help: string };
};

export function checkAnswer(answer: CheckAnswer): string {
  return fitBody((detail) => render(answer, detail));
}

/**
 * For the check that somebody had run again. Green only where the report of that very commit says
 * so: that its criteria hold is less than what a report is about.
 */
export function checkedAgain(answer: CheckAnswer, report: Report | undefined): CheckText {
  const { told, requestedBy, redact } = answer;
  if (!('result' in told)) {
    return againText(answer, 'action_required', 'Nothing could be verified');
  }
  const isRed = told.criteria.some(({ status }) => status === 'pending');
  if (isRed) return againText(answer, 'failure', `Checked again: ${told.result}`);
  if (told.changedMeanwhile.length > 0 || isSuiteRedder(told, report)) {
    return againText(answer, 'action_required', `Checked again: ${told.result}, but look at it`);
  }
  if (report === undefined) {
    const conclusion = told.result === 'all passed' ? 'neutral' : 'action_required';
    return againText(answer, conclusion, `${told.result}; no report is about this commit`);
  }
  const { summary, ...text } = reportCheck(report, redact);
  const again = `Checked again, as ${code(requestedBy, redact)} asked: ${told.result}.`;
  return { ...text, summary: `${again}\n\n${summary}` };
}

/** Than when the report was written. */
function isSuiteRedder({ runs }: CheckSeen, report: Report | undefined): boolean {
  const own = runs.filter(({ caseId }) => caseId === undefined);
  return statusOf(own) !== 'green' && report?.suite?.head === 'green';
}

function againText(
  answer: CheckAnswer,
  conclusion: CheckText['conclusion'],
  title: string,
): CheckText {
  return { conclusion, title, summary: fitSummary((detail) => render(answer, detail)) };
}

const MARKS: Record<VerifyResult, string> = {
  'all passed': '🟢',
  partial: '🔴',
  'some blocked': '🟡',
  'all blocked': '🟡',
};

/** What cannot be relied on is not green. */
function markOf({ result, changedMeanwhile }: CheckSeen): string {
  return changedMeanwhile.length > 0 ? '🟡' : MARKS[result];
}

const UNCHANGED =
  'Nothing was changed by this: neither the job nor the branch. The tests are the authored ones, byte for byte; everything else, also how tests are set up, is as this commit has it.';

function render({ told, redact, ...asked }: CheckAnswer, detail: Detail): string {
  if (!('result' in told)) {
    return joined([
      '## ⚪ Nothing could be verified',
      askedLine(asked, redact),
      `\`${told.code}\`: ${inline(told.problem, redact, Math.max(detail.text, 500))}`,
      inline(told.help, redact),
    ]);
  }
  return joined([
    `## ${markOf(told)} Verification complete: ${told.result}`,
    askedLine(asked, redact),
    notPassed(told),
    blocksText(matrixBlocks(told.matrix), { redact, detail }),
    suiteLine(told, redact),
    meanwhile(told, redact, detail),
    outputs(told, redact, detail),
    UNCHANGED,
  ]);
}

function askedLine(asked: CheckAsked, redact: Redact): string {
  const { commitSha, requestedBy, durationMs, issue, revision } = asked;
  const who = code(requestedBy, redact);
  return `Commit ${shortSha(commitSha)} · plan revision ${revision} of #${issue} · asked for by ${who} · ${duration(durationMs)}`;
}

function notPassed({ criteria }: CheckSeen): string {
  const of = (status: 'pending' | 'blocked') =>
    criteria.flatMap((one) => (one.status === status ? `**${one.id}**` : []));
  const pending = of('pending');
  const blocked = of('blocked');
  const passed = criteria.length - pending.length - blocked.length;
  return [
    `${passed} of ${plural(criteria.length, 'criterion', 'criteria')} passed.`,
    ...(pending.length === 0 ? [] : [`Not passed: ${pending.join(', ')}.`]),
    ...(blocked.length === 0 ? [] : [`Blocked, so not proven: ${blocked.join(', ')}.`]),
  ].join(' ');
}

function suiteLine({ suite, runs }: CheckSeen, redact: Redact): string {
  if (suite === undefined) return 'The repository has no tests of its own.';
  const own = runs.filter(({ caseId }) => caseId === undefined);
  return `The repository’s own tests (${code(suite, redact)}): ${statusOf(own)} on this commit.`;
}

function meanwhile({ changedMeanwhile }: CheckSeen, redact: Redact, detail: Detail): string {
  if (changedMeanwhile.length === 0) return '';
  const paths = changedMeanwhile.map((path) => code(path, redact, detail.text));
  return joined([
    'These authored files were different after the tests had run, so do not rely on this result:',
    list(paths, detail.list),
  ]);
}

function outputs({ cases, runs }: CheckSeen, redact: Redact, detail: Detail): string {
  const look = { redact, detail };
  const red = (caseId: string | undefined) =>
    runs.find((run) => run.caseId === caseId && run.exitCode !== 0);
  const parts = cases.flatMap((one) => {
    const run = red(one.id);
    return run === undefined ? [] : [caseOutput(one, run, look)];
  });
  const suite = red(undefined);
  if (suite !== undefined) parts.push(output('The repository’s own tests', suite, look));
  return parts.length === 0 ? '' : section('Red', ...parts);
}

type Look = { redact: Redact; detail: Detail };

function caseOutput({ id, criterion, title, withheld }: ProofCase, run: SeenRun, look: Look) {
  const { redact, detail } = look;
  if (withheld) {
    return `🔒 ${criterion}: ${inline(title, redact, detail.text)}. It is withheld, so its output is not shown.`;
  }
  return output(`${id} · ${criterion} · ${html(title, redact, detail.text)}`, run, look);
}

function output(summary: string, run: SeenRun, { redact, detail }: Look): string {
  const facts = `Exit code ${run.exitCode} after ${duration(run.durationMs)}`;
  if (run.output.trim() === '') return details(summary, `${facts}, no output.`);
  if (detail.output === 0) return details(summary, `${facts}; its output is left out for length.`);
  return details(summary, `${facts}.\n\n${block(run.output, redact, detail.output)}`);
}
