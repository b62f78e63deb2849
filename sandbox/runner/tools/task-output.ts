// TaskOutput: how a background task stands and what it has said.
import { untilAborted } from '../abort.ts';
import { joinTails } from '../processes/streams.ts';
import type { BackgroundTask, TaskList } from '../processes/task-list.ts';
import { defineTool, rejected, success } from '../tool.ts';

const DEFAULT_WAIT_MS = 30_000;

export const taskOutputTool = defineTool('TaskOutput', async (input, { shell, signal }) => {
  const task = shell.tasks.find(input.task_id);
  if (task === undefined) return rejected(unknownTask(input.task_id, shell.tasks));
  if (input.block ?? true) await waitFor(task, input.timeout ?? DEFAULT_WAIT_MS, signal);
  const exitCode = task.exitCode();
  const output = joinTails(task.output());
  const lines = [
    `task_id: ${task.id}`,
    `status: ${task.status()}`,
    ...(exitCode === undefined ? [] : [`exit_code: ${exitCode}`]),
    output === '' ? 'There is no output.' : `output:\n${output}`,
  ];
  return success(lines.join('\n'));
});

export function unknownTask(id: string, tasks: TaskList): string {
  const known = tasks.ids();
  return `There is no task ${id}. Known: ${known.length === 0 ? 'none' : known.join(', ')}.`;
}

async function waitFor(task: BackgroundTask, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    await untilAborted(Promise.race([task.ended, promise]), signal);
  } finally {
    clearTimeout(timer);
  }
}
