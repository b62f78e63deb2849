// TodoWrite: the agent's own list, which people see as progress.
import { defineTool, success } from '../tool.ts';

export const todoWriteTool = defineTool('TodoWrite', async ({ todos }, { host }) => {
  await host.progress(todos);
  const done = todos.filter(({ status }) => status === 'completed').length;
  return success(`The list now has ${todos.length} items, ${done} of them completed.`);
});
