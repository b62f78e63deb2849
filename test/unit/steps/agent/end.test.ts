// How the end of an agent's conversation ends its effect (decisions 8, 9, 15, 21).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeEnd } from '../../../../app/steps/agent/end.ts';

type Ended = Parameters<typeof judgeEnd>[0];

const ENDS: [string, Ended, string][] = [
  [
    'a plan that was handed over',
    { kind: 'done', outcome: { kind: 'submitted', submission: 'plan' } },
    'done',
  ],
  ['work that is finished', { kind: 'done', outcome: { kind: 'finished', summary: 's' } }, 'done'],
  [
    'a model that only talks',
    { kind: 'done', outcome: { kind: 'ended', text: 'bye' } },
    'session_error The agent stopped: bye',
  ],
  [
    'a model that refuses',
    { kind: 'done', outcome: { kind: 'refused', text: 'no' } },
    'session_error The agent stopped: no',
  ],
  ['spent turns', { kind: 'turns_spent' }, 'session_error'],
  ['a silent runner', { kind: 'silent' }, 'session_error'],
  ['a dead runner', { kind: 'runner_died', cause: 'sandbox_gone', stderr: '' }, 'runner_died'],
  [
    'a runner that used too much',
    { kind: 'runner_died', cause: 'exit', resourceLimit: 'memory', stderr: '' },
    'runner_died The runner died (exit, resource limit: memory).',
  ],
  [
    'an overloaded provider',
    { kind: 'fault', fault: { kind: 'model', fault: { kind: 'overloaded', message: 'm' } } },
    'session_error overloaded: m',
  ],
  [
    'a provider that does not take the credential',
    { kind: 'fault', fault: { kind: 'model', fault: { kind: 'authentication', message: 'm' } } },
    'effect_failed m The model provider does not take the credential',
  ],
  [
    'a provider whose money is spent',
    { kind: 'fault', fault: { kind: 'model', fault: { kind: 'spend_limit', message: 'm' } } },
    'effect_failed m The money at the model provider is spent',
  ],
  [
    'nonsense on the wire',
    { kind: 'fault', fault: { kind: 'protocol', problem: 'p' } },
    'session_error p',
  ],
];

for (const [what, end, expected] of ENDS) {
  test(`${what} is ${expected.split(' ')[0]}`, () => {
    const result = judgeEnd(end);
    const said = result.isDone ? 'done' : describe(result.outcome);
    assert.ok(said.startsWith(expected), said);
  });
}

function describe(
  outcome: Exclude<ReturnType<typeof judgeEnd>, { isDone: true }>['outcome'],
): string {
  switch (outcome.type) {
    case 'held':
      return `held ${outcome.reason}: ${outcome.ask}`;
    case 'provider_quota_hit':
      return `provider_quota_hit ${outcome.resetAt}`;
    case 'session_error':
    case 'runner_died':
    case 'unavailable':
    case 'effect_failed':
      return `${outcome.type} ${outcome.detail}`;
  }
}
