// The tools that look at files and change them, with Claude Code's names and keys. Pure.
import { z } from 'zod';
import { CHANGING_STEPS, EVERY_STEP, type ToolRow } from './row.ts';

const Path = z
  .string()
  .min(1)
  .max(4_096)
  .refine((path) => !path.includes('\0'), 'no NUL in a path');
const Lines = z.number().int().nonnegative().max(10_000_000);

export const FILE_TOOLS = {
  Read: {
    does: 'looks',
    about: { kind: 'file', key: 'file_path' },
    acceptEdits: true,
    steps: EVERY_STEP,
    input: z.strictObject({
      file_path: Path.describe('The absolute path of the file'),
      offset: Lines.optional().describe('The line to begin with, counted from 1'),
      limit: Lines.min(1).optional().describe('How many lines to read'),
      pages: z.string().min(1).max(40).optional().describe('Pages of a PDF, such as "3" or "1-5"'),
    }),
    text: `Reads a file. The first line of the result names the file and its number of lines; then come the lines, each after its number and an arrow.
- file_path is an absolute path, or relative to the workspace.
- Up to 2000 lines from the beginning unless offset and limit say otherwise. Lines longer than 2000 characters are cut.
- An image (PNG, JPEG, GIF, WebP) is shown as such.
- Of a PDF, text and images of pages are shown: all up to 10 pages, otherwise those that pages names, at most 20 at once.
- Of a notebook (.ipynb), cells are shown with their ids and outputs.
- Any other binary file is shown as the beginning of its bytes in hexadecimal.
- Directories cannot be read: use Glob, or ls with Bash.`,
  },
  Write: {
    does: 'writes',
    about: { kind: 'file', key: 'file_path' },
    acceptEdits: true,
    steps: CHANGING_STEPS,
    input: z.strictObject({
      file_path: Path.describe('The absolute path of the file'),
      content: z.string().max(8_000_000).describe('The whole new content'),
    }),
    text: `Writes a whole file and makes its directories.
- A file that exists must have been read with Read first, and must not have changed since.
- Prefer Edit for a change to an existing file.
- Only inside the workspace and /tmp.`,
  },
  Edit: {
    does: 'writes',
    about: { kind: 'file', key: 'file_path' },
    acceptEdits: true,
    steps: CHANGING_STEPS,
    input: z.strictObject({
      file_path: Path.describe('The absolute path of the file'),
      old_string: z.string().describe('The exact text to replace'),
      new_string: z.string().describe('The text to put in its place, different from old_string'),
      replace_all: z
        .boolean()
        .optional()
        .describe('Replace every occurrence of old_string (default false)'),
    }),
    text: `Replaces an exact piece of text in a file.
- The file must have been read with Read first, and must not have changed since.
- old_string is the text as it stands in the file, with its indentation, without the line number and arrow that Read puts before each line.
- old_string must occur exactly once, unless replace_all is true; take more surrounding lines to make it unique.
- An empty old_string makes a new file.
- Only inside the workspace and /tmp.`,
  },
  NotebookEdit: {
    does: 'writes',
    about: { kind: 'file', key: 'notebook_path' },
    steps: CHANGING_STEPS,
    input: z.strictObject({
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
    }),
    text: `Changes one cell of a Jupyter notebook (.ipynb).
- The notebook must have been read with Read first, and must not have changed since.
- edit_mode: "replace" (default) gives the cell a new source and, for code, removes its outputs; "insert" puts a new cell after the one named, or first when none is; "delete" removes it.
- cell_id is the id that Read shows. cell_type is needed for a new cell.
- Only inside the workspace and /tmp.`,
  },
} as const satisfies Record<string, ToolRow>;

export const SEARCH_TOOLS = {
  Glob: {
    does: 'looks',
    about: { kind: 'folder', key: 'path', pattern: 'pattern' },
    steps: EVERY_STEP,
    input: z.strictObject({
      pattern: z.string().min(1).max(1_000).describe('The glob pattern that paths must match'),
      path: Path.optional().describe('The directory to search in; the workspace unless given'),
    }),
    text: `Finds files by a glob pattern such as "**/*.test.ts" or "src/*.{js,mjs}".
- Paths come newest change first, at most 100.
- Hidden files are found; .git never; node_modules only when the pattern or path names it.`,
  },
  Grep: {
    does: 'looks',
    about: { kind: 'folder', key: 'path' },
    steps: EVERY_STEP,
    input: z.strictObject({
      pattern: z.string().min(1).max(10_000).describe('The regular expression to search for'),
      path: Path.optional().describe('File or directory to search in; the workspace unless given'),
      glob: z
        .string()
        .min(1)
        .max(1_000)
        .optional()
        .describe('Only files that match, e.g. "*.{ts,js}"'),
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
      type: z
        .string()
        .min(1)
        .max(40)
        .optional()
        .describe('Only files of this type, e.g. js, py, go'),
      head_limit: Lines.optional().describe(
        'Only the first N lines or entries (default 250, 0: all)',
      ),
      offset: Lines.optional().describe('Skip the first N lines or entries'),
      multiline: z.boolean().optional().describe('Let . match newlines and matches span lines'),
    }),
    text: `Searches the contents of files with a regular expression, as ripgrep does.
- Files that .gitignore names, binary files and .git are skipped.
- output_mode: "files_with_matches" (default) lists paths, "content" shows lines, "count" numbers of matches.
- Narrow the search with path, glob or type.
- Braces that mean themselves need a backslash: interface\\{\\}.
- A pattern matches inside one line unless multiline is true.`,
  },
} as const satisfies Record<string, ToolRow>;
