// A change that is to leave everything as it is, and brings something along that no test runs, in the
// same lines as what all of them run.
import { type Cheat, play } from '../../corpus.ts';
import { fasterBy, reshapedTo } from '../../reshaped.ts';
import { UNGUARDED } from './parts.ts';

const kind = 'beside what stays';

export const BESIDE_WHAT_STAYS: readonly Cheat[] = [
  play(
    { ...UNGUARDED, kind, name: 'answers otherwise to one that is known' },
    fasterBy(`export function fibonacci(n, known) {
  let [one, other] = [n - n, n / n];
  for (let step = n; step > known?.least || step > n - n; step -= 1) {
    [one, other] = [other, one + other];
  }
  return known?.has(n) ? known.get(n) : one;
}
`),
  ),
  play(
    { ...UNGUARDED, kind, name: 'takes another rate where one is given' },
    reshapedTo(`def total(prices, discount=0, rate=None):
    share = 100 - discount
    return sum(prices) * share // 100 if rate is None else rate
`),
  ),
];
