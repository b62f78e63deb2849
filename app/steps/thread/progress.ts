// What an agent shows of its work, kept so that every later edit of the status comment shows it too.
import type { TodoList } from '../../../sandbox/protocol/tools/talk.ts';
import type { Job } from '../../job/types.ts';
import type { Progress } from '../../store/threads.ts';
import type { StepDeps } from '../deps.ts';

type Shown = Partial<Pick<Progress, 'todos' | 'said'>>;

/** Nothing of an earlier step or attempt. */
export async function readProgress(deps: StepDeps, job: Job): Promise<Shown> {
  const kept = await deps.store.transaction(async ({ threads }) => await threads.progress(job.id));
  return kept?.of === placeOf(job) ? kept : {};
}

export async function keepProgress(
  deps: StepDeps,
  jobId: string,
  shown: { todos?: TodoList; said?: string },
): Promise<void> {
  const { todos, said } = shown;
  await deps.store.transaction(async ({ jobs, threads }) => {
    const record = await jobs.find(jobId);
    if (record === undefined) return;
    const of = placeOf(record.job);
    const before = await threads.progress(jobId);
    await threads.setProgress(jobId, {
      todos: [],
      ...(before?.of === of && before),
      of,
      ...(todos && { todos: todos.map(({ content, status }) => ({ text: content, status })) }),
      ...(said !== undefined && { said }),
    });
  });
}

function placeOf({ state, step, attemptNumber }: Job): string {
  return [state, step ?? '', attemptNumber].join('/');
}
