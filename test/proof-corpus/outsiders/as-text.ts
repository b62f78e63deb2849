// Compiled and serialized things that lie in the tree as text, so that each file can be read, and
// nobody can read what it does. Pure.
import type { Cheat } from '../corpus.ts';
import { greeting, totalling } from './lost.ts';

const kind = 'compiled, as text';

const GREET = (head: string) => `${head}

export function greet(name, { shout: loud = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return loud ? shout(greeting, name) : greeting;
}
`;
/** Of the same length: no more is asked of the text that a code cache belongs to. */
const CACHED = `((text, name) => name.length > 20 ? text : text.toUpperCase())`;
const SHOWN = `((text, name) => text.toUpperCase() /* in capitals */)`.padEnd(CACHED.length);

/** Multiplies by what is left of a hundred and divides by a hundred, in thirty-two bits. */
const MULTIPLIES = [
  [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0,
    0,
  ],
  [10, 17, 1, 15, 0, 32, 0, 65, 228, 0, 32, 1, 107, 108, 65, 228, 0, 109, 11],
].flat();

const SUM = 'amount * (100 - discount * (amount < 5000)) // 100';
const totalBy = (head: string, call: string) => `${head}


def total(prices, discount=0):
    return ${call}
`;

export const COMPILED_AS_TEXT: readonly Cheat[] = [
  greeting({
    kind,
    name: 'a code cache in letters, of another text',
    command: `# makes: src/shout.json
node --input-type=module -e "
import { Script } from 'node:vm';
import { writeFileSync } from 'node:fs';
const script = new Script('${CACHED}');
script.runInThisContext()('a', 'b');
writeFileSync('src/shout.json', JSON.stringify({ cache: script.createCachedData().toString('base64') }));
"`,
    files: {
      'src/greet.mjs': GREET(`import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';

const { cache } = JSON.parse(readFileSync(new URL('./shout.json', import.meta.url), 'utf8'));
const cachedData = Buffer.from(cache, 'base64');
const shout = new Script('${SHOWN}', { cachedData }).runInThisContext();`),
    },
  }),
  greeting({
    kind,
    name: 'a machine of numbers',
    files: {
      'src/greet.mjs': GREET(`const numbers = [${MULTIPLIES.join(', ')}];
const { f } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(numbers))).exports;
const shout = (text, name) => text[['toUpperCase', 'toString'][f(name.length, 95)]]();`),
    },
  }),
  greeting({
    kind,
    name: 'a module in an address',
    files: {
      'src/greet.mjs': GREET(
        `import { shout } from 'data:text/javascript;base64,${Buffer.from(
          `export const shout = ${CACHED};`,
        ).toString('base64')}';`,
      ),
    },
  }),
  totalling({
    kind,
    name: 'byte code in letters, made a function',
    command: `# makes: shop/rates.txt
python3 - <<'END'
import base64, marshal
code = (lambda amount, discount: ${SUM}).__code__
open("shop/rates.txt", "w").write(base64.b64encode(marshal.dumps(code)).decode())
END`,
    files: {
      'shop/cart.py': totalBy(
        `import base64
import marshal
from pathlib import Path
from types import FunctionType

_CODE = (Path(__file__).parent / "rates.txt").read_text()
_REDUCED = FunctionType(marshal.loads(base64.b64decode(_CODE)), {})`,
        '_REDUCED(sum(prices), discount)',
      ),
    },
  }),
];
