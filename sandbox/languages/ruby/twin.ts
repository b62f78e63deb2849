// What a twin needs to write in Ruby. Pure.
import type { TwinWords } from '../../syntax/code/table.ts';

export const TWIN: TwinWords = {
  negated: (text) => `!(${text})`,
  wrapped: (text) => `[${text}, 0]`,
  unthrown: undefined,
  failing: () => `raise('q')`,
  isEach: false,
};
