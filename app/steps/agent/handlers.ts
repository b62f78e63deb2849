// The host's half of a conversation: rows into the records, turns from the model behind the job's
// money, questions and hand-overs to whoever decides them.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import type { SessionHandlers, TurnAnswer } from '../../../sandbox/driver/session/port.ts';
import type { Submission } from '../../../sandbox/protocol/messages.ts';
import { createHistory, type History } from '../../../sandbox/protocol/transcript.ts';
import type { BudgetedAnswer, ModelChoice } from '../../gateway/port.ts';
import type { StepDeps } from '../deps.ts';
import { showTodos } from '../publisher.ts';
import { answerQuestion } from './answers.ts';
import type { Conversation } from './conversation.ts';
import type { AgentContext, AgentOutcome, AgentRequest } from './request.ts';
import type { TurnRecords } from './turn-records.ts';

export type Talk = {
  request: AgentRequest;
  conversation: Conversation;
  sandbox: Sandbox;
  instruction: string;
  models: ModelChoice;
  records: TurnRecords;
  /** What this conversation came to so far, for who follows it. */
  seen: {
    /** Why no further call was made: the conversation was parked for it. */
    stop?: AgentOutcome;
    submission?: Submission;
  };
};

const MOST_TOKENS = 16_000;

export function createHandlers(deps: StepDeps, context: AgentContext, talk: Talk): SessionHandlers {
  const { request, conversation, sandbox, seen } = talk;
  const { sessionId, payloads, parking } = conversation;
  const { record } = context;
  const { id: jobId } = record.job;
  const history = createHistory();
  for (const payload of payloads) history.add(payload);
  const ask = createModel(deps, context, { ...talk, history });
  return {
    async started({ pid }) {
      await deps.store.transaction(async ({ sessions }) => {
        await sessions.started(sessionId, pid);
        if (parking !== undefined) await sessions.resumed(sessionId, parking.number);
      });
    },
    async rows(entries, decisions) {
      await talk.records.rows(entries, decisions);
      payloads.push(...entries.map(({ payload }) => payload));
      for (const { payload } of entries) history.add(payload);
    },
    turn: async (_request, signal) => toTurn(await ask(signal), seen),
    async submit({ submission }) {
      const verdict = await request.submit(submission, sandbox);
      if (!verdict.accepted) return verdict;
      await deps.store.transaction(
        async ({ sessions }) => await sessions.handOver(sessionId, submission),
      );
      seen.submission = submission;
      return verdict;
    },
    ask: async ({ question }, signal) => await answerQuestion(deps, jobId, { question, signal }),
    progress: async (todos) => await showTodos(deps, jobId, todos),
  };
}

function createModel(deps: StepDeps, context: AgentContext, talk: Talk & { history: History }) {
  const { request, history, instruction, models, records } = talk;
  const { effect, record } = context;
  const of = { jobId: record.job.id, attemptNumber: effect.attempt };
  const gateway = deps.agent.budgeted({ ...of, ...records });
  const tools = deps.agent.tools(request.tools);
  return async (signal: AbortSignal): Promise<BudgetedAnswer> => {
    // Looked up for every turn: `/model` counts from the next one on.
    const chosen = await deps.store.transaction(
      async ({ verdicts }) => await verdicts.chosenModel(of.jobId, effect.modelClass),
    );
    return await gateway.complete(
      {
        step: request.step,
        session: request.ordinal,
        modelClass: effect.modelClass,
        models: chosen === undefined ? models : { ...models, chosen: chosen.model },
        system: instruction,
        tools,
        messages: history.messages(),
        maxTokens: MOST_TOKENS,
      },
      { signal },
    );
  };
}

/** Spent money, a used-up quota and a provider that is away are waited out: nothing is lost. */
function toTurn(answer: BudgetedAnswer, seen: Talk['seen']): TurnAnswer {
  if (answer.ok) return answer;
  if ('stop' in answer) {
    seen.stop = { type: 'held', reason: 'money', ask: 'The dollars of this job are spent.' };
    return { ok: false, park: true };
  }
  if (answer.fault.kind === 'overloaded') {
    const detail = `The model provider does not answer: ${answer.fault.message}`;
    seen.stop = { type: 'unavailable', detail };
    return { ok: false, park: true };
  }
  if (answer.fault.kind !== 'quota') return answer;
  const { resetAt } = answer.fault;
  seen.stop = { type: 'provider_quota_hit', ...(resetAt !== undefined && { resetAt }) };
  return { ok: false, park: true };
}
