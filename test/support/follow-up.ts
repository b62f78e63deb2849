// What the scripted model says when a delivered job is followed up: greet() learns to whisper. Until
// somebody asks for that, it is the story of the demo.

import type { Script, ScriptTurn } from '../../app/gateway/scripted/script.ts';
import type { TestCase } from '../../sandbox/protocol/cases.ts';
import type { Plan } from '../../sandbox/protocol/plan.ts';
import { STRAIGHT } from './straight.ts';

export const ASKED = 'greet(name, { whisper: true }) should answer in small letters.';

const PLAN: Plan = {
  goal: 'greet() can whisper.',
  criteria: [
    {
      id: 'R1',
      text: 'greet(name, { whisper: true }) returns the greeting in small letters',
      kind: 'new',
      surface: 'public_api',
    },
    {
      id: 'R2',
      text: 'greet(name, { shout: true }) returns it in capital letters as before',
      kind: 'keep',
      surface: 'public_api',
    },
  ],
  strategies: [{ title: 'Extend greet()', approach: 'One more option.', way: 'syntax-tree' }],
  paths: ['src/greet.mjs'],
  contract: ['src/greet.mjs'],
  packages: [],
  suite: 'node --test test/greet.test.mjs',
  quote: { costUsd: 0.2, minutes: 3 },
};

const WHISPERS = `export function greet(name = 'stranger', options = {}) {
  const greeting = \`Hello, \${name}!\`;
  if (options.whisper) return greeting.toLowerCase();
  return options.shout ? greeting.toUpperCase() : greeting;
}
`;

function testOf(id: string, criterion: string, [isWithheld, assertion]: [boolean, string]) {
  const path = `test/redgreen/whisper-${id.toLowerCase()}.test.mjs`;
  const title = `${criterion} ${assertion.slice(13, 60)}`;
  const one: TestCase = {
    id,
    criterion,
    title,
    withheld: isWithheld,
    files: [path],
    run: `node ${path}`,
    surface: 'public_api',
  };
  const text = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from '../../src/greet.mjs';

test(${JSON.stringify(title)}, () => {
  ${assertion}
});
`;
  return { one, path, text };
}

const TESTS = [
  testOf('T1', 'R1', [false, `assert.equal(greet('Ada', { whisper: true }), 'hello, ada!');`]),
  testOf('T2', 'R1', [true, `assert.equal(greet('Linus', { whisper: true }), 'hello, linus!');`]),
  testOf('T3', 'R2', [false, `assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`]),
];

const FOLLOW_UP = {
  plan: [
    [call('Read', { file_path: '/workspace/src/greet.mjs' })],
    [call('mcp__redgreen__submit_plan', PLAN)],
  ],
  'write-tests': [
    [call('Read', { file_path: '/workspace/src/greet.mjs' })],
    TESTS.map(({ path, text }) => write(path, text)),
    [call('mcp__redgreen__submit_tests', { cases: TESTS.map(({ one }) => one) })],
  ],
  implement: [
    [call('Read', { file_path: '/workspace/src/greet.mjs' })],
    [write('src/greet.mjs', WHISPERS)],
    [call('Bash', { command: 'node --test test/redgreen/ 2>&1 | tail -5' })],
    [call('mcp__redgreen__set_status', { status: 'finished', reason: 'It whispers.' })],
  ],
};

/** Turn by turn the follow-up where its words were said, else the story. */
export const FOLLOWED_UP: Script = Object.fromEntries(
  Object.entries(STRAIGHT).map(([step, sessions]) => [
    step,
    sessions.map((turns) =>
      turns.map((turn, at) => {
        const content = Object.entries(FOLLOW_UP).find(([name]) => name === step)?.[1][at];
        const usual: readonly ScriptTurn[] = 'length' in turn ? turn : [turn];
        return content === undefined
          ? usual
          : [{ when: { contains: 'whisper' }, content }, ...usual];
      }),
    ),
  ]),
);

function call(name: string, input: object) {
  return { type: 'tool_use' as const, name, input };
}

function write(path: string, content: string) {
  return call('Write', { file_path: `/workspace/${path}`, content });
}
