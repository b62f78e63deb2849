// Edit: one exact piece of text replaced in a file the agent has read.
import { decodeExactly, readRegularFile, writeWholeFile } from '../files/content.ts';
import { linesOf, numberLines } from '../files/lines.ts';
import { defineTool, rejected, success, type ToolResult } from '../tool.ts';
import { MAX_CHANGED_BYTES, unseen } from './write.ts';

const SNIPPET_LINES = 4;
const MAX_SNIPPET_LINES = 60;

export const editTool = defineTool('Edit', async (input, { workspace, memory }) => {
  if (input.old_string === input.new_string) {
    return rejected('old_string and new_string are the same: there is nothing to change.');
  }
  if (input.file_path.endsWith('.ipynb')) {
    return rejected(`${input.file_path} is a notebook. Use NotebookEdit to change its cells.`);
  }
  const target = await workspace.checkWritable(input.file_path);
  if (!target.ok) return rejected(target.problem);
  const file = readRegularFile(target.path, MAX_CHANGED_BYTES);
  if (file.kind === 'unreadable' || file.kind === 'too_big') return rejected(file.problem);
  if (file.kind === 'missing' && input.old_string !== '') {
    return rejected(`File does not exist: ${target.path}`);
  }
  const before = decodeExactly(file.kind === 'file' ? file.bytes : Buffer.alloc(0));
  if (before === undefined) {
    return rejected(`${target.path} is not a text file in UTF-8 or UTF-16.`);
  }
  if (file.kind === 'file' && before.text !== '') {
    const problem = unseen(memory, target.path, file.bytes);
    if (problem !== undefined) return rejected(problem);
  }
  const change = replaceText(before.text, input);
  if ('problem' in change) return rejected(`${change.problem} (${target.path})`);
  const bytes = before.encode(change.text);
  const mode = file.kind === 'file' ? file.mode : undefined;
  const failure = await writeWholeFile(target.path, bytes, mode);
  if (failure !== undefined) return rejected(failure);
  memory.remember(target.path, bytes);
  return summary(target.path, change);
});

type Change = { text: string; count: number; at: number; inserted: string };

/** Exact; where the file's lines end in CR LF, with the line ends of both texts made so. Pure. */
function replaceText(
  text: string,
  input: { old_string: string; new_string: string; replace_all?: boolean | undefined },
): Change | { problem: string } {
  const { old_string, new_string } = input;
  if (old_string === '') {
    if (text !== '')
      return { problem: 'An empty old_string only makes a new file; this one is not' };
    return { text: new_string, count: 1, at: 0, inserted: new_string };
  }
  const isCrLf = text.includes('\r\n') && (!text.includes(old_string) || !/(?<!\r)\n/.test(text));
  const old = isCrLf ? toCrLf(old_string) : old_string;
  const inserted = isCrLf ? toCrLf(new_string) : new_string;
  const pieces = text.split(old);
  const count = pieces.length - 1;
  if (count === 0) return { problem: 'old_string does not occur in the file, exactly as given' };
  if (count > 1 && input.replace_all !== true) {
    return {
      problem: `old_string occurs ${count} times; take more lines to make it unique, or set replace_all`,
    };
  }
  return { text: pieces.join(inserted), count, at: pieces[0]?.length ?? 0, inserted };
}

function toCrLf(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}

function summary(path: string, { text, count, at, inserted }: Change): ToolResult {
  const lines = linesOf(text);
  const first = Math.max(0, linesOf(text.slice(0, at)).length - SNIPPET_LINES);
  const height = Math.min(linesOf(inserted).length + 2 * SNIPPET_LINES, MAX_SNIPPET_LINES);
  const snippet = numberLines(lines.slice(first, first + height), first + 1);
  const places = count === 1 ? '1 place' : `${count} places`;
  return success(
    `Changed ${path} in ${places} (${lines.length} lines). The first now reads:\n${snippet.join('\n')}`,
  );
}
