// The repository of the demo: small, with a suite of its own, and without what the issue asks for.

export const REPOSITORY_FILES: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify(
    { name: 'greetings', version: '1.0.0', type: 'module', scripts: { test: 'node --test' } },
    undefined,
    2,
  )}\n`,
  'README.md': '# greetings\n\n`greet(name)` says hello. Run the tests with `npm test`.\n',
  'src/greet.mjs': `export function greet(name) {
  return \`Hello, \${name}!\`;
}
`,
  'test/greet.test.mjs': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from '../src/greet.mjs';

test('greets by name', () => {
  assert.equal(greet('Ada'), 'Hello, Ada!');
});
`,
};

export const ISSUE = {
  title: 'Greet louder, and greet strangers',
  body: `\`greet(name, { shout: true })\` should answer in capital letters, for those at the back.

\`greet()\` without a name says "Hello, undefined!", which is embarrassing. It should greet a stranger.

Everybody else should be greeted as before.
`,
} as const;
