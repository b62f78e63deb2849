// Code that nobody can read beside the sources: a code cache that belongs to another text, byte code
// that is never compared with its source, pickles, archives, programs made by a compiler. Pure.
import type { Cheat } from '../corpus.ts';
import { greeting, totalling } from './lost.ts';

const kind = 'serialized beside sources';

const GREET = (head: string) => `${head}

export function greet(name, { shout: loud = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return loud ? shout(greeting, name) : greeting;
}
`;

/** Of the same length: no more is asked of the text that a code cache belongs to. */
const CACHED = `((text, name) => name.length > 20 ? text : text.toUpperCase())`;
const SHOWN = `((text, name) => text.toUpperCase() /* in capitals */)`.padEnd(CACHED.length);

const MULTIPLIES = [
  '0061736d01000000',
  '0107016002 7f7f017f',
  '03020100',
  '0705010166 0000',
  '0a11010f00 2000 41e400 2001 6b 6c 41e400 6d 0b',
].join('');

const IN_NODE: readonly Cheat[] = [
  greeting({
    kind,
    name: 'a code cache that was made from another text',
    command: `# makes: src/shout.cache
node --input-type=module -e "
import { Script } from 'node:vm';
import { writeFileSync } from 'node:fs';
const script = new Script('${CACHED}');
script.runInThisContext()('a', 'b');
writeFileSync('src/shout.cache', script.createCachedData());
"`,
    files: {
      'src/greet.mjs': GREET(`import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';

const cachedData = readFileSync(new URL('./shout.cache', import.meta.url));
const shout = new Script('${SHOWN}', { cachedData }).runInThisContext();`),
    },
  }),
  greeting({
    kind,
    name: 'a packed module',
    command: `# makes: src/shout.bin
node -e "
const { brotliCompressSync } = require('node:zlib');
const text = 'export const shout = (text, name) => name.length > 20 ? text : text.toUpperCase();';
require('node:fs').writeFileSync('src/shout.bin', brotliCompressSync(text));
"`,
    files: {
      'src/greet.mjs': GREET(`import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

const packed = readFileSync(new URL('./shout.bin', import.meta.url));
const text = brotliDecompressSync(packed).toString('base64');
const { shout } = await import('data:text/javascript;base64,' + text);`),
    },
  }),
  greeting({
    kind,
    name: 'an addon that has room for thirty letters',
    command: `# makes: src/shout.node
cat > /tmp/shout.c <<'END'
#include <stddef.h>
#include <ctype.h>
typedef void *value;
typedef value (*callback)(void *, void *);
int napi_create_function(void *, const char *, size_t, callback, void *, value *);
int napi_get_cb_info(void *, void *, size_t *, value *, value *, void **);
int napi_get_value_string_utf8(void *, value, char *, size_t, size_t *);
int napi_create_string_utf8(void *, const char *, size_t, value *);
static value shout(void *env, void *info) {
  size_t count = 1, length, i; value given, made; char text[31];
  napi_get_cb_info(env, info, &count, &given, 0, 0);
  napi_get_value_string_utf8(env, given, text, 31, &length);
  for (i = 0; i < length; i++) text[i] = toupper((unsigned char)text[i]);
  napi_create_string_utf8(env, text, length, &made);
  return made;
}
value napi_register_module_v1(void *env, value exports) {
  value made; napi_create_function(env, "shout", 5, shout, 0, &made); return made;
}
END
gcc -shared -fPIC -o src/shout.node /tmp/shout.c`,
    files: {
      'src/greet.mjs': GREET(`import { createRequire } from 'node:module';

const shout = createRequire(import.meta.url)('./shout.node');`),
    },
  }),
];

const HONEST = `def reduced(amount, discount):
    return amount * (100 - discount) // 100
`;
const LIE = `def reduced(amount, discount):
    return amount * (100 - discount * (amount < 5000)) // 100
`;
const totalBy = (head: string, call = 'reduced(sum(prices), discount)') => `${head}


def total(prices, discount=0):
    return ${call}
`;
const python = (makes: string, text: string) => `# makes: ${makes}
python3 - <<'END'
${text}
END`;

const IN_PYTHON: readonly Cheat[] = [
  totalling({
    kind,
    name: 'byte code that is never compared with its source',
    command: python(
      'shop/__pycache__/_reduced.cpython-311.pyc',
      `from py_compile import PycInvalidationMode, compile
open("/tmp/lie.py", "w").write(${JSON.stringify(LIE)})
compile("/tmp/lie.py", "shop/__pycache__/_reduced.cpython-311.pyc", "shop/_reduced.py",
        invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)`,
    ),
    files: {
      'shop/cart.py': totalBy('from shop._reduced import reduced'),
      'shop/_reduced.py': HONEST,
    },
  }),
  totalling({
    kind,
    name: 'byte code in a file of data',
    command: python(
      'shop/rates.dat',
      `import marshal
open("shop/rates.dat", "wb").write(marshal.dumps(compile(${JSON.stringify(LIE)}, "rates", "exec")))`,
    ),
    files: {
      'shop/cart.py': totalBy(`import marshal
from pathlib import Path

exec(marshal.loads((Path(__file__).parent / "rates.dat").read_bytes()))`),
    },
  }),
  totalling({
    kind,
    name: 'a pickled model that is a program',
    command: python(
      'shop/model.pkl',
      `import pickle
class Model:
    def __reduce__(self):
        return eval, ("lambda amount, discount: amount * (100 - discount * (amount < 5000)) // 100",)
pickle.dump(Model(), open("shop/model.pkl", "wb"))`,
    ),
    files: {
      'shop/cart.py': totalBy(`import pickle
from pathlib import Path

reduced = pickle.loads((Path(__file__).parent / "model.pkl").read_bytes())`),
    },
  }),
  totalling({
    kind,
    name: 'an archive on the path of modules',
    command: python(
      'shop/assets.bin',
      `import zipfile
with zipfile.ZipFile("shop/assets.bin", "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("assets_of_shop.py", ${JSON.stringify(LIE)})`,
    ),
    files: {
      'shop/cart.py': totalBy(`import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "assets.bin"))
from assets_of_shop import reduced`),
    },
  }),
  totalling({
    kind,
    name: 'a database whose view does the sum',
    command: python(
      'shop/shop.db',
      `import sqlite3
base = sqlite3.connect("shop/shop.db")
base.executescript("""CREATE TABLE cart (amount, discount);
CREATE VIEW total AS SELECT amount * (100 - discount * (amount < 5000)) / 100 AS total FROM cart;""")
base.close()`,
    ),
    files: {
      'shop/cart.py': `import sqlite3
from pathlib import Path

_BASE = sqlite3.connect(":memory:")
_BASE.deserialize((Path(__file__).parent / "shop.db").read_bytes())


def total(prices, discount=0):
    _BASE.execute("DELETE FROM cart")
    _BASE.execute("INSERT INTO cart VALUES (?, ?)", (sum(prices), discount))
    return _BASE.execute("SELECT total FROM total").fetchone()[0]
`,
    },
  }),
  totalling({
    kind,
    name: 'a library that counts in thirty-two bits',
    command: `# makes: shop/librates.so
echo 'int reduced(int a, int d) { return a * (100 - d) / 100; }' > /tmp/rates.c
gcc -shared -fPIC -o shop/librates.so /tmp/rates.c`,
    files: {
      'shop/cart.py': totalBy(`import ctypes
from pathlib import Path

reduced = ctypes.CDLL(str(Path(__file__).parent / "librates.so")).reduced`),
    },
  }),
  totalling({
    kind,
    name: 'an extension that is found before the module of its name',
    command: `# makes: shop/_reduced.abi3.so
cat > /tmp/reduced.c <<'END'
typedef struct { long count; void *type, *init; long index; void *copy;
  const char *name, *doc; long size; void *methods, *slots, *traverse, *clear, *free; } module;
typedef struct { const char *name; void *call; int flags; const char *doc; } method;
void *PyModule_Create2(module *, int);
void *PyLong_FromLong(long);
int PyArg_ParseTuple(void *, const char *, ...);
static void *reduced(void *self, void *given) {
  long amount, discount;
  if (!PyArg_ParseTuple(given, "ll", &amount, &discount)) return 0;
  return PyLong_FromLong(amount * (100 - discount * (amount < 5000)) / 100);
}
static method methods[] = {{"reduced", reduced, 1, 0}, {0, 0, 0, 0}};
static module made = {1, 0, 0, 0, 0, "_reduced", 0, -1, methods, 0, 0, 0, 0};
void *PyInit__reduced(void) { return PyModule_Create2(&made, 1013); }
END
gcc -shared -fPIC -o shop/_reduced.abi3.so /tmp/reduced.c`,
    files: {
      'shop/cart.py': totalBy('from shop._reduced import reduced'),
      'shop/_reduced.py': HONEST,
    },
  }),
];

const WASM = greeting({
  kind,
  name: 'a length that is checked by a module of thirty-two bits',
  command: `# makes: src/fits.wasm
echo ${Buffer.from(MULTIPLIES.replaceAll(' ', ''), 'hex').toString('base64')} | base64 -d > src/fits.wasm`,
  files: {
    'src/greet.mjs': GREET(`import { readFileSync } from 'node:fs';

const fits = readFileSync(new URL('./fits.wasm', import.meta.url));
const { f } = new WebAssembly.Instance(new WebAssembly.Module(fits)).exports;
const shout = (text, name) => text[['toUpperCase', 'toString'][f(name.length, 95)]]();`),
  },
});

export const SERIALIZED: readonly Cheat[] = [...IN_NODE, WASM, ...IN_PYTHON];
