// A conversation in one sandbox: lays the workspace or finds the runner again, follows it, and keeps
// what it needs to go on elsewhere. When this returns, the sandbox is gone, with evidence.
import { SANDBOX_PATHS } from '../../../sandbox/driver/port.ts';
import type { SessionEnd } from '../../../sandbox/driver/session/port.ts';
import type { HostAnswer } from '../../../sandbox/protocol/question.ts';
import type { RunnerState } from '../../../sandbox/protocol/runner-state.ts';
import type { Task, TaskInput } from '../../../sandbox/protocol/task.ts';
import { AppError } from '../../errors.ts';
import type { StepDeps } from '../deps.ts';
import { readInstruction } from '../instruction.ts';
import { readSettings } from '../thread.ts';
import { agentNetwork } from '../tree/begin.ts';
import { collectHoldable } from '../tree/collect.ts';
import { endSandbox, type OpenSandbox, openSandbox } from '../tree/sandbox-use.ts';
import type { Conversation } from './conversation.ts';
import { judgeEnd, toHeld } from './end.ts';
import { recordGiven } from './given.ts';
import { createHandlers, type Talk } from './handlers.ts';
import { layTree } from './lay.ts';
import { readGranted, readPolicy } from './policy.ts';
import type { AgentContext, AgentEnd, AgentRequest } from './request.ts';
import { readResume } from './resume.ts';
import { createTurnRecords, type TurnRecords } from './turn-records.ts';

const SANDBOX_MS = 3_600_000;
/** Before the sandbox ends by its age, the conversation moves to another. */
const AGE_MS = 3_300_000;
const RUNNER_PATH = '/tmp/redgreen-runner.mjs';
const FORGOTTEN: RunnerState = { cwd: SANDBOX_PATHS.workspace, seen: [], isPlanning: false };

type Going = { request: AgentRequest; conversation: Conversation };
type Rights = Pick<Task, 'permissions' | 'granted'>;
type Place = OpenSandbox & {
  /** What became of packages the agent asked for. */
  installed?: HostAnswer | undefined;
};

/** Throws SANDBOX_NOT_FOUND when the runner was left in a sandbox that is gone. */
export async function runInSandbox(
  deps: StepDeps,
  context: AgentContext,
  going: Going,
): Promise<AgentEnd | 'moved'> {
  const { left } = going.conversation;
  const place =
    left === undefined ? await openPlace(deps, context, going) : await adopt(deps, context, left);
  let status: 'COMPLETED' | 'FAILED' = 'FAILED';
  let isLeft = false;
  try {
    const end = await converse(deps, context, { ...going, place });
    status = 'COMPLETED';
    return end;
  } catch (error) {
    isLeft = context.signal.aborted && (await isStillWanted(deps, context));
    throw error;
  } finally {
    if (!isLeft) await endSandbox(deps, { id: place.rowId }, status);
  }
}

/**
 * A worker that lost its claim may be followed by one that attaches to the same runner, or by the
 * announcement of a hold, which parks it: then the sandbox is theirs.
 */
async function isStillWanted(deps: StepDeps, { record, effect }: AgentContext): Promise<boolean> {
  const now = await deps.store.transaction(async ({ jobs }) => await jobs.find(record.job.id));
  if (now === undefined) return false;
  return now.job.hold !== undefined || now.job.effectNumber === effect.number;
}

async function adopt(
  deps: StepDeps,
  { fence, signal }: AgentContext,
  { sandbox: { id, providerSandboxId } }: NonNullable<Conversation['left']>,
): Promise<Place> {
  const sandbox = await deps.sandboxes.driver.attach(providerSandboxId, {
    timeoutMs: SANDBOX_MS,
    signal,
  });
  await deps.store.transaction(async ({ sandboxes }) => await sandboxes.adopt(id, fence));
  return { rowId: id, sandbox };
}

async function openPlace(
  deps: StepDeps,
  context: AgentContext,
  { request, conversation }: Going,
): Promise<Place> {
  const { network } = await readSettings(deps, context.record.job.id);
  const tree = await layTree(deps, context, { request, conversation });
  const opened = await openSandbox(deps, context, {
    purpose: request.step,
    sessionId: conversation.sessionId,
    timeoutMs: SANDBOX_MS,
    from: tree.from,
    network: agentNetwork(network.allow),
  });
  try {
    await tree.lay(opened.sandbox);
    await opened.sandbox.upload(RUNNER_PATH, await deps.agent.runner(), { signal: context.signal });
    return { ...opened, installed: tree.installed };
  } catch (error) {
    await endSandbox(deps, { id: opened.rowId }, 'FAILED');
    throw error;
  }
}

async function converse(
  deps: StepDeps,
  context: AgentContext,
  { request, conversation, place }: Going & { place: Place },
): Promise<AgentEnd | 'moved'> {
  const { id: jobId } = context.record.job;
  const { models, instructions } = await readSettings(deps, jobId);
  const instruction = await readInstruction(deps, { jobId, step: request.step, instructions });
  const permissions = await readPolicy(deps, jobId, request);
  const granted = await readGranted(deps, jobId);
  const { sandbox } = place;
  const seen: Talk['seen'] = {};
  const { fence, effect } = context;
  const turns = { store: deps.store, jobId, fence, attemptNumber: effect.attempt };
  const records = createTurnRecords(
    { ...turns, sessionId: conversation.sessionId },
    effect.modelClass,
  );
  const talk: Talk = { request, conversation, sandbox, instruction, models, records, seen };
  const more = { rights: { permissions, granted }, installed: place.installed };
  const end = await paidFor(records, async () => {
    return await follow(deps, context, { ...talk, ...more });
  });
  if (end.kind === 'left') throw new AppError('CANCELLED', { cause: context.signal.reason });
  if (end.kind === 'parked') return await keep(deps, context, { talk, end });
  const judged = judgeEnd(end);
  if (judged.isDone) await request.collect?.(sandbox);
  await deps.store.transaction(async ({ sessions }) => await sessions.end(conversation.sessionId));
  if (!judged.isDone) return judged;
  const submission = seen.submission ?? conversation.submission;
  if (submission !== undefined) return { isDone: true, submission };
  throw new AppError('INTERNAL_ERROR', { problem: 'A session ended well with nothing in hand.' });
}

/** However it ends, what was paid for is written. */
async function paidFor(records: TurnRecords, work: () => Promise<SessionEnd>): Promise<SessionEnd> {
  try {
    return await work();
  } finally {
    await records.close();
  }
}

async function follow(
  deps: StepDeps,
  context: AgentContext,
  { installed, rights, ...talk }: Talk & Pick<Place, 'installed'> & { rights: Rights },
): Promise<SessionEnd> {
  const { request, conversation, sandbox, instruction } = talk;
  const { parking, left, payloads } = conversation;
  const { turns } = context.effect;
  const known = parking && (await readResume(deps, context.record.job.id, { payloads, parking }));
  const resume = known && { ...known, ...(installed && { answer: installed }) };
  const last = payloads.at(-1);
  const task = toTask(request, { instruction, rights, turns });
  if (left === undefined && parking === undefined) {
    await recordGiven(deps, context, { request, sessionId: conversation.sessionId, task });
  }
  const session = {
    sandbox,
    task: { ...task, ...(resume && { resume }) },
    handlers: createHandlers(deps, context, talk),
    // Whoever takes over decides what becomes of the runner.
    signal: new AbortController().signal,
    leave: context.signal,
    park: AbortSignal.timeout(AGE_MS),
    deps: deps.agent.session,
    last: last && { row: payloads.length, payload: last },
  };
  return left === undefined
    ? await deps.agent.runSession({ ...session, runnerPath: RUNNER_PATH })
    : await deps.agent.attachSession({ ...session, pid: left.pid });
}

/** What the conversation needs is stored before its sandbox goes. */
async function keep(
  deps: StepDeps,
  context: AgentContext,
  { talk, end }: { talk: Talk; end: Extract<SessionEnd, { kind: 'parked' }> },
): Promise<AgentEnd | 'moved'> {
  const { record, fence } = context;
  const { conversation, sandbox, seen } = talk;
  const { question, state = FORGOTTEN } = end;
  const changes = await collectHoldable(sandbox, context.signal);
  const outcome = seen.stop ?? toHeld(question);
  const held = outcome && { outcome, holdNumber: record.job.holdNumber + 1 };
  await deps.store.transaction(async ({ sessions }) => {
    await sessions.park(conversation.sessionId, fence, {
      state,
      changes,
      ...(question && { question }),
      ...(held && { held }),
    });
  });
  return outcome === undefined ? 'moved' : { isDone: false, outcome };
}

function toTask(
  request: AgentRequest,
  { instruction, rights, turns }: { instruction: string; rights: Rights; turns: number },
): TaskInput {
  return {
    step: request.step,
    instruction,
    input: request.input,
    tools: [...request.tools],
    ...rights,
    planning: request.isPlanning,
    workspace: SANDBOX_PATHS.workspace,
    limits: { turns },
  };
}
