// The instructions of the steps: text files that the host reads and hands over with the task.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../app/errors.ts';
import type { Step } from '../../protocol/task.ts';

/** `directory` holds one file for each step, e.g. sandbox/runner/instructions. */
export async function loadInstruction(step: Step, directory: string): Promise<string> {
  const path = join(directory, `${step}.md`);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const problem = 'The instruction of a step cannot be read.';
    throw new AppError('CONFIG_INVALID', { problem, details: { path }, cause });
  });
  if (text.trim() !== '') return text.trim();
  const problem = 'The instruction of a step is empty.';
  throw new AppError('CONFIG_INVALID', { problem, details: { path } });
}
