// Write: a whole file. What exists is replaced only as the agent has seen it.
import { readRegularFile, writeWholeFile } from '../files/content.ts';
import { linesOf } from '../files/lines.ts';
import type { FileMemory } from '../files/memory.ts';
import { defineTool, rejected, success } from '../tool.ts';

export const MAX_CHANGED_BYTES = 32 * 1024 * 1024;

export const writeTool = defineTool('Write', async (input, { workspace, memory }) => {
  const target = await workspace.checkWritable(input.file_path);
  if (!target.ok) return rejected(target.problem);
  const file = readRegularFile(target.path, MAX_CHANGED_BYTES);
  if (file.kind === 'unreadable' || file.kind === 'too_big') return rejected(file.problem);
  if (file.kind === 'file') {
    const problem = unseen(memory, target.path, file.bytes);
    if (problem !== undefined) return rejected(problem);
  }
  const bytes = Buffer.from(input.content);
  const mode = file.kind === 'file' ? file.mode : undefined;
  const failure = await writeWholeFile(target.path, bytes, mode);
  if (failure !== undefined) return rejected(failure);
  memory.remember(target.path, bytes);
  const done = file.kind === 'file' ? 'Replaced' : 'Created';
  return success(`${done} ${target.path} (${linesOf(input.content).length} lines).`);
});

/** Why the file may not be changed now; undefined when the agent knows it as it is. */
export function unseen(memory: FileMemory, path: string, bytes: Uint8Array): string | undefined {
  const seen = memory.compare(path, bytes);
  if (seen === 'unread') return `${path} has not been read yet. Read it first, then change it.`;
  if (seen === 'changed') {
    return `${path} has changed since it was read. Read it again, then change it.`;
  }
  return undefined;
}
