// A repository so small that a job in it takes seconds, the issue about it, and what the scripted
// model does: one behaviour, two cases, a suite of one test. Data only.
import type { Script, ScriptBlock } from '../../../app/gateway/scripted/script.ts';
import type { TestCase } from '../../../sandbox/protocol/cases.ts';
import type { Plan } from '../../../sandbox/protocol/plan.ts';

export const CODE_PATH = 'src/sum.mjs';
export const SUITE_PATH = 'test/sum.test.mjs';
const SUITE = `node ${SUITE_PATH}`;

export const FILES: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'sums', version: '1.0.0', type: 'module' })}\n`,
  'README.md': '# sums\n',
  [CODE_PATH]: `export function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}
`,
  [SUITE_PATH]: suiteOf('assert.equal(sum([1, 2, 3]), 6);'),
};

const ISSUE = {
  title: 'Add numbers that are written as text',
  body: '`sum(["1", "2"])` should answer 3.\n',
} as const;

/** The suite with one more line, or another one. */
export function suiteOf(...lines: string[]): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../src/sum.mjs';

test('adds numbers', () => {
${lines.map((line) => `  ${line}`).join('\n')}
});
`;
}

const PLAN: Plan = {
  goal: 'sum() adds numbers that are written as text.',
  criteria: [
    {
      id: 'R1',
      text: 'sum(["1", "2"]) returns 3, and so for every list of digits',
      kind: 'new',
      surface: 'public_api',
    },
  ],
  strategies: [{ title: 'Convert', approach: 'Every entry becomes a number.', way: 'syntax-tree' }],
  paths: [CODE_PATH],
  contract: [CODE_PATH],
  packages: [],
  suite: SUITE,
  quote: { costUsd: 0.1, minutes: 1 },
};

const RIGHT = `export function sum(numbers) {
  return numbers.reduce((one, other) => one + Number(other), 0);
}
`;
const WRONG = `export function sum(numbers) {
  return numbers.reduce((one, other) => Number(one + other), 0);
}
`;

const CASES = [
  written('T1', 'adds two texts', false, "assert.equal(sum(['1', '2']), 3);"),
  written('T2', 'adds texts and numbers', true, "assert.equal(sum(['40', 1, '1']), 42);"),
];

/** An issue with this word in its title is got wrong at first: what the author withheld fails. */
const TRICKY = 'tricky';

export function issueOf({ isWrongFirst }: { isWrongFirst: boolean }) {
  const { title, body } = ISSUE;
  return { title: isWrongFirst ? `${title} (${TRICKY})` : title, body };
}

const submitted = (plan: Plan) => turn(call('mcp__redgreen__submit_plan', plan));
const tricky = { when: { contains: TRICKY } };

export const SCRIPT: Script = {
  plan: Array.from({ length: 4 }, () => [
    [{ ...tricky, ...submitted({ ...PLAN, goal: `${PLAN.goal} (${TRICKY})` }) }, submitted(PLAN)],
  ]),
  'write-tests': [
    [
      turn(...CASES.map(({ text, one }) => write(one.files[0] ?? '', text))),
      turn(call('mcp__redgreen__submit_tests', { cases: CASES.map(({ one }) => one) })),
    ],
  ],
  implement: Array.from({ length: 8 }, (_, session) => [
    turn(call('Read', { file_path: `/workspace/${CODE_PATH}` })),
    session === 0
      ? [{ ...tricky, ...turn(write(CODE_PATH, WRONG)) }, turn(write(CODE_PATH, RIGHT))]
      : turn(write(CODE_PATH, RIGHT)),
    turn(call('mcp__redgreen__set_status', { status: 'finished', reason: 'It adds texts now.' })),
  ]),
};

function written(id: string, title: string, withheld: boolean, assertion: string) {
  const path = `test/redgreen/${id.toLowerCase()}.test.mjs`;
  const text = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../../src/sum.mjs';

test(${JSON.stringify(title)}, () => {
  ${assertion}
});
`;
  const one: TestCase = {
    id,
    criterion: 'R1',
    title,
    withheld,
    files: [path],
    run: `node ${path}`,
    surface: 'public_api',
  };
  return { one, text };
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
