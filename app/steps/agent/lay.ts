// What the sandbox of a conversation begins from: base commit, setup, and what lies on top of it. A
// setup that fails on packages the agent asked for is its answer, not the end of the job.
import type { CreateOptions, Sandbox } from '../../../sandbox/driver/port.ts';
import type { HostAnswer } from '../../../sandbox/protocol/question.ts';
import { isAppError } from '../../errors.ts';
import { isSetupFile } from '../../proof/detect/manifests.ts';
import type { StepDeps } from '../deps.ts';
import { type Ground, prepareGround } from '../ground.ts';
import type { Conversation } from './conversation.ts';
import type { AgentContext, AgentRequest } from './request.ts';

export type LaidGround = {
  from: CreateOptions['from'];
  lay(sandbox: Sandbox): Promise<void>;
  /** To the agent that asked for packages. */
  installed?: HostAnswer;
};

export async function layGround(
  deps: StepDeps,
  context: AgentContext,
  { request, conversation }: { request: AgentRequest; conversation: Conversation },
): Promise<LaidGround> {
  const { parking } = conversation;
  const changes = parking?.changes ?? request.changes;
  const isAsked = parking?.question?.kind === 'install';
  const toLaid = (ground: Ground, installed?: HostAnswer): LaidGround => ({
    from: ground.from,
    lay: async (sandbox) => await ground.lay(sandbox, changes),
    ...(installed && { installed }),
  });
  try {
    const ground = await prepareGround(deps, context, changes);
    return toLaid(ground, isAsked ? said('Installed.', false) : undefined);
  } catch (error) {
    if (!isAsked || !isAppError(error, 'CONFIG_INVALID')) throw error;
    const before = changes.filter(({ path }) => !isSetupFile(path));
    const ground = await prepareGround(deps, context, before);
    return toLaid(ground, said(error.problem ?? error.message, true));
  }
}

function said(content: string, isError: boolean): HostAnswer {
  return { kind: 'said', content, isError };
}
