// JavaScript and TypeScript for the judge: node:test, Jest, Vitest, Mocha, AVA and plain scripts.
// Patterns on text; replaced by syntax trees later. Pure.
import type { Found, Import, Language } from './language.ts';
import { everywhere, findAll, type TextRule } from './search-text.ts';
import type { Source } from './source.ts';

const SKIPS: readonly TextRule[] = [
  {
    pattern:
      /(?<![.\w$])((?:it|test|describe|suite|context|specify)(?:\.\w+)?\.(?:skip|only|todo|fails|failing|skipIf|runIf))\b/,
    says: '`$1` keeps tests from running or from counting',
  },
  {
    pattern: /(?<![.\w$])(xit|xtest|xdescribe|xcontext|fit|fdescribe)\s*\(/,
    says: '`$1` skips or narrows tests',
  },
  {
    pattern: /(?<![.\w$])((?:t|ctx|context|this)\.(?:skip|todo)\s*\()/,
    says: '`$1…` ends a test early',
  },
  {
    pattern:
      /(?<![.\w$])(?:it|test|describe|suite)\s*\([^)]{0,300}?\{[^}]{0,200}?\b((?:skip|only|todo)\s*:\s*(?!false\b)[\w'"]+)/,
    says: 'the option `$1` skips or narrows tests',
  },
  { pattern: /\b(process\.exit\(\s*0?\s*\))/, says: '`$1` reports success whatever happened' },
  { pattern: /\b(process\.exitCode\s*=\s*0)\b/, says: '`$1` reports success whatever happened' },
];

const MOCK_LIBRARIES: readonly TextRule[] = [
  {
    pattern:
      /(?:from|require\()\s*['"](sinon|proxyquire|rewire|testdouble|esmock|mock-require|quibble|mockery|ts-mockito|jest-mock-extended)['"]/,
    says: 'the library `$1` puts doubles in the place of real code',
  },
  { pattern: /\b(sinon\.(?:stub|mock|replace|spy|fake)\w*)\s*\(/, says: '`$1` replaces real code' },
];
const MODULE_MOCK =
  /\b(?:jest|vi|vitest|mock|t\.mock|mocker)\.(?:mock|doMock|unstable_mockModule|setMock|module)\s*\(\s*(?:import\(\s*)?(['"`])([^'"`\n]{1,300})\1/;
const MEMBER_MOCK =
  /\b(?:jest|vi|vitest|mock|t\.mock)\.(?:spyOn|method|getter|setter|replaceProperty)\s*\(\s*([\w$]+)/;
/** What the platform offers is no code of the project. */
const PLATFORM: ReadonlySet<string> = new Set(
  'console process globalThis global window document Date Math performance navigator'.split(' '),
);

const NETWORK: readonly TextRule[] = [
  {
    pattern:
      /\b((?:fetch|axios(?:\.\w+)?|got(?:\.\w+)?|https?\.(?:get|request)|new (?:WebSocket|EventSource))\s*\(\s*(?:new URL\(\s*)?['"`](?:https?|wss?):\/\/(?!localhost\b|127\.|\[::1\]|0\.0\.0\.0|\$\{)[^'"`\s]{1,200})/,
    says: '`$1` reaches out to the network',
  },
  {
    pattern:
      /['"`](?:curl|wget)['"`]\s*,\s*\[[^\]]{0,200}?(https?:\/\/(?!localhost\b|127\.)[^'"`\s]{1,200})/,
    says: '`$1` is fetched from the network',
  },
  {
    pattern: /(?:from|require\()\s*['"](?:node:)?(dns|dgram|dns\/promises)['"]/,
    says: 'the module `$1` reaches out to the network',
  },
];

const VALUE = String.raw`(?:true|false|null|undefined|-?\d[\d_.]*|'[^'\n]{0,80}'|"[^"\n]{0,80}"|[\w$.]{1,80})`;
const TAUTOLOGIES: readonly TextRule[] = [
  {
    pattern:
      /\b((?:assert|assert\.ok|t\.ok|t\.true|t\.truthy|assert\.isTrue)\(\s*(?:true|!0|!!1|1|'[^'\n]+'|"[^"\n]+"|\[\]|\{\})\s*[,)])/,
    says: '`$1` is true whatever the code does',
  },
  {
    pattern: /\b(assert\.(?:doesNotThrow|isFalse|notOk)\(\s*(?:\(\)\s*=>\s*\{\s*\}|false)\s*[,)])/,
    says: '`$1` holds whatever the code does',
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:assert|t)\.(?:strictEqual|equal|deepEqual|deepStrictEqual|is|same)\(\s*(${VALUE})\s*,\s*\1\s*[,)]`,
    ),
    says: '`$1` is compared with itself',
  },
  {
    pattern: new RegExp(
      String.raw`\bexpect\(\s*(${VALUE})\s*\)\.(?:toBe|toEqual|toStrictEqual|to\.equal|to\.eql|to\.deep\.equal)\(\s*\1\s*\)`,
    ),
    says: '`$1` is compared with itself',
  },
  {
    pattern:
      /\b(expect\(\s*(?:true|1|'[^'\n]+'|"[^"\n]+")\s*\)\.(?:toBeTruthy|toBeDefined|to\.be\.ok)\b)/,
    says: '`$1` holds whatever the code does',
  },
];

const ASSERTION =
  /\bassert\s*[.(]|\bexpect\s*[.(]|\bt\.(?:is|not|ok|true|false|truthy|falsy|equal|deepEqual|same|like|regex|match|throws|throwsAsync|assert\.\w+|snapshot)\s*\(|\.should\b|\bthrow\b|process\.exit\(\s*[1-9]|process\.exitCode\s*=\s*[1-9]/;

export const JAVASCRIPT: Language = {
  id: 'javascript',
  name: 'JavaScript',
  endings: ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'],
  syntax: {
    lineComment: '//',
    blockComment: ['/*', '*/'],
    quotes: ["'", '"', '`'],
    multiline: ['`'],
    hasRegexLiterals: true,
  },
  skips: ({ bare }) => findAll(bare, SKIPS),
  mocks,
  network: ({ text }) => findAll(text, NETWORK),
  tautologies: ({ text }) => findAll(text, TAUTOLOGIES),
  hasAssertion: ({ bare }) => ASSERTION.test(bare),
  imports,
};

function mocks({ text }: Source, isProjectModule: (module: string) => boolean): Found[] {
  const modules = [...text.matchAll(everywhere(MODULE_MOCK))]
    .filter(([, , module = '']) => isProjectModule(module))
    .map(({ index, 2: module }) => ({ index, message: `\`${module}\` is replaced by a double` }));
  const members = [...text.matchAll(everywhere(MEMBER_MOCK))]
    .filter(([, name = '']) => !PLATFORM.has(name))
    .map(({ index, 1: name }) => ({
      index,
      message: `a part of \`${name}\` is replaced by a double`,
    }));
  return [...findAll(text, MOCK_LIBRARIES), ...modules, ...members];
}

const NAMED: readonly RegExp[] = [
  /\b(?:import|export)\b[^'"`;()]{0,1000}?\bfrom\s*(['"])([^'"\n]{1,500})\1/,
  /\bimport\s*(['"])([^'"\n]{1,500})\1/,
  /\bimport\s*\(\s*(?:new\s+URL\(\s*)?(['"`])([^'"`\n$]{1,500})\1/,
  /\brequire(?:\.resolve)?\s*\(\s*(['"`])([^'"`\n$]{1,500})\1/,
];
const COMPUTED =
  /\b(?:import\s*\(|require\s*\()(?!\s*(?:new\s+URL\(\s*)?(?:'[^'\n]*'|"[^"\n]*"|`[^`$\n]*`)\s*[,)])/;

function imports({ text }: Source): Import[] {
  const named = NAMED.flatMap((pattern) =>
    [...text.matchAll(everywhere(pattern))].map(({ index, 2: module = '' }) => ({
      index,
      module,
      isComputed: false,
    })),
  );
  const computed = [...text.matchAll(everywhere(COMPUTED))].map(({ index }) => ({
    index,
    module: '',
    isComputed: true,
  }));
  return [...named, ...computed];
}
