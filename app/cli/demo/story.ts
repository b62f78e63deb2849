// What the scripted model says in the demo: a plan, tests, a first attempt that is wrong, a second
// that is right. Everything it does is done for real; only its words are written down beforehand.

import type { TestCase } from '../../../sandbox/protocol/cases.ts';
import type { Plan } from '../../../sandbox/protocol/plan.ts';
import type { Script, ScriptBlock } from '../../gateway/scripted/script.ts';

const PLAN: Plan = {
  goal: 'greet() can shout, and greets a stranger when it is given no name.',
  criteria: [
    {
      id: 'R1',
      text: 'greet(name, { shout: true }) returns the greeting in capital letters',
      kind: 'new',
      surface: 'public_api',
    },
    {
      id: 'R2',
      text: 'greet() without a name returns "Hello, stranger!"',
      kind: 'new',
      surface: 'public_api',
    },
    {
      id: 'R3',
      text: 'greet(name) returns "Hello, name!" as before',
      kind: 'keep',
      surface: 'public_api',
    },
  ],
  strategies: [
    {
      title: 'Extend greet()',
      approach: 'A default for the name and an options object with shout.',
      way: 'syntax-tree',
    },
  ],
  paths: ['src/greet.mjs', 'README.md'],
  contract: ['src/greet.mjs'],
  packages: [],
  suite: 'node --test test/greet.test.mjs',
  quote: { costUsd: 0.4, minutes: 6 },
};

type Written = { case: TestCase; text: string };

function written(
  id: string,
  about: Pick<TestCase, 'criterion' | 'title' | 'withheld'>,
  assertion: string,
): Written {
  const path = `test/redgreen/${id.toLowerCase()}.test.mjs`;
  const text = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from '../../src/greet.mjs';

test(${JSON.stringify(about.title)}, () => {
  ${assertion}
});
`;
  return {
    case: { id, ...about, files: [path], run: `node ${path}`, surface: 'public_api' },
    text,
  };
}

const TESTS: readonly Written[] = [
  written(
    'T1',
    { criterion: 'R1', title: 'shouts a greeting', withheld: false },
    `assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`,
  ),
  written(
    'T2',
    { criterion: 'R1', title: 'shouts another name', withheld: true },
    `assert.equal(greet('Grace Hopper', { shout: true }), 'HELLO, GRACE HOPPER!');`,
  ),
  written(
    'T3',
    { criterion: 'R2', title: 'greets a stranger', withheld: false },
    `assert.equal(greet(), 'Hello, stranger!');`,
  ),
  written(
    'T4',
    { criterion: 'R2', title: 'shouts at a stranger', withheld: true },
    `assert.equal(greet(undefined, { shout: true }), 'HELLO, STRANGER!');`,
  ),
  written(
    'T5',
    { criterion: 'R3', title: 'greets by name as before', withheld: false },
    `assert.equal(greet('Linus'), 'Hello, Linus!');`,
  ),
];

const FIRST_TRY = `export function greet(name, options = {}) {
  const greeting = \`Hello, \${name}!\`;
  return options.shout ? greeting.toUpperCase() : greeting;
}
`;

const SECOND_TRY = `export function greet(name = 'stranger', options = {}) {
  const greeting = \`Hello, \${name}!\`;
  return options.shout ? greeting.toUpperCase() : greeting;
}
`;

/** The author looks for an implementation everywhere it can: there is none. */
const SEARCH = call('Bash', {
  command: `n=$(grep -rlF "options.shout" /workspace /home /tmp /var/tmp /dev/shm 2>/dev/null | wc -l); echo "searched: $n files"`,
});

export const STORY: Script = {
  plan: [
    [
      turn(
        call('Glob', { pattern: '**/*.mjs' }),
        call('Read', { file_path: '/workspace/src/greet.mjs' }),
      ),
      turn(call('mcp__redgreen__submit_plan', PLAN)),
    ],
  ],
  'write-tests': [
    [
      turn(call('Read', { file_path: '/workspace/src/greet.mjs' }), SEARCH),
      turn(...TESTS.map(({ case: { files }, text }) => write(files[0] ?? '', text))),
      turn(call('mcp__redgreen__submit_tests', { cases: TESTS.map((one) => one.case) })),
    ],
  ],
  implement: [
    implementation(FIRST_TRY, 'greet() shouts. The tests that were given pass.'),
    implementation(SECOND_TRY, 'The name has a default now; greet() greets a stranger.'),
  ],
};

function implementation(text: string, reason: string) {
  return [
    turn(call('Read', { file_path: '/workspace/src/greet.mjs' })),
    turn(write('src/greet.mjs', text)),
    turn(call('Bash', { command: 'node --test test/redgreen/ 2>&1 | tail -5' })),
    turn(call('mcp__redgreen__set_status', { status: 'finished', reason })),
  ];
}

function turn(...content: ScriptBlock[]) {
  return { content };
}

function write(path: string, content: string): ScriptBlock {
  return call('Write', { file_path: `/workspace/${path}`, content });
}

function call(name: string, input: unknown): ScriptBlock {
  return { type: 'tool_use', name, input };
}
