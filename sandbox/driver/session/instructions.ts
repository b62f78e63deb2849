// The instructions of the steps: text files that the host reads and hands over with the task. Tools
// that look at files or change them stand in there as `{{looks}}` and `{{writes}}`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../app/errors.ts';
import type { Step } from '../../protocol/task.ts';
import { inWords, TOOLS, toolsOfStep } from '../../protocol/tools.ts';

/** `directory` holds one file for each step, e.g. sandbox/runner/instructions. */
export async function loadInstruction(step: Step, directory: string): Promise<string> {
  const path = join(directory, `${step}.md`);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const problem = 'The instruction of a step cannot be read.';
    throw new AppError('CONFIG_INVALID', { problem, details: { path }, cause });
  });
  if (text.trim() !== '') return nameTools(text.trim(), step);
  const problem = 'The instruction of a step is empty.';
  throw new AppError('CONFIG_INVALID', { problem, details: { path } });
}

function nameTools(text: string, step: Step): string {
  return text.replaceAll(/\{\{(looks|writes)\}\}/g, (_, does) => {
    const names = toolsOfStep(step).filter((name) => {
      return TOOLS[name].does === does && TOOLS[name].about !== undefined;
    });
    return inWords(names);
  });
}
