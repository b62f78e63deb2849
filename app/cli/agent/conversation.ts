// The host's half of a conversation without a job: rows become events and the model's history, calls
// go to the gateway, questions to whoever sits at the terminal.
import type { SessionHandlers } from '../../../sandbox/driver/session/port.ts';
import type { ToolDefinition } from '../../../sandbox/protocol/tool-definitions.ts';
import { createHistory } from '../../../sandbox/protocol/transcript.ts';
import type { Gateway, ModelChoice, ModelUsage } from '../../gateway/port.ts';
import type { AgentEvent, Totals } from './events.ts';
import { type AnswerDeps, answerQuestion } from './questions.ts';

type ConversationDeps = {
  gateway: Gateway;
  /** What a script is read by, and a model chosen. */
  step: string;
  models: ModelChoice;
  system: string;
  tools: readonly ToolDefinition[];
  emit(event: AgentEvent): void;
  prompt: AnswerDeps['prompt'];
};

type Conversation = { handlers: SessionHandlers; totals(): Totals };

const MOST_TOKENS = 16_000;

export function createConversation(deps: ConversationDeps): Conversation {
  const { gateway, emit, prompt, step, models, system, tools } = deps;
  const history = createHistory();
  const totals: Totals = { turns: 0, costUsd: 0, toolCalls: 0, failedToolCalls: 0 };
  const count = (usage: ModelUsage | undefined): void => {
    if (usage === undefined) return;
    totals.costUsd += usage.costUsd;
    emit({ type: 'usage', call: totals.turns, ...usage });
  };
  const handlers: SessionHandlers = {
    async rows(entries, decisions) {
      for (const decision of decisions) emit({ type: 'decision', ...decision });
      for (const entry of entries) {
        const { payload } = entry;
        history.add(payload);
        emit({ type: 'row', ...entry });
        if (payload._t !== 'tool_result') continue;
        totals.toolCalls += 1;
        if (payload.is_error) totals.failedToolCalls += 1;
      }
    },
    async turn({ call }, signal) {
      totals.turns = call;
      const messages = history.messages();
      const request = { step, modelClass: 'L1', models, system, tools, messages } as const;
      const answer = await gateway.complete({ ...request, maxTokens: MOST_TOKENS }, { signal });
      count(answer.ok ? answer.reply.usage : answer.usage);
      return answer;
    },
    // Nothing judges a hand-over here; it is shown, and the session ends with it.
    async submit({ submission }) {
      emit({ type: 'submission', submission });
      return { accepted: true };
    },
    async ask({ question }, signal) {
      const onBrief = (message: string) => emit({ type: 'brief', message });
      return await answerQuestion(question, { prompt, onBrief }, signal);
    },
    async progress(todos) {
      emit({ type: 'progress', todos });
    },
  };
  return { handlers, totals: () => totals };
}
