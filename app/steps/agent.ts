// One agent conversation of a step: its own sandbox, its transcript in the records, its money
// minded, and its end translated into an outcome of the effect.
import type { Sandbox } from '../../sandbox/driver/port.ts';
import { SANDBOX_PATHS } from '../../sandbox/driver/port.ts';
import type { SessionEnd, SessionHandlers } from '../../sandbox/driver/session/port.ts';
import type { Submission, Verdict } from '../../sandbox/protocol/messages.ts';
import type { Step, TaskInput } from '../../sandbox/protocol/task.ts';
import { type Payload, toMessages } from '../../sandbox/protocol/transcript.ts';
import type { EffectContext } from '../engine/effects/port.ts';
import type { BudgetedGateway, ModelChoice } from '../gateway/port.ts';
import type { Effect } from '../job/effects.ts';
import type { OutcomeBody } from '../job/events.ts';
import type { StepDeps } from './deps.ts';
import { agentNetwork, type Ground } from './ground.ts';
import { readInstruction } from './instruction.ts';
import { showProgress } from './publisher.ts';
import { withSandbox } from './sandbox-use.ts';
import { readSettings } from './thread.ts';

/** The effects that an agent works for. */
export type AgentEffect = Extract<Effect, { turns: number }>;

export type AgentRequest = {
  step: Step;
  /** Which conversation of this step in its job, from 0: a script is read by it. */
  ordinal: number;
  input: string;
  tools: readonly string[];
  isPlanning: boolean;
  /** What its sandbox is created from. */
  from: Ground['from'];
  /** Puts the workspace into the sandbox. */
  prepare(sandbox: Sandbox): Promise<void>;
  submit(submission: Submission, sandbox: Sandbox): Promise<Verdict>;
  /** After the conversation ended well, before the sandbox goes. */
  collect?(sandbox: Sandbox): Promise<void>;
};

/** `done`, or the outcome that ends the effect. */
export type AgentEnd =
  | { isDone: true }
  | {
      isDone: false;
      outcome: Extract<
        OutcomeBody,
        { type: 'held' | 'provider_quota_hit' | 'session_error' | 'runner_died' }
      >;
    };

const SANDBOX_MS = 3_600_000;
const MOST_TOKENS = 16_000;
const RUNNER_PATH = '/tmp/redgreen-runner.mjs';

export async function runAgent(
  deps: StepDeps,
  context: EffectContext<AgentEffect>,
  request: AgentRequest,
): Promise<AgentEnd> {
  const { fence, record, effect, signal } = context;
  const sessionId = deps.newId();
  const { id: jobId } = record.job;
  await deps.store.transaction(async ({ sessions }) => {
    await sessions.begin({ id: sessionId, jobId, step: request.step, fence });
  });
  const { models, instructions, network } = await readSettings(deps, jobId);
  const instruction = await readInstruction(deps, { jobId, step: request.step, instructions });
  const use = {
    purpose: request.step,
    sessionId,
    timeoutMs: SANDBOX_MS,
    from: request.from,
    network: agentNetwork(network.allow),
  };
  return await withSandbox(deps, context, use, async (sandbox) => {
    await request.prepare(sandbox);
    await sandbox.upload(RUNNER_PATH, await deps.agent.runner(), { signal });
    const money = { isSpent: false };
    const end = await deps.agent.runSession({
      sandbox,
      runnerPath: RUNNER_PATH,
      task: toTask(request, { instruction, turns: effect.turns }),
      handlers: createHandlers(deps, context, {
        request,
        sessionId,
        sandbox,
        instruction,
        models,
        money,
      }),
      signal,
      deps: deps.agent.session,
    });
    const result = money.isSpent ? heldForMoney() : toAgentEnd(end);
    if (result.isDone) await request.collect?.(sandbox);
    await deps.store.transaction(async ({ sessions }) => await sessions.end(sessionId));
    return result;
  });
}

function toTask(
  request: AgentRequest,
  { instruction, turns }: { instruction: string; turns: number },
): TaskInput {
  return {
    step: request.step,
    instruction,
    input: request.input,
    tools: [...request.tools],
    // Inside the sandbox allowed commands run without asking: there is nothing worth stealing.
    permissions: { mode: request.isPlanning ? 'plan' : 'bypassPermissions' },
    planning: request.isPlanning,
    workspace: SANDBOX_PATHS.workspace,
    limits: { turns },
  };
}

type Conversation = {
  request: AgentRequest;
  sessionId: string;
  sandbox: Sandbox;
  instruction: string;
  models: ModelChoice;
  /** Set when the cap stopped a call: the session then ends for that reason. */
  money: { isSpent: boolean };
};

function createHandlers(
  deps: StepDeps,
  context: EffectContext<AgentEffect>,
  conversation: Conversation,
): SessionHandlers {
  const { request, sessionId, sandbox, instruction, models, money } = conversation;
  const { fence, effect, record } = context;
  const payloads: Payload[] = [];
  const gateway = budgeted(deps, context);
  return {
    async rows(entries) {
      const stored = entries.map(({ row, payload }) => ({
        sequence: row,
        entryType: payload._t,
        payload,
        ...(payload._t === 'tool_result' && { toolUseId: payload.tool_use_id }),
      }));
      await deps.store.transaction(async ({ sessions }) => {
        await sessions.append(sessionId, fence, stored);
      });
      payloads.push(...entries.map(({ payload }) => payload));
    },
    async turn(_request, signal) {
      const answer = await gateway.complete(
        {
          step: request.step,
          session: request.ordinal,
          modelClass: effect.modelClass,
          models,
          system: instruction,
          tools: deps.agent.tools(request.tools),
          messages: toMessages(payloads),
          maxTokens: MOST_TOKENS,
        },
        { signal },
      );
      if (answer.ok || !('stop' in answer)) return answer;
      money.isSpent = true;
      return { ok: false, fault: { kind: 'spend_limit', message: 'The cap of the job is spent.' } };
    },
    ask: async () => ({ kind: 'deny', reason: 'Nobody can be asked in this session.' }),
    submit: async ({ submission }) => await request.submit(submission, sandbox),
    progress: async (todos) => await showProgress(deps, record.job.id, todos),
  };
}

function budgeted(deps: StepDeps, { record, effect }: EffectContext<AgentEffect>): BudgetedGateway {
  const { id: jobId } = record.job;
  return deps.agent.budgeted({
    jobId,
    attemptNumber: effect.attempt,
    money: async () =>
      await deps.store.transaction(async (records) => {
        const found = await records.jobs.find(jobId);
        const capUsd = found?.job.budget.costUsd ?? 0;
        return { spentUsd: await records.usage.costOfJob(jobId), capUsd };
      }),
    nextCallNumber: async (modelClass) =>
      await deps.store.transaction(
        async ({ usage }) =>
          await usage.nextCall({ jobId, modelClass, attemptNumber: effect.attempt }),
      ),
    record: async (usage) => {
      await deps.store.transaction(async (records) => await records.usage.record(usage));
    },
  });
}

function heldForMoney(): AgentEnd {
  const ask = 'The dollars of this job are spent.';
  return { isDone: false, outcome: { type: 'held', reason: 'money', ask } };
}

/** Pure: how the end of a conversation ends its effect. */
export function toAgentEnd(end: SessionEnd): AgentEnd {
  const failed = (detail: string): AgentEnd => ({
    isDone: false,
    outcome: { type: 'session_error', detail },
  });
  switch (end.kind) {
    case 'done':
      return toDoneEnd(end.outcome);
    case 'turns_spent':
      return failed('The agent used up its turns without handing anything over.');
    case 'parked':
      return failed('The session was interrupted.');
    case 'silent':
      return failed('The runner fell silent.');
    case 'left':
      return failed('The session was left.');
    case 'runner_died':
      return {
        isDone: false,
        outcome: { type: 'runner_died', detail: `The runner died (${end.cause}).` },
      };
    case 'fault':
      return toFaultEnd(end.fault);
  }
}

function toDoneEnd(outcome: Extract<SessionEnd, { kind: 'done' }>['outcome']): AgentEnd {
  switch (outcome.kind) {
    case 'submitted':
    case 'finished':
      return { isDone: true };
    case 'blocked':
      return { isDone: false, outcome: { type: 'held', reason: 'question', ask: outcome.reason } };
    case 'ended':
    case 'refused':
      return {
        isDone: false,
        outcome: { type: 'session_error', detail: `The agent stopped: ${outcome.text}` },
      };
  }
}

function toFaultEnd(fault: Extract<SessionEnd, { kind: 'fault' }>['fault']): AgentEnd {
  if (fault.kind !== 'model') {
    return { isDone: false, outcome: { type: 'session_error', detail: fault.problem } };
  }
  const { kind, message } = fault.fault;
  if (kind === 'quota') {
    const { resetAt } = fault.fault;
    const until = resetAt === undefined ? {} : { resetAt };
    return { isDone: false, outcome: { type: 'provider_quota_hit', ...until } };
  }
  return { isDone: false, outcome: { type: 'session_error', detail: `${kind}: ${message}` } };
}
