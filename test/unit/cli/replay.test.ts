// What a replay makes of records: a script of what the models said, and the course with what people
// said in it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { courseOf, firstTurn } from '../../../app/cli/replay/course.ts';
import { toScript } from '../../../app/cli/replay/script.ts';
import type { AssistantPayload, Payload } from '../../../sandbox/protocol/transcript.ts';

function said(
  text: string,
  stop_reason: AssistantPayload['stop_reason'] = 'end_turn',
): AssistantPayload {
  const content = text === '' ? [] : [{ type: 'text' as const, text }];
  return { _t: 'assistant', uuid: randomUUID(), content, stop_reason };
}

const ASKED: Payload = {
  _t: 'user',
  uuid: randomUUID(),
  content: [{ type: 'text', text: 'Go.' }],
};

describe('the script of a recorded job', () => {
  it('has what the models said, turn by turn, per step and number', () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { a: 1 } } as const;
    const read: Payload = { ...said(''), content: [call], stop_reason: 'tool_use' };
    const result: Payload = {
      _t: 'tool_result',
      tool_use_id: 'toolu_1',
      name: 'Read',
      content: 'text',
      is_error: false,
      outcome: 'success',
    };
    const script = toScript([
      { step: 'plan', ordinal: 0, payloads: [ASKED, read, result, said('Done.')] },
      { step: 'implement', ordinal: 1, payloads: [said('Second.', 'max_tokens')] },
    ]);
    assert.deepEqual(script, {
      plan: [[{ content: [call] }, { content: [{ type: 'text', text: 'Done.' }] }]],
      implement: [[], [{ content: [{ type: 'text', text: 'Second.' }], stopReason: 'max_tokens' }]],
    });
  });

  it('takes the newest conversation of a number, and no empty reply', () => {
    const script = toScript([
      { step: 'plan', ordinal: 0, payloads: [said('It broke here')] },
      { step: 'plan', ordinal: 0, payloads: [said(''), said('It went well')] },
    ]);
    assert.deepEqual(script, { plan: [[{ content: [{ type: 'text', text: 'It went well' }] }]] });
  });
});

function event(action: string, more: object = {}, actor = 'engine') {
  const detail = { from: 'A', to: 'B', event: { type: action, ...more } };
  return { subject: 'job', action, actor, detail };
}

const EVENTS = [
  { subject: 'job', action: 'created', actor: 'mona', detail: { key: 'issue:1:1' } },
  event('start'),
  event('planned', { revision: 'r' }),
  { subject: 'plan', action: 'proposed', actor: 'planner', detail: {} },
  event('session_error', { detail: 'weather' }),
  event('announced'),
  event('approve', { revision: 'r', maxUsd: 3 }, 'mona'),
  { subject: 'delivery', action: 'accepted', actor: 'mona', detail: { command: 'approve' } },
  event('held', { reason: 'money' }),
  event('extend', { costUsd: 2 }, 'mona'),
  event('held', { reason: 'question', ask: 'Which?' }),
  event('answer', {}, 'octo'),
  event('tests_written'),
];

describe('the course of a recorded job', () => {
  it('has what came of its steps, and each command behind what it followed', () => {
    assert.deepEqual(courseOf(EVENTS), {
      milestones: ['planned', 'held', 'tests_written'],
      commands: [
        { after: 1, event: { type: 'approve', revision: 'r', maxUsd: 3 }, actor: 'mona' },
        { after: 1, event: { type: 'extend', costUsd: 2 }, actor: 'mona' },
        { after: 2, event: { type: 'answer' }, actor: 'octo' },
      ],
    });
  });

  it('is compared as far as the replay has come', () => {
    const course = courseOf(EVENTS);
    const replayed = (...milestones: string[]) => ({ milestones, commands: [] });
    assert.equal(firstTurn(course, replayed('planned')), undefined);
    assert.equal(firstTurn(course, replayed('planned', 'tests_written')), 1);
    const longer = replayed('planned', 'held', 'tests_written', 'baseline_failed');
    assert.equal(firstTurn(course, longer), 3);
  });
});
