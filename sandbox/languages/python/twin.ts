// What a twin needs to write in Python. Pure.
import type { TwinWords } from '../../syntax/code/table.ts';

export const TWIN: TwinWords = {
  negated: (text) => `(not (${text}))`,
  wrapped: (text) => `[${text}, 0]`,
  unthrown: () => 'StopAsyncIteration',
  failing: (_view, { type }) =>
    type === 'assert_statement'
      ? `raise AssertionError('q')`
      : `(_ for _ in ()).throw(AssertionError('q'))`,
  isEach: false,
};
