// One agent conversation of a step, from its first to its last sandbox: begun, found again after a
// kill, parked for people, moved to a new sandbox; its end translated into an outcome of the effect.
import { AppError, isAppError } from '../../errors.ts';
import type { StepDeps } from '../deps.ts';
import { endSandbox } from '../tree/sandbox-use.ts';
import { beginNew, type Conversation, openConversation } from './conversation.ts';
import { runInSandbox } from './leg.ts';
import type { AgentContext, AgentEnd, AgentRequest } from './request.ts';

export async function runAgent(
  deps: StepDeps,
  context: AgentContext,
  request: AgentRequest,
): Promise<AgentEnd> {
  const opened = await openConversation(deps, context, request);
  if (opened.kind === 'handed_over') return { isDone: true, submission: opened.submission };
  if (opened.kind === 'held') return { isDone: false, outcome: opened.outcome };
  let { conversation } = opened;
  for (;;) {
    const end = await goOn(deps, context, { request, conversation });
    if (end === 'lost') ({ conversation } = await beginNew(deps, context, request));
    else if (end === 'moved') conversation = await reopen(deps, context, request);
    else return end;
  }
}

type Going = { request: AgentRequest; conversation: Conversation };

/** `lost`: the sandbox it was left in is gone. `moved`: it was parked and goes on by itself. */
async function goOn(
  deps: StepDeps,
  context: AgentContext,
  going: Going,
): Promise<AgentEnd | 'lost' | 'moved'> {
  try {
    return await runInSandbox(deps, context, going);
  } catch (error) {
    const { left } = going.conversation;
    if (left === undefined || !isAppError(error, 'SANDBOX_NOT_FOUND')) throw error;
    await endSandbox(deps, left.sandbox, 'FAILED');
    return 'lost';
  }
}

async function reopen(
  deps: StepDeps,
  context: AgentContext,
  request: AgentRequest,
): Promise<Conversation> {
  const opened = await openConversation(deps, context, request);
  if (opened.kind === 'open') return opened.conversation;
  throw new AppError('INTERNAL_ERROR', { problem: 'A conversation that moved cannot be found.' });
}
