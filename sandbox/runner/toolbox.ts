// The implementation of every row of the table of tools.
import type { ToolName } from '../protocol/tools.ts';
import type { Tool } from './tool.ts';
import { bashTool } from './tools/bash.ts';
import { editTool } from './tools/edit.ts';
import { globTool } from './tools/glob.ts';
import { grepTool } from './tools/grep/grep.ts';
import { notebookEditTool } from './tools/notebook-edit.ts';
import { readTool } from './tools/read/read.ts';
import { deprecateTool, installTool, listTool, verifyTool } from './tools/step-questions.ts';
import { setStatusTool, submitPlanTool, submitTestsTool } from './tools/submit.ts';
import {
  askUserQuestionTool,
  briefTool,
  enterPlanModeTool,
  exitPlanModeTool,
} from './tools/talk.ts';
import { taskOutputTool } from './tools/task-output.ts';
import { taskStopTool } from './tools/task-stop.ts';
import { todoWriteTool } from './tools/todo-write.ts';
import { writeTool } from './tools/write.ts';

export const TOOLBOX: Readonly<Record<ToolName, Tool>> = {
  Read: readTool,
  Write: writeTool,
  Edit: editTool,
  NotebookEdit: notebookEditTool,
  Bash: bashTool,
  TaskOutput: taskOutputTool,
  TaskStop: taskStopTool,
  Glob: globTool,
  Grep: grepTool,
  TodoWrite: todoWriteTool,
  AskUserQuestion: askUserQuestionTool,
  EnterPlanMode: enterPlanModeTool,
  ExitPlanMode: exitPlanModeTool,
  Brief: briefTool,
  mcp__redgreen__submit_plan: submitPlanTool,
  mcp__redgreen__submit_tests: submitTestsTool,
  mcp__redgreen__set_status: setStatusTool,
  mcp__redgreen__list: listTool,
  mcp__redgreen__verify: verifyTool,
  mcp__redgreen__deprecate: deprecateTool,
  mcp__redgreen__install: installTool,
};
