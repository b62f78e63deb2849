// The step tools: each hands the work of its step to the host, and an accepted hand-over ends the
// session. What counts is decided there, never here.
import { lstat } from 'node:fs/promises';
import { FileContent } from '../../protocol/cases.ts';
import type { Outcome, Submission, Verdict } from '../../protocol/messages.ts';
import { readRegularFile } from '../files/content.ts';
import {
  askHost,
  defineTool,
  rejected,
  success,
  type ToolContext,
  type ToolResult,
} from '../tool.ts';

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_ALL_BYTES = 8 * 1024 * 1024;

export const submitPlanTool = defineTool('mcp__redgreen__submit_plan', async (plan, { host }) => {
  const verdict = await host.submit({ kind: 'plan', plan });
  return toResult(verdict, { kind: 'submitted', submission: 'plan' });
});

export const submitTestsTool = defineTool(
  'mcp__redgreen__submit_tests',
  async ({ cases }, context) => {
    const files: FileContent[] = [];
    let left = MAX_ALL_BYTES;
    for (const path of new Set(cases.flatMap((one) => one.files))) {
      const file = await readTestFile(path, context);
      if (typeof file === 'string') return rejected(file);
      left -= file.content.length;
      if (left < 0)
        return rejected(`The files of all cases together exceed ${MAX_ALL_BYTES} bytes.`);
      files.push(file);
    }
    const submission: Submission = { kind: 'tests', cases, files };
    const verdict = await context.host.submit(submission);
    return toResult(verdict, { kind: 'submitted', submission: 'tests' });
  },
);

export const setStatusTool = defineTool('mcp__redgreen__set_status', async (input, context) => {
  const { status, criterion, reason } = input;
  if (status === 'passed' || status === 'pending') {
    if (criterion === undefined) return rejected(`Which criterion is ${status}? Name it.`);
    return await askHost({ kind: 'claim', criterion, status, reason }, context);
  }
  if (status === 'blocked') {
    const of = criterion === undefined ? {} : { criterion };
    return await askHost({ kind: 'blocked', reason, ...of }, context);
  }
  if (criterion !== undefined) return rejected('finished is said of the work as a whole.');
  const verdict = await context.host.submit({ kind: 'status', status, reason });
  return toResult(verdict, { kind: 'finished', summary: reason });
});

function toResult(verdict: Verdict, ends: Outcome): ToolResult {
  if (verdict.accepted) return { ...success('Accepted. The session ends here.'), ends };
  const reasons = verdict.reasons.map((reason) => `- ${reason}`).join('\n');
  return rejected(`Refused:\n${reasons}`);
}

/** The file as it would be committed, or why it cannot be. */
async function readTestFile(
  path: string,
  { workspace }: ToolContext,
): Promise<FileContent | string> {
  const target = await workspace.checkWritable(path);
  if (!target.ok) return target.problem;
  const absolute = workspace.resolve(path);
  const stats = await lstat(absolute).catch(() => undefined);
  if (stats === undefined) return `${path} is named by a case but does not exist.`;
  if (!stats.isFile() || target.path !== absolute) return `${path} is no regular file.`;
  const file = readRegularFile(absolute, MAX_FILE_BYTES);
  if (file.kind !== 'file') return `${path} cannot be taken: at most ${MAX_FILE_BYTES} bytes.`;
  const mode = (file.mode & 0o100) === 0 ? 0o644 : 0o755;
  const parsed = FileContent.safeParse({ path, mode, content: file.bytes.toString('base64') });
  return parsed.success ? parsed.data : `${path} is no path that can be committed.`;
}
