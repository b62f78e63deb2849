// What a twin needs to write in Ruby. Pure.
import { wordOf } from '../../syntax/code/dice.ts';
import type { TwinWords } from '../../syntax/code/table.ts';

export const TWIN: TwinWords = {
  negated: (text) => `!(${text})`,
  wrapped: (text, dice) => `[${text}, ${dice(100)}]`,
  unthrown: undefined,
  failing: (_view, _node, dice) => `raise('${wordOf(dice, 6)}')`,
  isEach: false,
};
