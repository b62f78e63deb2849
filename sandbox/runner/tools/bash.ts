// Bash: a command's output and verdict, in the form of RULINGS 34.
import { BashInput } from '../../protocol/tool-inputs.ts';
import { defineTool, internalFailure, rejected, success } from '../tool.ts';
import type { Capture } from './capture.ts';
import type { CommandEnd } from './shell.ts';

const CUT = '[SDLC_TRUNCATED]';

export const bashTool = defineTool(BashInput, async (input, { task, shell, signal }) => {
  const { bashTimeoutMs, bashTimeoutMaxMs, outputBytes } = task.limits;
  const timeoutMs = Math.min(input.timeout ?? bashTimeoutMs, bashTimeoutMaxMs);
  const end = await shell.run({ command: input.command, timeoutMs, outputBytes, signal });
  const output = joinStreams(end);
  if (end.failure !== undefined) return internalFailure(`bash did not start: ${end.failure}`);
  if (end.how === 'timeout') {
    const problem = `The command was killed after ${timeoutMs} ms with everything it had started.`;
    return internalFailure(`${problem}\n${output}`);
  }
  if (end.how === 'cancelled') return internalFailure(`The session was cancelled.\n${output}`);
  if (end.exitCode === 0) return success(output);
  // A provider refuses an empty error, and the code tells a failed test from a missing program.
  return rejected(`${output}${output === '' ? '' : '\n'}[exit code ${end.exitCode}]`);
});

function joinStreams({ stdout, stderr, resetTo }: CommandEnd): string {
  const notice = resetTo === undefined ? '' : `The working directory is ${resetTo} again.\n`;
  const errors = `${show(stderr)}${notice}`;
  return errors === '' ? show(stdout) : `${show(stdout)}\n--- stderr ---\n${errors}`;
}

function show({ text, isCut }: Capture): string {
  return isCut ? `${text}${CUT}` : text;
}
