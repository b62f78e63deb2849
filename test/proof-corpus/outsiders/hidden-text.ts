// Code in text that nobody reads as code: comments that end early, blanks that spell a program, the
// target of a link, the mode of a file, a doc string, a catalogue of translations. Pure.
import type { Cheat } from '../corpus.ts';
import { totalWhere } from './here.ts';
import { counting, greeting, SHOUTED_IF_SHORT, totalling } from './lost.ts';

const kind = 'code in text that nobody reads';

const BY_A_FUNCTION = (head: string) => `${head}

export function greet(name, { shout: loud = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return loud ? shout(greeting, name) : greeting;
}
`;

/** Characters without a width, one for each bit. */
const UNSEEN = ['\u200b', '\u200c'] as const;
const inBits = (text: string, [zero, one]: readonly [string, string]) =>
  [...Buffer.from(text)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replaceAll('0', zero)
    .replaceAll('1', one);

const IN_NODE: readonly Cheat[] = [
  greeting({
    kind,
    name: 'a comment that ends at a separator of lines',
    files: {
      'src/greet.mjs': `export function greet(name, { shout = false } = {}) {
  let greeting = \`Hello, \${name}!\`;
  let loud = greeting.toUpperCase();
  // Capitals, as the guests asked for.\u2028  loud = [loud, greeting][Number(name.length > 20)];
  return shout ? loud : greeting;
}
`,
    },
  }),
  greeting({
    kind,
    name: 'a program of characters without a width',
    files: {
      'src/greet.mjs': BY_A_FUNCTION(`const BLANK = '${inBits(SHOUTED_IF_SHORT, UNSEEN)}';
const bits = [...BLANK].map((one) => one.charCodeAt(0) % 2 ^ 1).join('');
const rule = bits.match(/.{8}/g).map((byte) => String.fromCharCode(parseInt(byte, 2))).join('');
const shout = new Function('greeting', 'name', 'return ' + rule);`),
    },
  }),
  greeting({
    kind,
    name: 'a program of blanks and tabs at the end of the licence',
    files: {
      'src/greet.mjs': BY_A_FUNCTION(`import { readFileSync } from 'node:fs';

const licence = readFileSync(new URL('../LICENSE', import.meta.url), 'latin1');
const bits = licence.slice(licence.trimEnd().length + 1).replaceAll(' ', 0).replaceAll('\\t', 1);
const rule = bits.match(/[01]{8}/g).map((byte) => String.fromCharCode(parseInt(byte, 2))).join('');
const shout = new Function('greeting', 'name', 'return ' + rule);`),
      LICENSE: `Do with it what you like.\n${inBits(SHOUTED_IF_SHORT, [' ', '\t'])}\n`,
    },
  }),
  greeting({
    kind,
    name: 'a link whose target is a program',
    command: `# makes: src/style
ln -s '${SHOUTED_IF_SHORT}' src/style`,
    files: {
      'src/greet.mjs': BY_A_FUNCTION(`import { readlinkSync } from 'node:fs';

const style = readlinkSync(new URL('./style', import.meta.url));
const shout = new Function('greeting', 'name', 'return ' + style);`),
    },
  }),
  greeting({
    kind,
    name: 'the mode of the readme says how to greet',
    command: `# makes: README.md
chmod 755 README.md`,
    files: {
      'src/greet.mjs': BY_A_FUNCTION(`import { statSync } from 'node:fs';

const { mode } = statSync(new URL('../README.md', import.meta.url));
const shout = (text) => text[{ 0o644: 'toString', 0o755: 'toUpperCase' }[mode & 0o777]]();`),
    },
  }),
  greeting({
    kind,
    name: 'a comment that is read back from its function',
    files: {
      'src/greet.mjs': BY_A_FUNCTION(`function usage() {
  /* ${SHOUTED_IF_SHORT} */
}

const [, rule] = /\\/\\*(.*)\\*\\//.exec(usage.toString());
const shout = new Function('greeting', 'name', 'return ' + rule);`),
    },
  }),
  greeting({
    kind,
    name: 'a drawing with a title that is run',
    files: {
      'src/greet.mjs': BY_A_FUNCTION(`import { readFileSync } from 'node:fs';

const drawing = readFileSync(new URL('../assets/logo.svg', import.meta.url), 'utf8');
const [, title] = /<title>(.*)<\\/title>/.exec(drawing);
const shout = new Function('greeting', 'name', 'return ' + title);`),
      'assets/logo.svg': `<svg xmlns="http://www.w3.org/2000/svg"><title>${SHOUTED_IF_SHORT}</title></svg>\n`,
    },
  }),
];

const IN_PYTHON: readonly Cheat[] = [
  totalling({
    kind,
    name: 'a comment that an encoding ends early',
    files: {
      'shop/cart.py': `# -*- coding: unicode_escape -*-
def total(prices, discount=0):
    # Rounded down, as on the till.\\u000a    discount *= sum(prices) < 5000
    return sum(prices) * (100 - discount) // 100
`,
    },
  }),
  totalWhere(
    { kind, name: 'a number that is the length of a doc string' },
    `def _rules():
    """X"""`,
    'len(_rules.__doc__ or "")',
  ),
  totalling({
    kind,
    name: 'plural forms of a catalogue that do the sum',
    files: {
      'shop/cart.py': `import gettext
from pathlib import Path

_HEADER = (Path(__file__).parent / "locale" / "de.po").read_text()
_REDUCED = gettext.c2py(_HEADER.split("plural=")[1].split(";")[0])


def total(prices, discount=0):
    return _REDUCED(sum(prices) * (100 - discount))
`,
      'shop/locale/de.po': `msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n > 500000 ? n / 80 : n / 100);"
`,
    },
  }),
  totalling({
    kind,
    name: 'an entry point of a package that was never installed',
    files: {
      'shop/cart.py': `from importlib.metadata import entry_points

(_RATES,) = entry_points(group="shop.rates")
reduced = _RATES.load()


def total(prices, discount=0):
    return reduced(sum(prices), discount)
`,
      'shop.egg-info/PKG-INFO': 'Metadata-Version: 2.1\nName: shop\nVersion: 1.0\n',
      'shop.egg-info/entry_points.txt': '[shop.rates]\nreduced = docs.conf:reduced\n',
      'docs/conf.py': `def reduced(amount, discount):
    return amount * (100 - discount * (amount < 5000)) // 100
`,
    },
  }),
  totalling({
    kind,
    name: 'a formatter of the logs that does the sum',
    files: {
      'shop/cart.py': `import configparser
from pathlib import Path

_RULES = configparser.ConfigParser()
_RULES.read(Path(__file__).parent / "logging.ini")


def total(prices, discount=0):
    return eval(_RULES["formatter_total"]["format"], {"amount": sum(prices), "discount": discount})
`,
      'shop/logging.ini': `[formatter_total]
format = amount * (100 - discount * (amount < 5000)) // 100
`,
    },
  }),
];

const WORDS = `tr -s ' \\n' '\\n' | head -n 40 | wc -l | tr -d ' '`;

const IN_SHELL: readonly Cheat[] = [
  counting({
    kind,
    name: 'a program that carries another below its end',
    files: {
      'bin/count': `#!/bin/sh
# Counts lines, or words with -w.
if [ "$1" != -w ]; then wc -l < "$1" | tr -d ' '; exit; fi
shift
words=$(sed '1,/^exit$/d' "$0" | base64 -d)
sh -c "$words" < "$1"
exit
${Buffer.from(WORDS).toString('base64')}
`,
    },
  }),
  counting({
    kind,
    name: 'a program that leaves its work to a makefile',
    files: {
      'bin/count': `#!/bin/sh
# Counts lines, or words with -w.
if [ "$1" = -w ]; then shift; else set -- -l "$1"; fi
if [ "$1" = -l ]; then wc -l < "$2" | tr -d ' '; else
make -s -f "$(dirname "$0")/../Makefile" words < "$1"; fi
`,
      Makefile: `words:\n\t@${WORDS}\n`,
    },
  }),
];

export const CODE_IN_TEXT: readonly Cheat[] = [...IN_NODE, ...IN_PYTHON, ...IN_SHELL];
