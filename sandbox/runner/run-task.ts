// One session from its task to its end: joins loop, tools and wire, and ends what it started.
import { PermissionPolicy } from '../protocol/permission-policy.ts';
import type { Task } from '../protocol/task.ts';
import type { Parsers } from '../syntax/parsers.ts';
import { callTool } from './call-tool.ts';
import { createFileMemory } from './files/memory.ts';
import { openWorkspace } from './files/workspace.ts';
import { NO_HOOKS } from './hooks.ts';
import type { Host } from './host.ts';
import { type LoopEnd, runLoop } from './loop.ts';
import { createDisallowed, createPermissions } from './permissions/decide.ts';
import type { ToolContext } from './tool.ts';
import { TOOLBOX } from './toolbox.ts';
import { createShell } from './tools/shell.ts';

export type TaskDeps = {
  host: Host;
  /** Of every command. */
  env: Readonly<Record<string, string>>;
  /** For the lines of the shell. */
  parsers: Parsers;
  newId(): string;
  now(): number;
  signal: AbortSignal;
};

/** Never throws. When it returns, nothing that it started runs any more. */
export async function runTask(task: Task, deps: TaskDeps): Promise<LoopEnd> {
  const { host, env, parsers, newId, now, signal } = deps;
  const workspace = await openWorkspace(task.workspace).catch(() => undefined);
  if (workspace === undefined) {
    const problem = `The workspace ${task.workspace} cannot be opened.`;
    return { outcome: { kind: 'failed', problem }, entries: [] };
  }
  const shell = createShell({ root: workspace.root, env, contains: workspace.contains });
  const memory = createFileMemory();
  const context: ToolContext = { task, workspace, memory, shell, host, now, signal };
  const judging = { parsers, root: workspace.root, home: env['HOME'] ?? workspace.root };
  const parts = {
    toolbox: TOOLBOX,
    hooks: NO_HOOKS,
    disallowed: createDisallowed(task.disallowed, judging),
    permissions: createPermissions(PermissionPolicy.parse(task.permissions), judging),
  };
  try {
    return await runLoop(task, {
      host,
      callTool: async (call) => await callTool(call, context, parts),
      newId,
      signal,
    });
  } finally {
    shell.close();
  }
}
