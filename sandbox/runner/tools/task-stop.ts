// TaskStop: ends a background task with everything it started.
import { untilAborted } from '../abort.ts';
import { defineTool, rejected, success } from '../tool.ts';
import { unknownTask } from './task-output.ts';

export const taskStopTool = defineTool('TaskStop', async (input, { shell, signal }) => {
  const id = input.task_id ?? input.shell_id;
  if (id === undefined) return rejected('task_id is missing.');
  const task = shell.tasks.find(id);
  if (task === undefined) return rejected(unknownTask(id, shell.tasks));
  const status = task.status();
  if (status !== 'running') return rejected(`Task ${id} does not run: it is ${status}.`);
  task.stop();
  await untilAborted(task.ended, signal);
  return success(`Task ${id} was stopped: ${task.command.slice(0, 200)}`);
});
