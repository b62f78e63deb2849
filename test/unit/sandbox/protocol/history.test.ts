// The messages of a conversation that grows row by row.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createHistory, type Payload } from '../../../../sandbox/protocol/transcript.ts';
import { toMessages } from './to-messages.ts';

const user = (text: string): Payload => ({
  _t: 'user',
  uuid: randomUUID(),
  content: [{ type: 'text', text }],
});
const calling = (...ids: string[]): Payload => ({
  _t: 'assistant',
  uuid: randomUUID(),
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'Bash', input: {} })),
  stop_reason: 'tool_use',
});
const result = (id: string): Payload => ({
  _t: 'tool_result',
  tool_use_id: id,
  name: 'Bash',
  content: 'ok',
  is_error: false,
  outcome: 'success',
});

const ROWS: Payload[] = [
  user('go'),
  calling('a', 'b'),
  result('a'),
  result('b'),
  calling(),
  user('go on'),
  calling('c', 'd'),
  // The session was cut off here.
  result('d'),
  user('it goes on elsewhere'),
  calling('e'),
  calling('f'),
  user('and on'),
];

test('after every row the messages are those of all rows so far', () => {
  const history = createHistory();
  for (const [index, row] of ROWS.entries()) {
    history.add(row);
    assert.deepEqual(history.messages(), toMessages(ROWS.slice(0, index + 1)));
  }
});

test('a call without a result gets one that says so, before the others', () => {
  const content = toMessages(ROWS).at(4)?.content ?? [];
  assert.deepEqual(
    content.map((block) => (block.type === 'tool_result' ? block.tool_use_id : block.type)),
    ['c', 'd', 'text'],
  );
});

test('a message is never changed and keeps its identity once another follows', () => {
  const history = createHistory();
  const seen = new Map<object, string>();
  const finished: object[] = [];
  for (const row of ROWS) {
    history.add(row);
    const messages = history.messages();
    finished.forEach((message, index) => assert.equal(messages[index], message));
    for (const message of messages) {
      assert.equal(JSON.stringify(message), seen.get(message) ?? JSON.stringify(message));
      seen.set(message, JSON.stringify(message));
    }
    finished.splice(0, finished.length, ...messages.slice(0, -1));
  }
});
