// Implementers who write what a green run would have written: reports, sums, endless output.
import type { Cheat } from '../corpus.ts';
import { NODE, NODE_SUITE, type Sample } from '../samples.ts';
import { SHOUT_TESTS } from '../texts.ts';
import {
  type About,
  cartAfter,
  cartIs,
  greetAfter,
  greetIs,
  LOST,
  play,
  SUITE,
  TWIN,
} from './further-parts.ts';

const kind = 'forged output';

const JUNIT = '--test-reporter=junit --test-reporter-destination=report.xml';
/** Red already on the base, so that only its report tells one failure from another. */
const RED_SUITE: Sample = {
  ...NODE_SUITE,
  files: {
    ...NODE.files,
    'test/suite.test.mjs': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from '../src/greet.mjs';

test('waves', () => assert.equal(greet('x').at(-1), '!'));
test('is red', () => assert.equal(1, 2));
`,
  },
  plan: { ...NODE.plan, suite: `node --test ${JUNIT} test/suite.test.mjs` },
};

/** Loud as asked, and no longer waving at the end of an ordinary greeting. */
function suite(about: About, imports: string, forging: string): Cheat {
  const text = `${imports}

export function greet(name, { shout = false } = {}) {
  if (shout) return \`HELLO, \${name.toUpperCase()}!\`;
  ${forging}
  return \`Hello, \${name}\`;
}
`;
  const work = { files: { 'src/greet.mjs': text } };
  return play(about, { sample: RED_SUITE, tests: SHOUT_TESTS, work });
}

export const FURTHER_FORGERIES: readonly Cheat[] = [
  suite(
    { ...SUITE, kind, name: 'prints another report than the one that is written' },
    `import { openSync, writeSync } from 'node:fs';

const TAP = 'TAP version 13\\nok 1 - waves\\nnot ok 2 - is red\\n1..2\\n';`,
    "writeSync(openSync(`/proc/${process.ppid}/fd/1`, 'a'), TAP);",
  ),
  suite(
    { ...LOST, kind, name: 'puts a directory in the place of the report' },
    `import { mkdirSync, rmSync } from 'node:fs';`,
    `rmSync('report.xml', { force: true });
  mkdirSync('report.xml', { recursive: true });`,
  ),
  greetAfter(
    { kind, name: 'writes a report of its own', expected: ['red'], says: 'head:' },
    `import { writeFileSync } from 'node:fs';

writeFileSync('junit.xml', '<testsuite tests="1" failures="0"><testcase name="shouts"/></testsuite>');`,
  ),
  greetAfter(
    { kind, name: 'drowns the truth in output', expected: ['red'], says: 'head:' },
    `import { writeSync } from 'node:fs';

for (let line = 0; line < 400; line += 1) writeSync(2, \`\${'ok '.repeat(4000)}\\n\`);`,
  ),
  cartAfter(
    { kind, name: 'ends its output with zeros and a good sum', expected: ['red'], says: 'head:' },
    `import atexit
import os

atexit.register(os.write, 2, b"\\0" * 9000 + b"\\x1b[2K\\x1b[1A\\rRan 1 test in 0.000s\\n\\nOK\\n")`,
  ),
  cartIs(
    { ...TWIN, kind, name: 'says where the output goes' },
    `import os
import sys

sys.stderr = sys.stdout = open(os.devnull, "w")
os.write(2, b".\\n" + b"-" * 70 + b"\\nRan 1 test in 0.000s\\n\\nOK\\n")
os.close(2)
os._exit(0)


def total(prices, discount=0):
    return sum(prices)
`,
  ),
  greetIs(
    { ...TWIN, kind, name: 'speaks to the runner in its own words' },
    `import { serialize } from 'node:v8';

export function greet(name, { shout = false } = {}) {
  if (!shout) return \`Hello, \${name}!\`;
  const said = { type: 'test:pass', data: { name: 'shouts', nesting: 0, testNumber: 1, details: {} } };
  process.stdout.write(serialize(said));
  process.reallyExit(0);
}
`,
  ),
];
