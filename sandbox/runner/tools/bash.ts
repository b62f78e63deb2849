// Bash: a command's output and verdict, or a task in the background.
import { joinStreams } from '../processes/streams.ts';
import {
  defineTool,
  internalFailure,
  rejected,
  success,
  type ToolContext,
  type ToolResult,
} from '../tool.ts';

export const bashTool = defineTool('Bash', async (input, context) => {
  const { shell, signal, task } = context;
  if (input.run_in_background === true) return startTask(input.command, context);
  const { bashTimeoutMs, bashTimeoutMaxMs, outputBytes } = task.limits;
  const timeoutMs = Math.min(input.timeout ?? bashTimeoutMs, bashTimeoutMaxMs);
  const end = await shell.run({ command: input.command, timeoutMs, outputBytes, signal });
  if (end.failure !== undefined) return internalFailure(`bash did not start: ${end.failure}`);
  const { resetTo } = end;
  const notice = resetTo === undefined ? '' : `The working directory is ${resetTo} again.\n`;
  const output = joinStreams(end, notice);
  if (end.how === 'timeout') {
    const problem = `The command was killed after ${timeoutMs} ms with everything it had started.`;
    return internalFailure(`${problem}\n${output}`);
  }
  if (end.how === 'cancelled') return internalFailure(`The session was cancelled.\n${output}`);
  if (end.exitCode === 0) return success(output);
  // A provider refuses an empty error, and the code tells a failed test from a missing program.
  return rejected(`${output}${output === '' ? '' : '\n'}[exit code ${end.exitCode}]`);
});

function startTask(command: string, { shell, task }: ToolContext): ToolResult {
  const started = shell.tasks.start(command, task.limits.outputBytes);
  if ('problem' in started) return rejected(started.problem);
  return success(
    `Runs in the background as task ${started.id}. TaskOutput shows its output, TaskStop ends it.`,
  );
}
