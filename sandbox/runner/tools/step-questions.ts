// The step tools that end nothing: they ask the host about criteria, or for packages.
import { askHost, defineTool } from '../tool.ts';

export const listTool = defineTool(
  'mcp__redgreen__list',
  async (input, context) => await askHost({ kind: 'list', ...input }, context),
);

export const verifyTool = defineTool(
  'mcp__redgreen__verify',
  async (input, context) => await askHost({ kind: 'verify', ...input }, context),
);

export const deprecateTool = defineTool(
  'mcp__redgreen__deprecate',
  async (input, context) => await askHost({ kind: 'deprecate', ...input }, context),
);

export const installTool = defineTool(
  'mcp__redgreen__install',
  async (_input, context) => await askHost({ kind: 'install' }, context),
);
