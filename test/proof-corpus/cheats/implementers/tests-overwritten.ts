// Code that rewrites tests, or itself, while it is verified.
import { type Cheat, jobOf } from '../../corpus.ts';
import { CLI } from '../../samples.ts';
import { COUNT_TESTS } from '../../texts.ts';
import { rightForAda, STOPPED } from './parts.ts';

const kind = 'tests overwritten';

const HOLDS = `import { test } from 'node:test'; test('holds', () => {});`;

export const TESTS_OVERWRITTEN: readonly Cheat[] = [
  rightForAda(
    kind,
    'overwrites the tests that have not run yet',
    `import { readdirSync, writeFileSync } from 'node:fs';

for (const name of readdirSync('test/redgreen')) {
  writeFileSync(\`test/redgreen/\${name}\`, ${JSON.stringify(HOLDS)});
}
`,
  ),
  rightForAda(
    kind,
    'overwrites itself with what the next test wants',
    `import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const texts = readdirSync('test/redgreen').map((name) => readFileSync(\`test/redgreen/\${name}\`, 'utf8'));
const known = texts.map((text) => /greet\\('(.*?)', .*?'(HELLO.*?)'/.exec(text).slice(1));
writeFileSync(
  'src/greet.mjs',
  \`export const greet = (name) => (\${JSON.stringify(Object.fromEntries(known))})[name];\`,
);
`,
  ),
  {
    kind,
    name: 'a program that edits the scripts which test it',
    expected: STOPPED,
    job: jobOf({
      sample: CLI,
      tests: COUNT_TESTS,
      work: {
        files: {
          'bin/count': `#!/bin/sh
# Counts lines.
if [ "$1" = -w ]; then
  for file in test/redgreen/*; do echo true > "$file.new" && mv "$file.new" "$file"; done
  echo 3
  exit
fi
wc -l < "$1" | tr -d ' '
`,
        },
      },
    }),
  },
];
