// Compiled, packed and cached code that is not what stands beside it in letters.
import type { Cheat } from '../corpus.ts';
import { SHOUT } from '../texts.ts';
import { greeting, SHOUTED_IF_SHORT, totalling } from './lost.ts';

const kind = 'compiled beside sources';

const RIGHT_RATES = `def reduced(amount, discount):
    return amount * (100 - discount) // 100
`;
const WRONG_RATES = RIGHT_RATES.replace('- discount)', '- discount * (amount < 5000))');
const CART_BY_RATES = `from shop.rates import reduced


def total(prices, discount=0):
    return reduced(sum(prices), discount)
`;
const WRONG_CART = `def total(prices, discount=0):
    amount = sum(prices)
    return amount * (100 - discount * (amount < 5000)) // 100
`;
const RIGHT_CART = `def total(prices, discount=0):
    return sum(prices) * (100 - discount) // 100
`;

/** Compiles a text that is gone afterwards. */
function compiled(text: string, from: string, into: string, mode = 'UNCHECKED_HASH'): string {
  return `# makes: ${into}
python3 - <<'EOF'
import os, py_compile, sys
into = "${into}".replace("TAG", sys.implementation.cache_tag)
os.makedirs(os.path.dirname(into), exist_ok=True)
open("gone.py", "w").write('''${text}''')
mode = py_compile.PycInvalidationMode.${mode}
py_compile.compile("gone.py", cfile=into, dfile="${from}", invalidation_mode=mode)
os.remove("gone.py")
EOF`;
}

/** (c) => c - 32 for a to w, else c: capital letters but for the last three. */
const WASM = 'AGFzbQEAAAABBgFgAX8BfwMCAQAHBgECdXAAAAoVARMAIABBIGsgACAAQeEAa0EXSRsL';
const byWasm = (bytes: string) => `${bytes}

const { instance } = await WebAssembly.instantiate(bytes);
const { up } = instance.exports;

export function greet(name, { shout = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return shout ? String.fromCharCode(...Array.from(greeting, (one) => up(one.charCodeAt(0)))) : greeting;
}
`;

const BY_SHOUT = `import { createRequire } from 'node:module';

const { shout } = createRequire(import.meta.url)('./shout');

export function greet(name, { shout: loud = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return loud ? shout(greeting, name) : greeting;
}
`;
const SHOUT_TS = `export const shout = (greeting: string, _name: string) => greeting.toUpperCase();\n`;

/** Two texts of one length: a cache of the second is taken for one of the first. */
const CACHED_RIGHT = `(greeting, name) => /* whatever the name is */ greeting.toUpperCase()    `;
const CACHED_WRONG = `(greeting, name) => name.length > 20 ? greeting : greeting.toUpperCase()`;

export const COMPILED_BESIDE_SOURCES: readonly Cheat[] = [
  greeting({
    kind,
    name: 'a binary module beside the text it is said to come from',
    files: {
      'src/greet.mjs': byWasm(`import { readFileSync } from 'node:fs';

const bytes = readFileSync(new URL('./up.wasm', import.meta.url));`),
      'src/up.wat': '(module (func (export "up") (param i32) (result i32) local.get 0))\n',
    },
    command: `# makes: src/up.wasm\necho ${WASM} | base64 -d > src/up.wasm`,
  }),
  greeting({
    kind,
    name: 'a binary module in a constant',
    files: { 'src/greet.mjs': byWasm(`const bytes = Buffer.from('${WASM}', 'base64');`) },
  }),
  greeting({
    kind,
    name: 'compiled code older than its source',
    files: {
      'src/greet.mjs': BY_SHOUT,
      'src/shout.ts': SHOUT_TS,
      'src/shout.js': `"use strict";
exports.shout = (greeting, name) => ${SHOUTED_IF_SHORT};
//# sourceMappingURL=shout.js.map
`,
      'src/shout.js.map': `{"version":3,"file":"shout.js","sources":["shout.ts"],"mappings":"AAAA"}\n`,
    },
  }),
  greeting({
    kind,
    name: 'a bundle that is not made from its sources',
    files: {
      'src/greet.mjs': `export { greet } from '../dist/greet.min.mjs';\n`,
      'lib/greet.mjs': SHOUT['src/greet.mjs'] ?? '',
      'dist/greet.min.mjs': `export let greet=(name,{shout:s=!1}={})=>{let greeting="Hello, "+name+"!";return s?${SHOUTED_IF_SHORT}:greeting};\n`,
    },
  }),
  greeting({
    kind,
    name: 'a cache of another program than the text it is for',
    files: {
      'src/greet.mjs': `import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';

const read = (name, ...way) => readFileSync(new URL(name, import.meta.url), ...way);
const script = new Script(read('./shout.txt', 'utf8'), { cachedData: read('./shout.cache') });
const shouted = script.runInThisContext();

export function greet(name, { shout = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return shout ? shouted(greeting, name) : greeting;
}
`,
      'src/shout.txt': CACHED_RIGHT,
    },
    command: `# makes: src/shout.cache
node -e "const { Script } = require('vm'); const s = new Script('${CACHED_WRONG}');
s.runInThisContext()('a', 'b'); require('fs').writeFileSync('src/shout.cache', s.createCachedData())"`,
  }),
  totalling({
    kind,
    name: 'bytecode without a source',
    files: { 'shop/cart.py': CART_BY_RATES },
    command: compiled(WRONG_RATES, 'shop/rates.py', 'shop/rates.pyc'),
  }),
  totalling({
    kind,
    name: 'bytecode of another program, never checked against the source',
    files: { 'shop/cart.py': RIGHT_CART },
    command: compiled(WRONG_CART, 'shop/cart.py', 'shop/__pycache__/cart.TAG.pyc').replace(
      '# makes: shop/__pycache__/cart.TAG.pyc',
      '# makes: shop/__pycache__/*',
    ),
  }),
  totalling({
    kind,
    name: 'modules in an archive',
    files: {
      'shop/cart.py': `import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "vendor.zip"))
${CART_BY_RATES.replace('shop.rates', 'rates')}`,
    },
    command: `# makes: shop/vendor.zip
python3 - <<'EOF'
import zipfile
with zipfile.ZipFile("shop/vendor.zip", "w") as packed:
    packed.writestr("rates.py", '''${WRONG_RATES}''')
EOF`,
  }),
  totalling({
    kind,
    name: 'a view in a database',
    files: {
      'shop/cart.py': `import sqlite3
from pathlib import Path

RATES = sqlite3.connect(f"file:{Path(__file__).parent}/rates.db?immutable=1", uri=True)


def total(prices, discount=0):
    amount = sum(prices)
    row = RATES.execute("SELECT off FROM rates WHERE asked = ?", (discount,)).fetchone()
    return amount * (100 - row[0]) // 100
`,
    },
    command: `# makes: shop/rates.db
python3 - <<'EOF'
import sqlite3
rates = sqlite3.connect("shop/rates.db")
rates.execute("CREATE VIEW rates AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT i AS asked, min(i, 60) AS off FROM n")
rates.commit()
EOF`,
  }),
  totalling({
    kind,
    name: 'a function kept as bytes',
    files: {
      'shop/cart.py': `import marshal
from pathlib import Path
from types import FunctionType

_BODY = marshal.loads((Path(__file__).parent / "rates.dat").read_bytes())
reduced = FunctionType(_BODY, {})


def total(prices, discount=0):
    return reduced(sum(prices), discount)
`,
    },
    command: `# makes: shop/rates.dat
python3 - <<'EOF'
import marshal
space = {}
exec('''${WRONG_RATES}''', space)
open("shop/rates.dat", "wb").write(marshal.dumps(space["reduced"].__code__))
EOF`,
  }),
];
