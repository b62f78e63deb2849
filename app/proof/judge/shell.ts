// Shell scripts for the judge: the exit code is the only assertion there is. Pure.
import type { Language } from './language.ts';
import { findAll, type TextRule } from './search-text.ts';

const SKIPS: readonly TextRule[] = [
  { pattern: /(?:^|[;&|\s])(exit\s+0)\b/m, says: '`$1` reports success whatever happened' },
  { pattern: /(\|\|\s*(?:true|:))(?=\s|;|$)/m, says: '`$1` hides a failure' },
  { pattern: /(?:^|[;\s])(set\s+\+e)\b/m, says: '`$1` hides failures' },
];
const NETWORK: readonly TextRule[] = [
  {
    pattern:
      /(?:^|[;&|\s(])((?:curl|wget|nc|ssh)\s[^\n;|&]{0,200}?(?:https?:\/\/)?(?!localhost|127\.)[a-z0-9-]+\.(?:com|org|net|io|dev)\b)/m,
    says: '`$1` reaches out to the network',
  },
];
const TAUTOLOGIES: readonly TextRule[] = [
  {
    pattern: /(?:\[\[?|\btest)\s+(["']?[\w$]{1,80}["']?)\s+(?:==?|-eq)\s+\1(?:\s|$)/m,
    says: '`$1` is compared with itself',
  },
];

export const SHELL: Language = {
  id: 'shell',
  name: 'shell',
  endings: ['.sh', '.bash', '.bats'],
  syntax: {
    lineComment: '#',
    quotes: ['"', "'"],
    multiline: ['"', "'"],
    hasRegexLiterals: false,
  },
  skips: ({ bare }) => findAll(bare, SKIPS),
  mocks: () => [],
  network: ({ text }) => findAll(text, NETWORK),
  tautologies: ({ text }) => findAll(text, TAUTOLOGIES),
  hasAssertion: ({ bare }) =>
    /(?:^|[;&|\s!(])(?:test|\[\[?|grep|diff|cmp|exit\s+[1-9]|exit\s+"?\$)(?=\s|$)/m.test(bare),
  imports: undefined,
};
