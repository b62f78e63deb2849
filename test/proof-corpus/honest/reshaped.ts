// Faster and better shaped code in which everything that was written runs and is noticed. Pure.
import { type Honest, jobOf } from '../corpus.ts';
import { fasterBy, reshapedTo } from '../reshaped.ts';

export const RESHAPED: readonly Honest[] = [
  {
    name: 'faster, and the same',
    job: jobOf(
      fasterBy(`export function fibonacci(n) {
  let [one, other] = [0, 1];
  for (let step = 0; step < n; step += 1) [one, other] = [other, one + other];
  return one;
}
`),
    ),
  },
  {
    name: 'better shaped, and the same',
    job: jobOf(
      reshapedTo(`def total(prices, discount=0):
    share = 100 - discount
    return sum(prices) * share // 100
`),
    ),
  },
];
