// What is said of tests that an author hands over, before any of them is run.
import type { Sandbox } from '../../sandbox/driver/port.ts';
import type { Submission, Verdict } from '../../sandbox/protocol/messages.ts';
import type { Plan } from '../../sandbox/protocol/plan.ts';
import { MANIFESTS } from '../proof/judge/imports.ts';
import { judgeCases, objectionLines } from '../proof/judge/judge.ts';
import type { StepDeps } from './deps.ts';
import { parseTexts, textsOf } from './tree/syntax.ts';
import { basePaths, baseText } from './tree/workspace.ts';

type JudgeRequest = {
  plan: Plan;
  /** Where they were written, on the base commit. */
  sandbox: Sandbox;
  signal: AbortSignal;
  /** Beside cases that are there. */
  isFurther?: boolean;
};

const MOST_REASONS = 50;

export async function judgeTests(
  deps: StepDeps,
  submission: Submission,
  { plan, sandbox, signal, isFurther = false }: JudgeRequest,
): Promise<Verdict> {
  if (submission.kind !== 'tests') {
    return { accepted: false, reasons: ['This step hands over tests.'] };
  }
  const paths = await basePaths(sandbox, signal);
  const trees = await parseTexts(deps.parsers, textsOf(submission.files));
  const manifests = await readManifests(sandbox, paths, signal);
  const given = { plan, ...submission, trees, manifests, basePaths: paths, isFurther };
  const { objections } = judgeCases(given);
  if (objections.length === 0) return { accepted: true };
  return { accepted: false, reasons: objectionLines(objections).slice(0, MOST_REASONS) };
}

async function readManifests(
  sandbox: Sandbox,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of MANIFESTS.filter((one) => paths.includes(one))) {
    const text = await baseText(sandbox, path, signal);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}
