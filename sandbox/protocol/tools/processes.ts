// The tools that run commands, with Claude Code's names and keys. Pure.
import { z } from 'zod';
import { CHANGING_STEPS, type ToolRow } from './row.ts';

const TaskId = z.string().min(1).max(200);

/** Together: what Bash starts in the background is followed with the others. */
export const PROCESS_TOOLS = {
  Bash: {
    does: 'runs',
    about: { kind: 'command', key: 'command' },
    steps: CHANGING_STEPS,
    input: z.strictObject({
      command: z
        .string()
        .min(1)
        .max(100_000)
        .refine((command) => !command.includes('\0'), 'no NUL in a command')
        // The kernel takes no longer argument.
        .refine((command) => Buffer.byteLength(command) < 128 * 1024, 'at most 128 KiB')
        .describe('The command to run'),
      timeout: z.number().positive().optional().describe('Time limit in milliseconds'),
      description: z
        .string()
        .max(1_000)
        .optional()
        .describe('What the command does, in a few words'),
      run_in_background: z
        .boolean()
        .optional()
        .describe('Do not wait: the result names a task for TaskOutput and TaskStop'),
      dangerouslyDisableSandbox: z
        .literal(false)
        .optional()
        .describe('Not available: there is no way out of the sandbox'),
    }),
    text: `Runs a command with bash and waits for its end.
- Each call is a fresh shell; only the working directory is kept from call to call, as long as it lies in the workspace.
- The result is standard output, then standard error after a line "--- stderr ---". An exit code other than 0 makes the call an error. Each stream is cut at 1 MiB.
- timeout is in milliseconds (120000 unless given, at most 600000); at the limit the command and everything it started is killed.
- run_in_background starts the command and returns at once with the id of a task: see TaskOutput and TaskStop. At most 8 run at a time; all end with the session.
- Standard input is empty: no command can ask anything. There is no network unless the repository allows hosts.
- Use Read, Glob and Grep instead of cat, find and grep.`,
  },
  TaskOutput: {
    does: 'looks',
    steps: CHANGING_STEPS,
    input: z.strictObject({
      task_id: TaskId.describe('The task, as Bash named it'),
      block: z.boolean().optional().describe('Wait for its end (default true)'),
      timeout: z
        .number()
        .nonnegative()
        .max(600_000)
        .optional()
        .describe('How long to wait at most, in milliseconds (default 30000)'),
    }),
    text: `Shows how a background task of Bash stands: its status (running, completed, failed, killed), its exit code once it has ended, and its output, of which the last 1 MiB of each stream is kept.
- Waits for the task's end unless block is false, but not longer than timeout: 30000 milliseconds unless given, at most 600000.`,
  },
  TaskStop: {
    does: 'looks',
    steps: CHANGING_STEPS,
    input: z.strictObject({
      task_id: TaskId.optional().describe('The task to end, as Bash named it'),
      shell_id: TaskId.optional().describe('Old name of task_id'),
    }),
    text: `Ends a background task of Bash, with everything it started. Its output can still be read with TaskOutput.`,
  },
} as const satisfies Record<string, ToolRow>;
