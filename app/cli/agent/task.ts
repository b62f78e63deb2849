// What an agent without a job is told: its instruction, its tools, and how much it may do.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Step, TaskInput } from '../../../sandbox/protocol/task.ts';
import { toolsOfStep } from '../../../sandbox/protocol/tool-definitions.ts';
import { type RepositoryContext, readContext } from '../../context/read-context.ts';
import { AppError } from '../../errors.ts';
import { packageRoot } from '../package-root.ts';
import { readInside } from './read-inside.ts';

/** What a script is read by when there is no step. */
export const FREE_STEP = 'agent';

const FREE_TOOLS = [
  'Read',
  'Write',
  'Edit',
  'Bash',
  'Glob',
  'Grep',
  'TodoWrite',
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
  'Brief',
];

const FREE_INSTRUCTION = `You are an agent that works on the files of one directory, the workspace, with the tools you are given. Do what the user asks, no more. Look before you change; check what you did by running it where that is possible. When you are done, say in a few sentences what you did and how it was checked, and end your turn: that ends the work.`;

export type Brief = { task: TaskInput; system: string; context: RepositoryContext };

type BriefOptions = {
  prompt: string;
  step: Step | undefined;
  maxTurns: number;
  directory: string;
  /** Unset: those of the step, or of a free task. */
  tools?: readonly string[];
};

export async function makeBrief(options: BriefOptions): Promise<Brief> {
  const { prompt, step, maxTurns, directory } = options;
  const context = await readContext(async (path) => await readInside(directory, path));
  const instruction = step === undefined ? FREE_INSTRUCTION : await instructionOf(step);
  const system = context.text === '' ? instruction : `${instruction}\n\n${context.text}`;
  const isPlanning = step === 'plan' || step === 'verify';
  const task: TaskInput = {
    step: step ?? 'implement',
    instruction: system,
    input: prompt,
    tools: [...(options.tools ?? (step === undefined ? FREE_TOOLS : toolsOfStep(step)))],
    // In a sandbox there is nothing to protect; outside of it --yes has said so.
    permissions: { mode: isPlanning ? 'plan' : 'bypassPermissions' },
    planning: isPlanning,
    endsWithTurn: step === undefined,
    workspace: directory,
    limits: { turns: maxTurns },
  };
  return { task, system, context };
}

async function instructionOf(step: Step): Promise<string> {
  for (const folder of ['sandbox/runner/instructions', 'dist/instructions']) {
    const path = join(packageRoot(), folder, `${step}.md`);
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined) return text.trim();
  }
  throw new AppError('INTERNAL_ERROR', { problem: `The instruction of ${step} is missing.` });
}
