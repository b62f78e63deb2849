// Go for the judge, in outline: skips, assertions, network. Imports need the module's own name and
// come with syntax trees. Pure.
import type { Language } from './language.ts';
import { findAll, type TextRule } from './search-text.ts';

const SKIPS: readonly TextRule[] = [
  { pattern: /\b(t\.(?:Skip|Skipf|SkipNow))\s*\(/, says: '`$1` ends a test early' },
  { pattern: /\b(os\.Exit\(\s*0\s*\))/, says: '`$1` reports success whatever happened' },
];
const MOCKS: readonly TextRule[] = [
  {
    pattern: /"(github\.com\/(?:golang\/mock|agiledragon\/gomonkey|bouk\/monkey)[^"]{0,100})"/,
    says: 'the library `$1` puts doubles in the place of real code',
  },
];
const NETWORK: readonly TextRule[] = [
  {
    pattern:
      /\b(http\.(?:Get|Post|Head)\(\s*["`]https?:\/\/(?!localhost\b|127\.|\[::1\])[^"`\s]{1,200})/,
    says: '`$1` reaches out to the network',
  },
];
const TAUTOLOGIES: readonly TextRule[] = [
  {
    pattern: /\b((?:assert|require)\.True\(\s*t\s*,\s*true\s*[,)])/,
    says: '`$1` is true whatever the code does',
  },
  {
    pattern: /\b(?:assert|require)\.Equal\(\s*t\s*,\s*([\w.]{1,80}|"[^"\n]{0,80}")\s*,\s*\1\s*[,)]/,
    says: '`$1` is compared with itself',
  },
];

export const GO: Language = {
  id: 'go',
  name: 'Go',
  endings: ['.go'],
  syntax: {
    lineComment: '//',
    blockComment: ['/*', '*/'],
    quotes: ['"', '`', "'"],
    multiline: ['`'],
    hasRegexLiterals: false,
  },
  skips: ({ bare }) => findAll(bare, SKIPS),
  mocks: ({ text }) => findAll(text, MOCKS),
  network: ({ text }) => findAll(text, NETWORK),
  tautologies: ({ text }) => findAll(text, TAUTOLOGIES),
  hasAssertion: ({ bare }) =>
    /\bt\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\s*\(|\b(?:assert|require)\.\w+\(\s*t\b|\bpanic\(/.test(
      bare,
    ),
  imports: undefined,
};
