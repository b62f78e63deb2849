// The tools by which an agent speaks with people, and the ones that close and open its planning.
import { stat } from 'node:fs/promises';
import { closedWhilePlanning } from '../../protocol/tools.ts';
import { askHost, defineTool, rejected, success, type ToolContext } from '../tool.ts';

export const askUserQuestionTool = defineTool(
  'AskUserQuestion',
  async ({ questions }, context) => await askHost({ kind: 'question', questions }, context),
);

export const enterPlanModeTool = defineTool('EnterPlanMode', async (_input, { gate }) => {
  if (gate.isPlanning) return rejected('This session is planning already.');
  gate.isPlanning = true;
  return success(
    `Planning: ${closedWhilePlanning()} are closed until ExitPlanMode. Look, think, then leave it.`,
  );
});

export const exitPlanModeTool = defineTool('ExitPlanMode', async ({ plan = '' }, context) => {
  if (!context.gate.isPlanning) return rejected('This session is not planning.');
  const result = await askHost({ kind: 'exit_plan', plan }, context);
  if (result.outcome !== 'success') return result;
  context.gate.isPlanning = false;
  return success(`The plan is approved: ${closedWhilePlanning()} are open again.`);
});

export const briefTool = defineTool('Brief', async (input, context) => {
  const { message, attachments = [], status } = input;
  const missing = await findMissing(attachments, context);
  if (missing !== undefined) return rejected(`The attachment ${missing} does not exist.`);
  const isProactive = status === 'proactive';
  return await askHost({ kind: 'brief', message, attachments, isProactive }, context);
});

async function findMissing(
  paths: readonly string[],
  { workspace }: Pick<ToolContext, 'workspace'>,
): Promise<string | undefined> {
  for (const path of paths) {
    const stats = await stat(workspace.resolve(path)).catch(() => undefined);
    if (stats?.isFile() !== true) return path;
  }
  return undefined;
}
