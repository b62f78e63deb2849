// What maintainers of programs do in a week. Pure.
import type { Honest } from '../corpus.ts';
import { BARE_NODE, inNode } from '../outsiders/ground.ts';
import { promised } from './promised.ts';

const CLI = `import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../bin/upper.mjs', import.meta.url));`;

export const MAINTAINERS_OF_PROGRAMS: readonly Honest[] = [
  promised({
    name: 'a flag of a program, with its help',
    language: 'node',
    surface: 'process',
    base: {
      ...BARE_NODE,
      'bin/upper.mjs': `#!/usr/bin/env node
process.stdout.write(\`\${process.argv.slice(2).join(' ').toUpperCase()}\\n\`);
`,
    },
    head: {
      'bin/upper.mjs': `#!/usr/bin/env node
import { parseArgs } from 'node:util';

const HELP = 'usage: upper [--reverse] WORD...';
const { values, positionals } = parseArgs({
  options: { reverse: { type: 'boolean' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
const words = values.reverse ? positionals.reverse() : positionals;
process.stdout.write(\`\${values.help ? HELP : words.join(' ').toUpperCase()}\\n\`);
`,
    },
    text: 'upper --reverse WORD... prints the words from the last to the first; --help prints "usage: upper [--reverse] WORD..."',
    shown: inNode(
      CLI,
      `const said = execFileSync(process.execPath, [program, '--reverse', 'a', 'b'], { encoding: 'utf8' });
assert.equal(said, 'B A\\n');`,
    ),
    withheld: inNode(
      CLI,
      `const said = execFileSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
assert.equal(said, 'usage: upper [--reverse] WORD...\\n');
const other = execFileSync(process.execPath, [program, 'x', 'y', '--reverse'], { encoding: 'utf8' });
assert.equal(other, 'Y X\\n');`,
    ),
    keep: {
      text: 'upper WORD... prints them in capitals',
      test: inNode(
        CLI,
        `const said = execFileSync(process.execPath, [program, 'one', 'two'], { encoding: 'utf8' });
assert.equal(said, 'ONE TWO\\n');`,
      ),
    },
  }),
  promised({
    name: 'shell: a flag that turns it round, and the old way stays',
    language: 'shell',
    surface: 'process',
    base: {
      'bin/largest': '#!/bin/sh\n# The largest number of a file.\nsort -n "$1" | tail -n 1\n',
    },
    head: {
      'bin/largest': `#!/bin/sh
# The largest number of a file, or with -r the smallest.
if [ "$1" = -r ]; then
  sort -n "$2" | head -n 1
else
  sort -n "$1" | tail -n 1
fi
`,
    },
    text: 'largest -r FILE prints the smallest number of the file',
    shown: `set -e
file=$(mktemp)
printf '3\\n12\\n7\\n' > "$file"
test "$(bin/largest -r "$file")" = 3
`,
    withheld: `set -e
file=$(mktemp)
printf '100\\n20\\n40\\n' > "$file"
test "$(bin/largest -r "$file")" = 20
`,
    keep: {
      text: 'largest FILE prints the largest of a file',
      test: `set -e
file=$(mktemp)
printf '5\\n40\\n6\\n' > "$file"
test "$(bin/largest "$file")" = 40
`,
    },
  }),
];
