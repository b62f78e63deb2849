// The step tools that end nothing: they ask the host about criteria, or for packages.
import { CriterionInput, InstallInput, ListInput } from '../../protocol/step-tools.ts';
import { askHost, defineTool } from '../tool.ts';

export const listTool = defineTool(
  ListInput,
  async (input, context) => await askHost({ kind: 'list', ...input }, context),
);

export const verifyTool = defineTool(
  CriterionInput,
  async (input, context) => await askHost({ kind: 'verify', ...input }, context),
);

export const deprecateTool = defineTool(
  CriterionInput,
  async (input, context) => await askHost({ kind: 'deprecate', ...input }, context),
);

export const installTool = defineTool(
  InstallInput,
  async (_input, context) => await askHost({ kind: 'install' }, context),
);
