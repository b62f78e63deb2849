// NotebookEdit: one cell of a notebook replaced, inserted or deleted; the rest of the file stays as
// it is, byte for byte.
import { randomUUID } from 'node:crypto';
import type { ToolInput } from '../../protocol/tools.ts';
import { decodeExactly, readRegularFile, writeWholeFile } from '../files/content.ts';
import {
  type CellChange,
  changeCell,
  findCell,
  idOfCell,
  type Notebook,
  type NotebookCell,
  parseNotebook,
  toSourceLines,
} from '../files/notebook.ts';
import { defineTool, rejected, success } from '../tool.ts';
import { MAX_CHANGED_BYTES, unseen } from './write.ts';

export const notebookEditTool = defineTool('NotebookEdit', async (input, context) => {
  if (!input.notebook_path.endsWith('.ipynb')) {
    return rejected(`${input.notebook_path} is no notebook (.ipynb). Use Edit for other files.`);
  }
  const target = await context.workspace.checkWritable(input.notebook_path);
  if (!target.ok) return rejected(target.problem);
  const { path } = target;
  const file = readRegularFile(path, MAX_CHANGED_BYTES);
  if (file.kind === 'missing') return rejected(`File does not exist: ${path}`);
  if (file.kind !== 'file') return rejected(file.problem);
  const problem = unseen(context.memory, path, file.bytes);
  if (problem !== undefined) return rejected(problem);
  const content = decodeExactly(file.bytes);
  if (content === undefined) return rejected(`${path} is not a text file.`);
  const parsed = parseNotebook(content.text);
  if (!parsed.ok) return rejected(`${path} is no notebook that can be read: ${parsed.problem}.`);
  const planned = planChange(parsed.notebook, input);
  if ('problem' in planned) return rejected(`${planned.problem} (${path})`);
  const bytes = content.encode(changeCell(content.text, planned.change));
  const failure = await writeWholeFile(path, bytes, file.mode);
  if (failure !== undefined) return rejected(failure);
  context.memory.remember(path, bytes);
  return success(`${planned.done} in ${path}.`);
});

type Planned = { change: CellChange; done: string } | { problem: string };

/** Pure but for the id of a new cell. */
function planChange(notebook: Notebook, input: ToolInput<'NotebookEdit'>): Planned {
  const { cells } = notebook;
  const mode = input.edit_mode ?? 'replace';
  const index = input.cell_id === undefined ? -1 : findCell(notebook, input.cell_id);
  const cell = cells[index];
  if (input.cell_id !== undefined && cell === undefined) {
    const known = cells.map(idOfCell).slice(0, 50).join(', ');
    return { problem: `There is no cell ${input.cell_id}. Cells: ${known || 'none'}.` };
  }
  if (mode === 'insert') {
    if (input.cell_type === undefined) return { problem: 'A new cell needs its cell_type.' };
    const added = newCell(notebook, input.cell_type, input.new_source);
    const change = { index: index + 1, cell: added, isNew: true };
    return { change, done: `Inserted cell ${idOfCell(added, index + 1)}` };
  }
  if (cell === undefined) return { problem: `cell_id is missing: which cell to ${mode}?` };
  const id = idOfCell(cell, index);
  if (mode === 'delete') {
    return { change: { index, cell: undefined, isNew: false }, done: `Deleted cell ${id}` };
  }
  const changed = withSource(cell, input);
  return { change: { index, cell: changed, isNew: false }, done: `Replaced cell ${id}` };
}

/** What ran before was another source: its results go. */
function withSource(cell: NotebookCell, input: ToolInput<'NotebookEdit'>): NotebookCell {
  const { outputs: _, execution_count: __, ...rest } = cell;
  const type = input.cell_type ?? cell.cell_type;
  const isByLine = Array.isArray(cell.source);
  const source = isByLine ? toSourceLines(input.new_source) : input.new_source;
  const changed = { ...rest, cell_type: type, source };
  if (type !== 'code') return changed;
  // In the order of the cell's own keys, where it has them.
  return { ...cell, ...changed, execution_count: null, outputs: [] };
}

function newCell(notebook: Notebook, type: 'code' | 'markdown', text: string): NotebookCell {
  const { cells, nbformat = 4, nbformat_minor = 0 } = notebook;
  const isByLine = cells.every(({ source }) => Array.isArray(source));
  // Ids came with format 4.5, and are refused before it.
  const hasIds = nbformat > 4 || (nbformat === 4 && nbformat_minor >= 5);
  return {
    cell_type: type,
    ...(type === 'code' ? { execution_count: null } : {}),
    ...(hasIds ? { id: randomUUID().slice(0, 8) } : {}),
    metadata: {},
    ...(type === 'code' ? { outputs: [] } : {}),
    source: isByLine ? toSourceLines(text) : text,
  };
}
