// The instruction of a step: the repository's own text at the base commit, where it has one (LEDGER
// J8), else ours. Whoever may merge into the base may write it; what an agent changes never counts.
import type { Step } from '../../sandbox/protocol/task.ts';
import { AppError } from '../errors.ts';
import type { StepDeps } from './deps.ts';
import { readBase } from './thread.ts';

const LONGEST = 32 * 1024;

export async function readInstruction(
  deps: StepDeps,
  { jobId, step, instructions }: { jobId: string; step: Step; instructions: string },
): Promise<string> {
  const { thread, repository } = await readBase(deps, jobId);
  const path = `${instructions}/${step}.md`;
  const text = await deps.github.file(repository, { path, ref: thread.baseSha });
  if (text === undefined || text.trim() === '') return await deps.agent.instruction(step);
  if (text.length > LONGEST) {
    throw new AppError('VALIDATION_ERROR', {
      problem: `${path} is longer than ${LONGEST} characters. Shorten it on ${thread.baseBranch}.`,
    });
  }
  return text.trim();
}
