// A workspace on disk and everything a tool is given, with a host that only remembers.
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Submission, Verdict } from '../../../../sandbox/protocol/messages.ts';
import type { HostAnswer, HostQuestion } from '../../../../sandbox/protocol/question.ts';
import { Task, type TaskInput } from '../../../../sandbox/protocol/task.ts';
import { type ToolName, toolsOfStep } from '../../../../sandbox/protocol/tools.ts';
import { createFileMemory } from '../../../../sandbox/runner/files/memory.ts';
import { openWorkspace } from '../../../../sandbox/runner/files/workspace.ts';
import { createShell } from '../../../../sandbox/runner/processes/shell.ts';
import type { ToolContext, ToolResult } from '../../../../sandbox/runner/tool.ts';
import { TOOLBOX } from '../../../../sandbox/runner/toolbox.ts';

export type ToolWorld = AsyncDisposable & {
  root: string;
  context: ToolContext;
  submissions: Submission[];
  progress: unknown[];
  verdict: Verdict;
  questions: HostQuestion[];
  answer: HostAnswer;
  cancel(): void;
  run(name: ToolName, input: unknown): Promise<ToolResult>;
  write(path: string, content: string | Uint8Array): Promise<string>;
};

export async function openToolWorld(changes: Partial<TaskInput> = {}): Promise<ToolWorld> {
  const top = await realpath(await mkdtemp(join(tmpdir(), 'redgreen-tools-')));
  const root = join(top, 'workspace');
  const temp = join(top, 'tmp');
  await mkdir(root);
  await mkdir(temp);
  const workspace = await openWorkspace(root, temp);
  const canceller = new AbortController();
  const env = { PATH: process.env['PATH'] ?? '', HOME: top, TERM: 'dumb' };
  const shell = createShell({ root, env, contains: workspace.contains });
  const submissions: Submission[] = [];
  const progress: unknown[] = [];
  const questions: HostQuestion[] = [];
  const world: ToolWorld = {
    root,
    submissions,
    progress,
    questions,
    verdict: { accepted: true },
    answer: { kind: 'said', content: 'So be it.', isError: false },
    context: {
      task: makeTask(root, changes),
      workspace,
      memory: createFileMemory(),
      shell,
      host: {
        turn: async () => ({ content: [], stopReason: 'end_turn' }),
        submit: async (submission) => {
          submissions.push(submission);
          return world.verdict;
        },
        ask: async (question) => {
          questions.push(question);
          return world.answer;
        },
        progress: async (todos) => void progress.push(todos),
      },
      gate: { isPlanning: changes.planning ?? false },
      now: () => performance.now(),
      signal: canceller.signal,
    },
    cancel: () => canceller.abort(),
    run: async (name, input) => await TOOLBOX[name](input, world.context),
    async write(path, content) {
      const absolute = join(root, path);
      await mkdir(dirname(absolute), { recursive: true });
      await writeFile(absolute, content);
      return absolute;
    },
    async [Symbol.asyncDispose]() {
      shell.close();
      await rm(top, { recursive: true, force: true });
    },
  };
  return world;
}

export function makeTask(root: string, changes: Partial<TaskInput> = {}): Task {
  const step = changes.step ?? 'implement';
  return Task.parse({
    step,
    instruction: 'i',
    input: 'u',
    tools: toolsOfStep(step),
    workspace: root,
    permissions: { mode: 'bypassPermissions' },
    planning: step === 'plan',
    ...changes,
  });
}

/** A process that has ended and that nobody has collected yet runs no more. */
export async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) [ZX] /.test(stat);
}
