// The inputs of the tools, with Claude Code's names and keys. The host makes the model's tool
// definitions from these shapes, the runner parses each call by them. Pure.
import { z } from 'zod';
import { STEP_TOOL_INPUTS } from './step-tools.ts';
import { TALK_TOOL_INPUTS } from './talk-tools.ts';

const Path = z
  .string()
  .min(1)
  .max(4_096)
  .refine((path) => !path.includes('\0'), 'no NUL in a path');
const Lines = z.number().int().nonnegative().max(10_000_000);

export const ReadInput = z.strictObject({
  file_path: Path.describe('The absolute path of the file'),
  offset: Lines.optional().describe('The line to begin with, counted from 1'),
  limit: Lines.min(1).optional().describe('How many lines to read'),
  pages: z.string().min(1).max(40).optional().describe('Pages of a PDF, such as "3" or "1-5"'),
});

export const WriteInput = z.strictObject({
  file_path: Path.describe('The absolute path of the file'),
  content: z.string().max(8_000_000).describe('The whole new content'),
});

export const EditInput = z.strictObject({
  file_path: Path.describe('The absolute path of the file'),
  old_string: z.string().describe('The exact text to replace'),
  new_string: z.string().describe('The text to put in its place, different from old_string'),
  replace_all: z
    .boolean()
    .optional()
    .describe('Replace every occurrence of old_string (default false)'),
});

export const NotebookEditInput = z.strictObject({
  notebook_path: Path.describe('The absolute path of the notebook (.ipynb)'),
  cell_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The cell as Read names it; a new cell is put after it, or first without it'),
  new_source: z.string().max(8_000_000).describe('The new source of the cell'),
  cell_type: z
    .enum(['code', 'markdown'])
    .optional()
    .describe('The type of the cell; a new cell needs it'),
  edit_mode: z
    .enum(['replace', 'insert', 'delete'])
    .optional()
    .describe('What to do (default replace)'),
});
export type NotebookEditInput = z.infer<typeof NotebookEditInput>;

export const BashInput = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(100_000)
    .refine((command) => !command.includes('\0'), 'no NUL in a command')
    // The kernel takes no longer argument.
    .refine((command) => Buffer.byteLength(command) < 128 * 1024, 'at most 128 KiB')
    .describe('The command to run'),
  timeout: z.number().positive().optional().describe('Time limit in milliseconds'),
  description: z.string().max(1_000).optional().describe('What the command does, in a few words'),
  run_in_background: z
    .boolean()
    .optional()
    .describe('Do not wait: the result names a task for TaskOutput and TaskStop'),
  dangerouslyDisableSandbox: z
    .literal(false)
    .optional()
    .describe('Not available: there is no way out of the sandbox'),
});

const TaskId = z.string().min(1).max(200);

export const TaskOutputInput = z.strictObject({
  task_id: TaskId.describe('The task, as Bash named it'),
  block: z.boolean().optional().describe('Wait for its end (default true)'),
  timeout: z
    .number()
    .nonnegative()
    .max(600_000)
    .optional()
    .describe('How long to wait at most, in milliseconds (default 30000)'),
});

export const TaskStopInput = z.strictObject({
  task_id: TaskId.optional().describe('The task to end, as Bash named it'),
  shell_id: TaskId.optional().describe('Old name of task_id'),
});

export const GlobInput = z.strictObject({
  pattern: z.string().min(1).max(1_000).describe('The glob pattern that paths must match'),
  path: Path.optional().describe('The directory to search in; the workspace unless given'),
});

export const GrepInput = z.strictObject({
  pattern: z.string().min(1).max(10_000).describe('The regular expression to search for'),
  path: Path.optional().describe('File or directory to search in; the workspace unless given'),
  glob: z.string().min(1).max(1_000).optional().describe('Only files that match, e.g. "*.{ts,js}"'),
  output_mode: z
    .enum(['content', 'files_with_matches', 'count'])
    .optional()
    .describe('Lines, file paths (default) or numbers of matches'),
  '-B': Lines.optional().describe('Lines of context before each match (content only)'),
  '-A': Lines.optional().describe('Lines of context after each match (content only)'),
  '-C': Lines.optional().describe('Lines of context around each match (content only)'),
  context: Lines.optional().describe('The same as -C'),
  '-n': z.boolean().optional().describe('Show line numbers (content only; default true)'),
  '-i': z.boolean().optional().describe('Ignore case'),
  type: z.string().min(1).max(40).optional().describe('Only files of this type, e.g. js, py, go'),
  head_limit: Lines.optional().describe('Only the first N lines or entries (default 250, 0: all)'),
  offset: Lines.optional().describe('Skip the first N lines or entries'),
  multiline: z.boolean().optional().describe('Let . match newlines and matches span lines'),
});
export type GrepInput = z.infer<typeof GrepInput>;

export const TOOL_INPUTS = {
  Read: ReadInput,
  Write: WriteInput,
  Edit: EditInput,
  NotebookEdit: NotebookEditInput,
  Bash: BashInput,
  TaskOutput: TaskOutputInput,
  TaskStop: TaskStopInput,
  Glob: GlobInput,
  Grep: GrepInput,
  ...TALK_TOOL_INPUTS,
  ...STEP_TOOL_INPUTS,
} as const;

export type ToolName = keyof typeof TOOL_INPUTS;

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(TOOL_INPUTS, name);
}
