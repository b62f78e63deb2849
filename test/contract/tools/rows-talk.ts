// The tools by which an agent speaks with people and with its step. The host of this table answers
// every question with "So be it."
import type { Table } from './row.ts';

const question = {
  question: 'Red or green?',
  header: 'Colour',
  options: [
    { label: 'red', description: '' },
    { label: 'green', description: 'as it should be' },
  ],
  multiSelect: false,
};
const todo = { content: 'Test', activeForm: 'Testing', status: 'completed' };

export const TALK_ROWS: Table = [
  [
    'TodoWrite',
    [
      {
        shows: 'use',
        name: 'counts what is done',
        input: { todos: [todo] },
        outcome: 'success',
        content: /1 items, 1 of them completed/,
      },
    ],
  ],
  [
    'AskUserQuestion',
    [
      {
        shows: 'use',
        name: 'gives the answer on',
        input: { questions: [question] },
        outcome: 'success',
        content: /^So be it\.$/,
      },
      {
        shows: 'error',
        name: 'asks nothing twice',
        input: { questions: [question, question] },
        outcome: 'tool_rejected',
        content: /every question is asked once/,
      },
    ],
  ],
  [
    'Brief',
    [
      {
        shows: 'use',
        name: 'tells people',
        input: { message: 'Hello.', status: 'normal' },
        outcome: 'success',
        content: /^So be it\.$/,
      },
      {
        shows: 'error',
        name: 'names a file that is missing',
        input: { message: 'Look.', status: 'proactive', attachments: ['gone.txt'] },
        outcome: 'tool_rejected',
        content: /gone\.txt does not exist/,
      },
    ],
  ],
  [
    'ExitPlanMode',
    [
      {
        shows: 'error',
        name: 'is refused while nobody plans',
        input: {},
        outcome: 'tool_rejected',
        content: /not planning/,
      },
    ],
  ],
  [
    'EnterPlanMode',
    [
      {
        shows: 'use',
        name: 'closes the gate',
        input: {},
        outcome: 'success',
        content: /^Planning: /,
      },
      {
        shows: 'error',
        name: 'is refused when it is closed',
        input: {},
        outcome: 'tool_rejected',
        content: /already/,
      },
    ],
  ],
  [
    'Write',
    [
      {
        shows: 'error',
        name: 'is refused while planning',
        input: { file_path: 'a.txt', content: 'a' },
        outcome: 'tool_rejected',
        content: /closed until the plan is approved/,
      },
    ],
  ],
  [
    'ExitPlanMode',
    [
      {
        shows: 'use',
        name: 'opens it again',
        input: { plan: 'Do it.' },
        outcome: 'success',
        content: /open again/,
      },
    ],
  ],
  [
    'mcp__redgreen__list',
    [
      {
        shows: 'use',
        name: 'asks the host',
        input: {},
        outcome: 'success',
        content: /^So be it\.$/,
      },
    ],
  ],
  [
    'mcp__redgreen__install',
    [
      {
        shows: 'use',
        name: 'asks the host',
        input: {},
        outcome: 'success',
        content: /^So be it\.$/,
      },
    ],
  ],
];
