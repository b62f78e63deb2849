// What a twin needs to write in JavaScript. Pure.
import type { TwinWords } from '../../syntax/code/table.ts';

export const TWIN: TwinWords = {
  negated: (text) => `!(${text})`,
  wrapped: (text) => `[${text}, 0]`,
  unthrown: (matcher) => (/reject/i.test(matcher) ? 'Promise.resolve()' : '() => {}'),
  failing: () => `(() => { throw new Error('q'); })()`,
  isEach: false,
};
