// The tools as a model is told about them: name, description, JSON Schema of the input. Made by the
// host, which owns every byte of a request; the same names give the same bytes. Pure.
import { z } from 'zod';
import { closedWhilePlanning, isToolName, TOOLS } from './tools.ts';

export type ToolDefinition = {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
};

/** In the order given. Names that no tool has are left out: a call of them would be refused. */
export function toolDefinitions(names: readonly string[]): ToolDefinition[] {
  return names.filter(isToolName).map((name) => {
    const { input, text } = TOOLS[name];
    const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
    const description = typeof text === 'string' ? text : text(closedWhilePlanning());
    return { name, description, inputSchema };
  });
}
