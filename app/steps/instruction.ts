// The instruction of a step: the repository's own text at the base commit, where it has one,
// else ours; behind it what the repository tells every agent (AGENTS.md and the like). Whoever may
// merge into the base may write it; what an agent changes never counts (decision 23).
import type { Step } from '../../sandbox/protocol/task.ts';
import { type ReadFile, readContext } from '../context/read-context.ts';
import { AppError } from '../errors.ts';
import type { StepDeps } from './deps.ts';
import { readBase } from './thread.ts';

const LONGEST = 32 * 1024;

type Wish = { jobId: string; step: Step; instructions: string };

export async function readInstruction(deps: StepDeps, wish: Wish): Promise<string> {
  const { thread, repository } = await readBase(deps, wish.jobId);
  const readFile = async (path: string) =>
    await deps.github.file(repository, { path, ref: thread.baseSha });
  const { text, files, notes } = await readContext(readFile);
  if (notes.length > 0) deps.log.info({ jobId: wish.jobId, notes }, 'context was left out');
  const own = await ownInstruction(deps, { ...wish, readFile, branch: thread.baseBranch });
  deps.log.info({ jobId: wish.jobId, step: wish.step, files }, 'context was read');
  return text === '' ? own : `${own}\n\n${text}`;
}

async function ownInstruction(
  deps: StepDeps,
  { step, instructions, readFile, branch }: Wish & { readFile: ReadFile; branch: string },
): Promise<string> {
  const path = `${instructions}/${step}.md`;
  const text = await readFile(path);
  if (text === undefined || text.trim() === '') return await deps.agent.instruction(step);
  if (text.length > LONGEST) {
    throw new AppError('VALIDATION_ERROR', {
      problem: `${path} is longer than ${LONGEST} characters. Shorten it on ${branch}.`,
    });
  }
  return text.trim();
}
