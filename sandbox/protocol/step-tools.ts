// The tools of a step by which it speaks with its host: what each takes, what a model is told about
// it, and in which step it exists (seed 001 §3.2). Pure.
import { z } from 'zod';
import { SubmittedCases } from './cases.ts';
import { CriterionId, Plan } from './plan.ts';
import type { Step } from './task.ts';

const reason = (what: string) => z.string().trim().min(1).max(5_000).describe(what);

export const SetStatusInput = z.strictObject({
  status: z
    .enum(['finished', 'passed', 'pending', 'blocked'])
    .describe(
      'finished: please verify everything; blocked: a cause outside the code stands in the way; passed, pending: your own view of one criterion',
    ),
  criterion: CriterionId.optional().describe(
    'The criterion meant, e.g. R2; left out with finished, and when everything is blocked',
  ),
  reason: reason('What was done and how it was checked; blocked: the exact cause'),
});

export const ListInput = z.strictObject({
  status: z.enum(['pending', 'passed', 'blocked']).optional().describe('Only these'),
  verified: z.boolean().optional().describe('Only those (not) yet verified'),
});

export const CriterionInput = z.strictObject({
  criterion: CriterionId.describe('The criterion, e.g. R2'),
  reason: reason('What was seen, or why'),
});

export const InstallInput = z.strictObject({});

export const STEP_TOOL_INPUTS = {
  mcp__redgreen__submit_plan: Plan,
  mcp__redgreen__submit_tests: SubmittedCases,
  mcp__redgreen__set_status: SetStatusInput,
  mcp__redgreen__list: ListInput,
  mcp__redgreen__verify: CriterionInput,
  mcp__redgreen__deprecate: CriterionInput,
  mcp__redgreen__install: InstallInput,
} as const;
type StepToolName = keyof typeof STEP_TOOL_INPUTS;

/** A step has these and no other; the first hands its work over. */
export const STEP_TOOLS = {
  plan: ['mcp__redgreen__submit_plan', 'mcp__redgreen__deprecate', 'mcp__redgreen__list'],
  'write-tests': ['mcp__redgreen__submit_tests', 'mcp__redgreen__list'],
  implement: ['mcp__redgreen__set_status', 'mcp__redgreen__list', 'mcp__redgreen__install'],
  verify: ['mcp__redgreen__set_status', 'mcp__redgreen__verify', 'mcp__redgreen__list'],
} as const satisfies Record<Step, readonly [StepToolName, ...StepToolName[]]>;

export function submitToolOf(step: Step): StepToolName {
  return STEP_TOOLS[step][0];
}

export function isStepTool(name: string): name is StepToolName {
  return Object.hasOwn(STEP_TOOL_INPUTS, name);
}

export const STEP_TOOL_TEXTS = {
  mcp__redgreen__submit_plan: `Hands over the plan and ends the planning when it is accepted. When it is refused, the result says why: mend the plan and submit it again.`,
  mcp__redgreen__submit_tests: `Hands over the test cases and ends the writing of tests when they are accepted. The files that the cases name are taken from the workspace as they are now. When the cases are refused, the result says why: mend them and submit them again, always all cases.`,
  mcp__redgreen__set_status: `Says how the work stands.
- "finished" asks for verification in a fresh sandbox and ends the session: only what is seen there counts.
- "blocked" says that a cause outside the code (a missing credential, a service that does not exist, a contradiction in the approved plan) makes a criterion, or everything, impossible; a person reads the reason and decides.
- "passed" and "pending" with a criterion note your own view of it; they end nothing and prove nothing.
When the status is refused, the result says why: go on working.`,
  mcp__redgreen__list: `Lists the criteria of the plan with their status.`,
  mcp__redgreen__verify: `Notes that you have checked a criterion against the code as it is, with what you saw. The verdict itself comes from test runs.`,
  mcp__redgreen__deprecate: `Marks a criterion of an earlier revision as no longer wanted. Its record is kept; it no longer counts.`,
  mcp__redgreen__install: `Installs what changed manifests and lock files ask for: the repository's setup is run again on those files alone, in a sandbox of its own with access to package registries, and the session goes on with the result. Packages that the approved plan does not name are refused. Change the manifest first, then call this; lock files are brought up to date for you, and there is no other way to get packages.`,
} as const satisfies Record<StepToolName, string>;
