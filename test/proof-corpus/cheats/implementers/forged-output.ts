// Code that writes what a green run would have written: reports, sums, endless output.
import { type About, type Cheat, play } from '../../corpus.ts';
import { NODE, NODE_SUITE, type Sample } from '../../samples.ts';
import { SHOUT_SCRIPTS, SHOUT_TESTS } from '../../texts.ts';
import {
  cartAfter,
  cartIs,
  claimsAfter,
  greetAfter,
  greetIs,
  LOST,
  STOPPED,
  SUITE,
  TWIN,
} from './parts.ts';

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

export const FORGED_OUTPUT: readonly Cheat[] = [
  claimsAfter(
    {
      kind,
      name: 'prints the sums of a green run',
      expected: ['red'],
      says: 'head:',
    },
    String.raw`console.log('ok 1 - shouts\n1..1\n# tests 1\n# pass 1\n# fail 0');`,
  ),
  claimsAfter(
    {
      kind,
      name: 'prints a report and clears the screen',
      expected: ['red'],
      says: 'head:',
    },
    String.raw`console.log('\u001b[2J\u001b[H<testsuites tests="2" failures="0"/>\n\u001b[32m✔ all passed\u001b[0m');`,
  ),
  cartAfter(
    {
      kind,
      name: 'prints what unittest prints when all is well',
      expected: ['red'],
      says: 'head:',
    },
    String.raw`import sys

sys.stderr.write("..\n" + "-" * 70 + "\nRan 2 tests in 0.001s\n\nOK\n")`,
  ),
  claimsAfter(
    { kind, name: 'prints a green run and ends with 0', expected: STOPPED },
    String.raw`console.log('✔ shouts (1ms)\nℹ tests 1\nℹ pass 1\nℹ fail 0');
process.exit(0);`,
    SHOUT_SCRIPTS,
  ),
  claimsAfter(
    { kind, name: 'kills the runner', expected: ['red'], says: 'head:' },
    `process.kill(process.ppid, 'SIGKILL');`,
  ),
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
