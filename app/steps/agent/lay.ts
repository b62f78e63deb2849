// What the sandbox of a conversation begins from: base commit, setup, and what lies on top of it. A
// setup that fails on what an agent changed is its answer, not the end of the job.
import type { CreateOptions, Sandbox } from '../../../sandbox/driver/port.ts';
import type { HostAnswer } from '../../../sandbox/protocol/question.ts';
import type { StepDeps } from '../deps.ts';
import { prepareBaseTree, prepareChangedTree } from '../tree/begin.ts';
import { lockPackages } from '../tree/lock-files.ts';
import type { Conversation } from './conversation.ts';
import type { AgentContext, AgentRequest } from './request.ts';

type ConversationTree = {
  from: CreateOptions['from'];
  lay(sandbox: Sandbox): Promise<void>;
  /** To the agent that asked for packages. */
  installed?: HostAnswer;
};

export async function layTree(
  deps: StepDeps,
  context: AgentContext,
  { request, conversation }: { request: AgentRequest; conversation: Conversation },
): Promise<ConversationTree> {
  const { parking, files } = conversation;
  const changes = parking?.changes ?? files ?? request.changes;
  if (parking?.question?.kind === 'install') return await install(deps, context, changes);
  const { from, lay } = await prepareChangedTree(deps, context, changes);
  return { from, lay: async (sandbox) => await lay(sandbox, changes) };
}

async function install(
  deps: StepDeps,
  context: AgentContext,
  asked: AgentRequest['changes'],
): Promise<ConversationTree> {
  const locked = await lockPackages(deps, context, asked);
  const { from, lay, refused } =
    'refused' in locked
      ? { ...(await prepareBaseTree(deps, context)), ...locked }
      : await prepareChangedTree(deps, context, locked.changes);
  // What could not be installed is not kept in a lock file either.
  const changes = refused === undefined && 'changes' in locked ? locked.changes : asked;
  const content = refused ?? 'Installed. Lock files are brought up to date.';
  return {
    from,
    lay: async (sandbox) => await lay(sandbox, changes),
    installed: { kind: 'said', content, isError: refused !== undefined },
  };
}
