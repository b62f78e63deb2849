// What a twin needs to write in Python. Pure.
import { oneOf, wordOf } from '../../syntax/code/dice.ts';
import type { TwinWords } from '../../syntax/code/table.ts';

/** None of them is what another is made from. */
const UNLIKELY = [
  'StopAsyncIteration',
  'BufferError',
  'FloatingPointError',
  'UnboundLocalError',
  'TabError',
  'ChildProcessError',
  'IsADirectoryError',
] as const;

export const TWIN: TwinWords = {
  negated: (text, dice) => oneOf(dice, [`(not (${text}))`, `(False if (${text}) else True)`]),
  wrapped: (text, dice) => {
    const [at, more] = [dice(3), 3 + dice(97)];
    const isNumber = `isinstance(v, (int, float)) and v - v == 0`;
    const other = `v[:${at}] + "${wordOf(dice, 3)}" + v[${at}:] if isinstance(v, str) and v else not v if isinstance(v, bool) else v + abs(v) + ${more} if ${isNumber} else [v, ${more}]`;
    return `(lambda v: ${other})(${text})`;
  },
  unthrown: ({ text }, dice) => {
    const [first = UNLIKELY[0], ...rest] = UNLIKELY.filter((one) => !text.includes(one));
    return oneOf(dice, [first, ...rest]);
  },
  failing: (_view, { type }, dice) =>
    type === 'assert_statement'
      ? `raise AssertionError('${wordOf(dice, 6)}')`
      : `(_ for _ in ()).throw(AssertionError('${wordOf(dice, 6)}'))`,
  isEach: false,
};
