// Every tool of the runner by its name.
import type { ToolName } from '../protocol/tool-inputs.ts';
import type { Tool } from './tool.ts';
import { bashTool } from './tools/bash.ts';
import { editTool } from './tools/edit.ts';
import { globTool } from './tools/glob.ts';
import { grepTool } from './tools/grep.ts';
import { readTool } from './tools/read.ts';
import { setStatusTool, submitPlanTool, submitTestsTool } from './tools/submit.ts';
import { todoWriteTool } from './tools/todo-write.ts';
import { writeTool } from './tools/write.ts';

export const TOOLBOX: Readonly<Record<ToolName, Tool>> = {
  Read: readTool,
  Write: writeTool,
  Edit: editTool,
  Bash: bashTool,
  Glob: globTool,
  Grep: grepTool,
  TodoWrite: todoWriteTool,
  mcp__redgreen__submit_plan: submitPlanTool,
  mcp__redgreen__submit_tests: submitTestsTool,
  mcp__redgreen__set_status: setStatusTool,
};
