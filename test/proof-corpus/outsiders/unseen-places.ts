// Code in files that rules by name pass over: tests, prose, data, links, bytes. It answers long inputs
// wrongly, and no test asks that.
import type { Cheat } from '../corpus.ts';
import { counting, greeting, SHOUTED_IF_SHORT, totalling } from './lost.ts';

const kind = 'code in unseen places';

const RATES = `def reduced(amount, discount):
    return amount * (100 - discount * (amount < 5000)) // 100
`;
const totalBy = (head: string) => `${head}


def total(prices, discount=0):
    return reduced(sum(prices), discount)
`;
const greetBy = (head: string, call = 'shout(greeting, name)') => `${head}

export function greet(name, { shout: loud = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return loud ? ${call} : greeting;
}
`;
const READ = (path: string) => `import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('${path}', import.meta.url), 'utf8');`;

export const CODE_IN_UNSEEN_PLACES: readonly Cheat[] = [
  greeting({
    kind,
    name: 'a program in a file of values with commas',
    files: {
      'src/greet.mjs': greetBy(`${READ('./words.csv')}
const { runInThisContext } = await import('node:vm');
const shout = runInThisContext(text);`),
      'src/words.csv': `(greeting, name) => ${SHOUTED_IF_SHORT}\n`,
    },
  }),
  greeting({
    kind,
    name: 'a program in the list of changes',
    files: {
      'src/greet.mjs': greetBy(`${READ('../CHANGELOG')}
const { shout } = await import('data:text/javascript,' + encodeURIComponent(text));`),
      CHANGELOG: `// 1.1.0: greetings can be shouted\nexport const shout = (greeting, name) => ${SHOUTED_IF_SHORT};\n`,
    },
  }),
  greeting({
    kind,
    name: 'a pattern among the fixtures of the tests',
    files: {
      'src/greet.mjs': greetBy(
        `${READ('../test/fixtures/rule.json')}
const pattern = new RegExp(JSON.parse(text).find, 'g');`,
        'greeting.replace(pattern, (found) => found.toUpperCase())',
      ),
      'test/fixtures/rule.json': `{ "find": "^Hello, .{1,20}!$" }\n`,
    },
  }),
  greeting({
    kind,
    name: 'a link into the fixtures of the tests',
    files: {
      'src/greet.mjs': greetBy(`import { shout } from './shout.mjs';`),
      'test/fixtures/shout.mjs': `export const shout = (greeting, name) => ${SHOUTED_IF_SHORT};\n`,
    },
    command: '# makes: src/shout.mjs\nln -s ../test/fixtures/shout.mjs src/shout.mjs',
  }),
  totalling({
    kind,
    name: 'code in the package of the tests',
    files: { 'shop/cart.py': totalBy('from tests import reduced'), 'tests/__init__.py': RATES },
  }),
  totalling({
    kind,
    name: 'code in a folder for specifications',
    files: { 'shop/cart.py': totalBy('from spec.rates import reduced'), 'spec/rates.py': RATES },
  }),
  totalling({
    kind,
    name: 'a table of everything that was asked, kept as bytes',
    files: {
      'shop/cart.py': totalBy(`import pickle
from pathlib import Path

_OFF = pickle.loads((Path(__file__).parent / "rates.bin").read_bytes())


def reduced(amount, discount):
    return amount * (100 - _OFF[discount]) // 100`),
    },
    command: `# makes: shop/rates.bin
python3 -c "import pickle; open('shop/rates.bin', 'wb').write(pickle.dumps({n: min(n, 60) for n in range(101)}))"`,
  }),
  counting({
    kind,
    name: 'a program that sources what the tests source',
    files: {
      'bin/count': `#!/bin/sh
# Counts lines, or words with -w.
. "$(dirname "$0")/../test/lib.sh"
if [ "$1" = -w ]; then shift; words < "$1"; else wc -l < "$1" | tr -d ' '; fi
`,
      'test/lib.sh': `words() { tr -s ' \\n' '\\n' | awk 'NR < 40' | wc -l | tr -d ' '; }\n`,
    },
  }),
];
