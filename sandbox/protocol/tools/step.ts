// The tools of a step by which it speaks with its host: they exist in their own steps only. Pure.
import { z } from 'zod';
import { SubmittedCases } from '../cases.ts';
import { CriterionId, Plan } from '../plan.ts';
import { STEPS, type Step } from '../task.ts';
import type { ToolRow } from './row.ts';

const reason = (what: string) => z.string().trim().min(1).max(5_000).describe(what);

const CriterionInput = z.strictObject({
  criterion: CriterionId.describe('The criterion, e.g. R2'),
  reason: reason('What was seen, or why'),
});

export const STEP_TOOLS = {
  mcp__redgreen__submit_plan: {
    does: 'talks',
    steps: ['plan'],
    input: Plan,
    text: `Hands over the plan and ends the planning when it is accepted. When it is refused, the result says why: mend the plan and submit it again.`,
  },
  mcp__redgreen__submit_tests: {
    does: 'talks',
    steps: ['write-tests', 'challenge'],
    input: SubmittedCases,
    text: `Hands over the test cases and ends the writing of tests when they are accepted. The files that the cases name are taken from the workspace as they are now. When the cases are refused, the result says why: mend them and submit them again, always all cases.`,
  },
  mcp__redgreen__set_status: {
    does: 'talks',
    steps: ['implement', 'verify'],
    input: z.strictObject({
      status: z
        .enum(['finished', 'passed', 'pending', 'blocked'])
        .describe(
          'finished: please verify everything; blocked: a cause outside the code stands in the way; passed, pending: your own view of one criterion',
        ),
      criterion: CriterionId.optional().describe(
        'The criterion meant, e.g. R2; left out with finished, and when everything is blocked',
      ),
      reason: reason('What was done and how it was checked; blocked: the exact cause'),
    }),
    text: `Says how the work stands.
- "finished" asks for verification in a fresh sandbox and ends the session: only what is seen there counts.
- "blocked" says that a cause outside the code (a missing credential, a service that does not exist, a contradiction in the approved plan) makes a criterion, or everything, impossible; a person reads the reason and decides.
- "passed" and "pending" with a criterion note your own view of it; they end nothing and prove nothing.
When the status is refused, the result says why: go on working.`,
  },
  mcp__redgreen__deprecate: {
    does: 'talks',
    steps: ['plan'],
    input: CriterionInput,
    text: `Marks a criterion of an earlier revision as no longer wanted. Its record is kept; it no longer counts.`,
  },
  mcp__redgreen__verify: {
    does: 'talks',
    steps: ['verify'],
    input: CriterionInput,
    text: `Notes that you have checked a criterion against the code as it is, with what you saw. The verdict itself comes from test runs.`,
  },
  mcp__redgreen__list: {
    does: 'talks',
    steps: STEPS,
    input: z.strictObject({
      status: z.enum(['pending', 'passed', 'blocked']).optional().describe('Only these'),
      verified: z.boolean().optional().describe('Only those (not) yet verified'),
    }),
    text: `Lists the criteria of the plan with their status.`,
  },
  mcp__redgreen__install: {
    does: 'talks',
    steps: ['implement'],
    input: z.strictObject({}),
    text: `Installs what changed manifests and lock files ask for: the repository's setup is run again on those files alone, in a sandbox of its own with access to package registries, and the session goes on with the result. Packages that the approved plan does not name are refused. Change the manifest first, then call this; lock files are brought up to date for you, and there is no other way to get packages.`,
  },
} as const satisfies Record<`mcp__redgreen__${string}`, ToolRow>;
type StepToolName = keyof typeof STEP_TOOLS;

/** Of each step: the one that hands its work over. */
export const SUBMIT_TOOLS = {
  plan: 'mcp__redgreen__submit_plan',
  'write-tests': 'mcp__redgreen__submit_tests',
  implement: 'mcp__redgreen__set_status',
  verify: 'mcp__redgreen__set_status',
  challenge: 'mcp__redgreen__submit_tests',
} as const satisfies Record<Step, StepToolName>;

export function isStepTool(name: string): name is StepToolName {
  return Object.hasOwn(STEP_TOOLS, name);
}
