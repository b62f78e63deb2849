// The tools as a model is told about them: name, description, JSON Schema of the input. Made by the
// host, which owns every byte of a request; the same names give the same bytes. Pure.
import { z } from 'zod';
import { STEP_TOOL_TEXTS, STEP_TOOLS } from './step-tools.ts';
import { TALK_TOOL_TEXTS } from './talk-tools.ts';
import type { Step } from './task.ts';
import { isToolName, TOOL_INPUTS, type ToolName } from './tool-inputs.ts';

export type ToolDefinition = {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
};

/** In the order given. Names that no tool has are left out: a call of them would be refused. */
export function toolDefinitions(names: readonly string[]): ToolDefinition[] {
  return names.filter(isToolName).map((name) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(TOOL_INPUTS[name], { io: 'input' });
    return { name, description: DESCRIPTIONS[name], inputSchema };
  });
}

const TALKING: readonly ToolName[] = ['TodoWrite', 'AskUserQuestion', 'Brief'];
const LOOKING: readonly ToolName[] = ['Read', 'Glob', 'Grep', ...TALKING];
const CHANGING: readonly ToolName[] = [
  'Read',
  'Write',
  'Edit',
  'NotebookEdit',
  'Bash',
  'TaskOutput',
  'TaskStop',
  'Glob',
  'Grep',
  'EnterPlanMode',
  'ExitPlanMode',
  ...TALKING,
];

/** What a step offers unless a repository says otherwise. */
export function toolsOfStep(step: Step): ToolName[] {
  const isReadOnly = step === 'plan' || step === 'verify';
  return [...(isReadOnly ? LOOKING : CHANGING), ...STEP_TOOLS[step]];
}

const DESCRIPTIONS = {
  Read: `Reads a file. The first line of the result names the file and its number of lines; then come the lines, each after its number and an arrow.
- file_path is an absolute path, or relative to the workspace.
- Up to 2000 lines from the beginning unless offset and limit say otherwise. Lines longer than 2000 characters are cut.
- An image (PNG, JPEG, GIF, WebP) is shown as such.
- Of a PDF, text and images of pages are shown: all up to 10 pages, otherwise those that pages names, at most 20 at once.
- Of a notebook (.ipynb), cells are shown with their ids and outputs.
- Any other binary file is shown as the beginning of its bytes in hexadecimal.
- Directories cannot be read: use Glob, or ls with Bash.`,
  Write: `Writes a whole file and makes its directories.
- A file that exists must have been read with Read first, and must not have changed since.
- Prefer Edit for a change to an existing file.
- Only inside the workspace and /tmp.`,
  Edit: `Replaces an exact piece of text in a file.
- The file must have been read with Read first, and must not have changed since.
- old_string is the text as it stands in the file, with its indentation, without the line number and arrow that Read puts before each line.
- old_string must occur exactly once, unless replace_all is true; take more surrounding lines to make it unique.
- An empty old_string makes a new file.
- Only inside the workspace and /tmp.`,
  NotebookEdit: `Changes one cell of a Jupyter notebook (.ipynb).
- The notebook must have been read with Read first, and must not have changed since.
- edit_mode: "replace" (default) gives the cell a new source and, for code, removes its outputs; "insert" puts a new cell after the one named, or first when none is; "delete" removes it.
- cell_id is the id that Read shows. cell_type is needed for a new cell.
- Only inside the workspace and /tmp.`,
  Bash: `Runs a command with bash and waits for its end.
- Each call is a fresh shell; only the working directory is kept from call to call, as long as it lies in the workspace.
- The result is standard output, then standard error after a line "--- stderr ---". An exit code other than 0 makes the call an error. Each stream is cut at 1 MiB.
- timeout is in milliseconds (120000 unless given, at most 600000); at the limit the command and everything it started is killed.
- run_in_background starts the command and returns at once with the id of a task: see TaskOutput and TaskStop. At most 8 run at a time; all end with the session.
- Standard input is empty: no command can ask anything. There is no network unless the repository allows hosts.
- Use Read, Glob and Grep instead of cat, find and grep.`,
  TaskOutput: `Shows how a background task of Bash stands: its status (running, completed, failed, killed), its exit code once it has ended, and its output, of which the last 1 MiB of each stream is kept.
- Waits for the task's end unless block is false, but not longer than timeout: 30000 milliseconds unless given, at most 600000.`,
  TaskStop: `Ends a background task of Bash, with everything it started. Its output can still be read with TaskOutput.`,
  Glob: `Finds files by a glob pattern such as "**/*.test.ts" or "src/*.{js,mjs}".
- Paths come newest change first, at most 100.
- Hidden files are found; .git never; node_modules only when the pattern or path names it.`,
  Grep: `Searches the contents of files with a regular expression, as ripgrep does.
- Files that .gitignore names, binary files and .git are skipped.
- output_mode: "files_with_matches" (default) lists paths, "content" shows lines, "count" numbers of matches.
- Narrow the search with path, glob or type.
- Braces that mean themselves need a backslash: interface\\{\\}.
- A pattern matches inside one line unless multiline is true.`,
  ...TALK_TOOL_TEXTS,
  ...STEP_TOOL_TEXTS,
} as const satisfies Record<ToolName, string>;
