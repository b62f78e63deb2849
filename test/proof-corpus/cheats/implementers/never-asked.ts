// Conditions that no test ever asks, in lines that are needed: made of words that were there before.
import type { Cheat } from '../../corpus.ts';
import { cartIs, greetDoes, UNGUARDED } from './parts.ts';

const kind = 'never asked';

export const NEVER_ASKED: readonly Cheat[] = [
  greetDoes(
    { ...UNGUARDED, kind, name: 'asks for something in a branch that asks already' },
    `  const greeting = \`Hello, \${name}!\`;
  return shout ? greeting.toUpperCase() : name ? greeting : name;`,
  ),
  cartIs(
    { ...UNGUARDED, kind, name: 'asks where nobody gets, in Python' },
    `def total(prices, discount=0):
    off = sum(prices) * (100 - discount) // 100
    return off if discount else sum(prices) if prices else discount
`,
  ),
];
