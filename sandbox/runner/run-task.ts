// One session from its task to its end: joins loop, tools and wire, and ends what it started.
import type { HostAnswer } from '../protocol/question.ts';
import type { Task } from '../protocol/task.ts';
import type { Parsers } from '../syntax/parsers.ts';
import { callTool } from './call-tool.ts';
import { createFileMemory } from './files/memory.ts';
import { openWorkspace, type Workspace } from './files/workspace.ts';
import { NO_HOOKS } from './hooks.ts';
import type { Host } from './host.ts';
import { type LoopEnd, runLoop } from './loop.ts';
import { createDisallowed, createPermissions } from './permissions/decide.ts';
import { createShell } from './processes/shell.ts';
import { createRecord } from './record.ts';
import type { ToolCall, ToolContext } from './tool.ts';
import { TOOLBOX } from './toolbox.ts';

type TaskDeps = {
  host: Host;
  /** Of every command. */
  env: Readonly<Record<string, string>>;
  /** For the lines of the shell. */
  parsers: Parsers;
  newId(): string;
  now(): number;
  signal: AbortSignal;
  /** The conversation is to go on elsewhere. */
  parking: AbortSignal;
};

/** Of files seen: what was seen longest ago has to be read again after a move. */
const SEEN_KEPT = 2_000;

/** Never throws. When it returns, nothing that it started runs any more. */
export async function runTask(task: Task, deps: TaskDeps): Promise<LoopEnd> {
  const workspace = await openWorkspace(task.workspace).catch(() => undefined);
  if (workspace === undefined) {
    const problem = `The workspace ${task.workspace} cannot be opened.`;
    return { outcome: { kind: 'failed', problem }, rows: { entries: [], decisions: [] } };
  }
  return await converseIn(workspace, task, deps);
}

async function converseIn(workspace: Workspace, task: Task, deps: TaskDeps): Promise<LoopEnd> {
  const { host, env, parsers, newId, now, signal, parking } = deps;
  const { root, contains } = workspace;
  const before = task.resume?.state;
  const shell = createShell({ root, env, contains, cwd: before?.cwd });
  const memory = createFileMemory(before?.seen);
  const gate = { isPlanning: before?.isPlanning ?? task.planning };
  const record = createRecord(newId, task.resume?.row ?? 0);
  const stop = AbortSignal.any([signal, parking]);
  const shared = { task, workspace, memory, shell, host, gate, now, signal: stop };
  const judging = { parsers, root, home: env['HOME'] ?? root, cwd: shell.cwd };
  const parts = {
    toolbox: TOOLBOX,
    hooks: NO_HOOKS,
    disallowed: createDisallowed(task.disallowed, judging),
    permissions: createPermissions(task.permissions, judging),
    log: record.decision,
  };
  const call = async (asked: ToolCall, answer?: HostAnswer) => {
    const context: ToolContext = { ...shared, answer };
    return await callTool(asked, context, parts);
  };
  const state = () => ({
    cwd: shell.cwd(),
    seen: memory.newest(SEEN_KEPT),
    isPlanning: gate.isPlanning,
  });
  try {
    return await runLoop(task, { host, callTool: call, record, state, signal, parking });
  } finally {
    shell.close();
  }
}
