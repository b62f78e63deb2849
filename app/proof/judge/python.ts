// Python for the judge: unittest, pytest and plain scripts. Patterns on text; replaced by syntax
// trees later. Pure.
import type { Found, Import, Language } from './language.ts';
import { everywhere, findAll, type TextRule } from './search-text.ts';
import type { Source } from './source.ts';

const SKIPS: readonly TextRule[] = [
  {
    pattern: /@((?:unittest\.)?(?:skip|skipIf|skipUnless|expectedFailure))\b/,
    says: '`@$1` keeps a test from running or from counting',
  },
  {
    pattern: /\b(pytest\.(?:skip|xfail|importorskip|mark\.(?:skip|skipif|xfail)))\b/,
    says: '`$1` keeps a test from running or from counting',
  },
  {
    pattern: /\b(self\.skipTest|raise\s+(?:unittest\.)?SkipTest)\b/,
    says: '`$1` ends a test early',
  },
  {
    pattern: /\b((?:sys\.exit|os\._exit|exit|quit)\(\s*0?\s*\))/,
    says: '`$1` reports success whatever happened',
  },
];

const PATCH = /\bpatch(?:\.dict|\.multiple)?\s*\(\s*(['"])([\w.]{1,300})\1/;
const PATCH_OBJECT =
  /\b(?:patch\.object|monkeypatch\.(?:setattr|delattr|setitem))\s*\(\s*([A-Za-z_][\w.]{0,200})/;
const PATCH_NAME = /\bmonkeypatch\.(?:setattr|delattr)\s*\(\s*(['"])([\w.]{1,300})\1/;

const NETWORK: readonly TextRule[] = [
  {
    pattern:
      /\b((?:urlopen|requests\.\w+|httpx\.\w+|urllib3?\.\w+)\s*\(\s*[rf]?['"]https?:\/\/(?!localhost\b|127\.|\[::1\]|\{)[^'"\s]{1,200})/,
    says: '`$1` reaches out to the network',
  },
  {
    pattern:
      /\b((?:socket\.create_connection|\.connect)\s*\(\s*\(\s*['"](?!localhost\b|127\.|::1)[^'"]{1,200})/,
    says: '`$1` reaches out to the network',
  },
];

const VALUE = String.raw`(?:True|False|None|-?\d[\d_.]*|'[^'\n]{0,80}'|"[^"\n]{0,80}"|[A-Za-z_][\w.]{0,80})`;
const TAUTOLOGIES: readonly TextRule[] = [
  {
    pattern:
      /\b(assert\s*\(?\s*(?:True|1|not False|not None|'[^'\n]+'|"[^"\n]+")\s*\)?\s*(?:$|,))/m,
    says: '`$1` is true whatever the code does',
  },
  {
    pattern: new RegExp(String.raw`\bassert\s+(${VALUE})\s*(?:==|is)\s*\1\s*(?:$|,)`, 'm'),
    says: '`$1` is compared with itself',
  },
  {
    pattern: /\b(self\.assert(?:True\(\s*(?:True|1)|False\(\s*(?:False|0)|IsNone\(\s*None)\s*[,)])/,
    says: '`$1` holds whatever the code does',
  },
  {
    pattern: new RegExp(
      String.raw`\bself\.assert(?:Equal|Is|ListEqual|DictEqual|CountEqual)\(\s*(${VALUE})\s*,\s*\1\s*[,)]`,
    ),
    says: '`$1` is compared with itself',
  },
];

const ASSERTION =
  /(?:^|[\s:;])assert\b|\bself\.(?:assert\w+|fail)\s*\(|\bpytest\.(?:raises|warns|fail|approx)\b|\braise\b|\b(?:sys\.exit|os\._exit)\(\s*[1-9]/m;

export const PYTHON: Language = {
  id: 'python',
  name: 'Python',
  endings: ['.py'],
  syntax: {
    lineComment: '#',
    quotes: ['"""', "'''", '"', "'"],
    multiline: ['"""', "'''"],
    hasRegexLiterals: false,
  },
  skips: ({ bare }) => findAll(bare, SKIPS),
  mocks,
  network: ({ text }) => findAll(text, NETWORK),
  tautologies: ({ text }) => findAll(text, TAUTOLOGIES),
  hasAssertion: ({ bare }) => ASSERTION.test(bare),
  imports,
};

function mocks(source: Source, isProjectModule: (module: string) => boolean): Found[] {
  const { text } = source;
  const named = [PATCH, PATCH_NAME].flatMap((pattern) =>
    [...text.matchAll(everywhere(pattern))].map(({ index, 2: target = '' }) => ({ index, target })),
  );
  const ours = projectNames(source, isProjectModule);
  const objects = [...text.matchAll(everywhere(PATCH_OBJECT))]
    .map(({ index, 1: target = '' }) => ({ index, target }))
    .filter(({ target }) => ours.has(target.split('.')[0] ?? '') || isProjectModule(target));
  return [...named.filter(({ target }) => isProjectModule(target)), ...objects].map(
    ({ index, target }) => ({ index, message: `\`${target}\` is replaced by a double` }),
  );
}

const FROM =
  /^[ \t]*from[ \t]+([.\w]{1,300})[ \t]+import[ \t]+(\([^)]{0,2000}\)|[\w \t,.*]{1,2000})/m;
const PLAIN = /^[ \t]*import[ \t]+([\w \t,.]{1,2000})/m;
const CALLED = /\b(?:import_module|__import__)\s*\(\s*(['"])([\w.]{1,300})\1/;
const COMPUTED = /\b(?:import_module|__import__)\s*\((?!\s*(?:'[^'\n]*'|"[^"\n]*")\s*[,)])/;

function imports(source: Source): Import[] {
  const { text } = source;
  const from = [...text.matchAll(everywhere(FROM))].flatMap(({ index, 1: module = '', 2: names }) =>
    imported(names).map(({ name }) => ({
      index,
      module: name === '*' ? module : joined(module, name),
      isComputed: false,
    })),
  );
  const plain = [...text.matchAll(everywhere(PLAIN))].flatMap(({ index, 1: names }) =>
    imported(names).map(({ name }) => ({ index, module: name, isComputed: false })),
  );
  const called = [...text.matchAll(everywhere(CALLED))].map(({ index, 2: module = '' }) => ({
    index,
    module,
    isComputed: false,
  }));
  const computed = [...text.matchAll(everywhere(COMPUTED))].map(({ index }) => ({
    index,
    module: '',
    isComputed: true,
  }));
  return [...from, ...plain, ...called, ...computed];
}

/** The names a file gave to modules and members of the project. */
function projectNames({ text }: Source, isProjectModule: (module: string) => boolean): Set<string> {
  const from = [...text.matchAll(everywhere(FROM))].flatMap(({ 1: module = '', 2: names }) =>
    imported(names)
      .filter(({ name }) => isProjectModule(joined(module, name)))
      .map(({ alias }) => alias),
  );
  const plain = [...text.matchAll(everywhere(PLAIN))].flatMap(({ 1: names }) =>
    imported(names)
      .filter(({ name }) => isProjectModule(name))
      .map(({ alias }) => alias.split('.')[0] ?? alias),
  );
  return new Set([...from, ...plain]);
}

/** `from . import x` is `.x`; `from shop.cart import total` is `shop.cart.total`. */
function joined(module: string, name: string): string {
  return module.endsWith('.') ? `${module}${name}` : `${module}.${name}`;
}

function imported(names: string | undefined): { name: string; alias: string }[] {
  return (names ?? '')
    .replaceAll(/[()]/g, ' ')
    .split(',')
    .map((part) => part.trim().split(/\s+as\s+|\s+/))
    .flatMap(([name = '', alias]) => (name === '' ? [] : [{ name, alias: alias ?? name }]));
}
