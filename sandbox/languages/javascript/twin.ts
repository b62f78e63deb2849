// What a twin needs to write in JavaScript. Pure.
import { oneOf, wordOf } from '../../syntax/code/dice.ts';
import type { TwinWords } from '../../syntax/code/table.ts';

export const TWIN: TwinWords = {
  negated: (text, dice) => oneOf(dice, [`!(${text})`, `((${text}) ? false : true)`]),
  wrapped: (text, dice) => {
    const [at, more] = [dice(3), 3 + dice(97)];
    const other = `typeof v === 'string' && v !== '' ? v.slice(0, ${at}) + '${wordOf(dice, 3)}' + v.slice(${at}) : typeof v === 'boolean' ? !v : Number.isFinite(v) ? v + Math.abs(v) + ${more} : [v, ${more}]`;
    return `((v) => ${other})(${text})`;
  },
  unthrown: ({ matcher }, dice) =>
    /reject/i.test(matcher)
      ? oneOf(dice, ['Promise.resolve()', '(async () => {})()'])
      : oneOf(dice, ['() => {}', '() => undefined', 'function () {}']),
  failing: (_view, _node, dice) => {
    const failed = `{ name: 'AssertionError', code: 'ERR_ASSERTION' }`;
    return `(() => { throw Object.assign(new Error('${wordOf(dice, 6)}'), ${failed}); })()`;
  },
  isEach: false,
};
