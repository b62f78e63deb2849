// What an agent without a job is told: its instruction, its tools, and how much it may do.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadInstruction } from '../../../sandbox/driver/session/instructions.ts';
import type { Step, TaskInput } from '../../../sandbox/protocol/task.ts';
import { FREE_STEP } from '../../../sandbox/protocol/tools/row.ts';
import { toolsOfStep } from '../../../sandbox/protocol/tools.ts';
import { type RepositoryContext, readContext } from '../../context/read-context.ts';
import { packageRoot } from '../package-root.ts';
import { readInside } from './read-inside.ts';

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
    tools: [...(options.tools ?? toolsOfStep(step ?? FREE_STEP))],
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
  const source = join(packageRoot(), 'sandbox/runner/instructions');
  const packed = join(packageRoot(), 'dist/instructions');
  return await loadInstruction(step, existsSync(source) ? source : packed);
}
