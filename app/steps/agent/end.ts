// How the end of a session ends the effect it worked for. Pure.
import type { SessionEnd } from '../../../sandbox/driver/session/port.ts';
import type { HostQuestion } from '../../../sandbox/protocol/question.ts';
import type { ModelFault } from '../../gateway/port.ts';
import type { AgentOutcome } from './request.ts';

/** `done`: what was handed over counts. */
type JudgedEnd = { isDone: true } | { isDone: false; outcome: AgentOutcome };

type Ended = Exclude<SessionEnd, { kind: 'parked' | 'left' }>;

export function judgeEnd(end: Ended): JudgedEnd {
  switch (end.kind) {
    case 'done':
      return judgeDone(end.outcome);
    case 'turns_spent':
      return failed('The agent used up its turns without handing anything over.');
    case 'silent':
      return failed('The runner fell silent.');
    case 'runner_died':
      return { isDone: false, outcome: { type: 'runner_died', detail: deathWords(end) } };
    case 'fault':
      return judgeFault(end.fault);
  }
}

function judgeDone(outcome: Extract<Ended, { kind: 'done' }>['outcome']): JudgedEnd {
  switch (outcome.kind) {
    case 'submitted':
    case 'finished':
      return { isDone: true };
    case 'ended':
    case 'refused':
      return failed(`The agent stopped: ${outcome.text}`);
  }
}

function judgeFault(fault: Extract<Ended, { kind: 'fault' }>['fault']): JudgedEnd {
  if (fault.kind !== 'model') return failed(fault.problem);
  const { kind, message } = fault.fault;
  const remedy = REMEDIES[kind];
  if (remedy === undefined) return failed(`${kind}: ${message}`);
  return { isDone: false, outcome: { type: 'effect_failed', detail: `${message} ${remedy}` } };
}

/** No further session helps: people have to change something at the provider. */
const REMEDIES: Partial<Record<ModelFault['kind'], string>> = {
  authentication:
    'The model provider does not take the credential: whoever runs this installation has to correct it.',
  spend_limit:
    'The money at the model provider is spent: whoever runs this installation has to add to it.',
};

function deathWords({ cause, resourceLimit }: Extract<Ended, { kind: 'runner_died' }>): string {
  const limit = resourceLimit === undefined ? '' : `, resource limit: ${resourceLimit}`;
  return `The runner died (${cause}${limit}).`;
}

function failed(detail: string): JudgedEnd {
  return { isDone: false, outcome: { type: 'session_error', detail } };
}

/** What people have to decide; undefined: nobody has to, the conversation goes on by itself. */
export function toHeld(question: HostQuestion | undefined): AgentOutcome | undefined {
  if (question?.kind === 'question') {
    return { type: 'held', reason: 'question', ask: questionWords(question.questions) };
  }
  if (question?.kind === 'blocked') {
    const { criterion = 'every criterion', reason } = question;
    const ask = `The agent says that ${criterion} cannot be done, for a cause outside the code: ${reason} Allowing takes it out of the gate as not proven; denying lets the work go on.`;
    return { type: 'held', reason: 'permission', ask };
  }
  if (question?.kind !== 'permission') return undefined;
  const { tool, input, reason } = question;
  const ask = `The agent wants to use ${tool} with ${input}. ${reason}`;
  return { type: 'held', reason: 'permission', ask };
}

type Questions = Extract<HostQuestion, { kind: 'question' }>['questions'];

function questionWords(questions: Questions): string {
  return questions
    .map(({ question, options }) => {
      const choices = options.map(({ label, description }) =>
        description === '' ? `- ${label}` : `- ${label}: ${description}`,
      );
      return [question, ...choices].join('\n');
    })
    .join('\n\n');
}
