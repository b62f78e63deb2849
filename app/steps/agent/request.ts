// What a step asks of an agent, and how that ends for the step. Types only.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { Submission, Verdict } from '../../../sandbox/protocol/messages.ts';
import type { Step } from '../../../sandbox/protocol/task.ts';
import type { EffectContext } from '../../engine/effects/port.ts';
import type { Effect } from '../../job/effects.ts';
import type { OutcomeBody } from '../../job/events.ts';

/** The effects that an agent works for. */
type AgentEffect = Extract<Effect, { turns: number }>;
/** What a conversation needs of the effect that it is a part of. */
export type AgentContext = Omit<EffectContext, 'effect'> & {
  effect: Pick<AgentEffect, 'number' | 'attempt' | 'modelClass' | 'turns'>;
};

export type AgentRequest = {
  step: Step;
  /** Which conversation of this step in its job, from 0: a script is read by it. */
  ordinal: number;
  input: string;
  tools: readonly string[];
  isPlanning: boolean;
  /** What lies on top of the base commit when the conversation begins. */
  changes: readonly FileChange[];
  submit(submission: Submission, sandbox: Sandbox): Promise<Verdict>;
  /** After the conversation ended well, before the sandbox goes. */
  collect?(sandbox: Sandbox): Promise<void>;
};

/** An agent that ends otherwise than by handing over ends its effect like this. */
export type AgentOutcome = Extract<
  OutcomeBody,
  {
    type:
      | 'held'
      | 'provider_quota_hit'
      | 'unavailable'
      | 'session_error'
      | 'runner_died'
      | 'effect_failed';
  }
>;

export type AgentEnd =
  | { isDone: true; submission: Submission }
  | { isDone: false; outcome: AgentOutcome };
