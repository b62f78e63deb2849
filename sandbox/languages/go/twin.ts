// What a twin needs to write in Go. Values of another type would not compile. Pure.
import type { TwinWords } from '../../syntax/code/table.ts';

export const TWIN: TwinWords = {
  negated: (text) => `!(${text})`,
  wrapped: undefined,
  unthrown: undefined,
  failing: undefined,
  isEach: false,
};
