// Which calls are assertions in JavaScript, and how much each says. The first that fits counts. Pure.
import type { AssertionRule } from '../../syntax/code/table.ts';

const CHAI = String.raw`^(?:chai\.)?expect\(\)(?:\.\w+)*?\.`;
const ASSERT = String.raw`^(?:(?:chai\.)?assert(?:\.strict)?|t(?:\.assert)?|test\.assert)\.`;

export const JAVASCRIPT_ASSERTIONS: readonly AssertionRule[] = [
  { path: /^(?:assert|assert\.strict|strict)$/, form: 'truth', take: 1 },
  { path: rule('(?:ok|isTrue|true|truthy|isOk|assert)$'), form: 'truth', take: 1 },
  { path: rule('(?:isFalse|false|falsy|notOk|isNotOk)$'), form: 'truth', take: 1 },
  {
    path: rule('(?:strictEqual|equal|deepEqual|deepStrictEqual|is|same|strictSame|sameMembers)$'),
    form: 'exact',
    take: 2,
  },
  { path: rule('(?:isNull|isUndefined|isEmpty|lengthOf)$'), form: 'exact', take: 2 },
  { path: rule('(?:closeTo|approximately)$'), form: 'close', take: 3 },
  {
    path: rule(
      '(?:match|include|includes|like|regex|partialDeepStrictEqual|property|\\w*nclude\\w*)$',
    ),
    form: 'partial',
    take: 2,
  },
  { path: rule('(?:throws|rejects|throwsAsync|throw)$'), form: 'throws', take: 1 },
  {
    path: rule('(?:doesNotThrow|doesNotReject|notThrows|notThrowsAsync|ifError)$'),
    form: 'not-throws',
    take: 1,
  },
  { path: rule('(?:exists|isDefined|isNotNull|exist)$'), form: 'defined', take: 1 },
  {
    path: rule('(?:isString|isNumber|isObject|isArray|isFunction|typeOf|instanceOf|isBoolean)$'),
    form: 'type',
    take: 1,
  },
  { path: rule('snapshot$'), form: 'snapshot', take: 1 },
  {
    path: rule(
      '(?:not|notEqual|notStrictEqual|notDeepEqual|notDeepStrictEqual|notSame|doesNotMatch|notRegex|unlike|isAbove|isBelow|isAtLeast|isAtMost|oneOf|operator)$',
    ),
    form: 'other',
    take: 2,
  },
  chain('(?:toBeDefined|exist|to\\.exist)$', 'defined'),
  chain('not\\.(?:toBeNull|toBeUndefined|toBeNil)$', 'defined'),
  chain('(?:toBeInstanceOf|toBeTypeOf|instanceof|instanceOf|an?)$', 'type'),
  chain('not\\.(?:toThrow\\w*|throw\\w*)$', 'not-throws'),
  chain('(?:toThrow\\w*|throw\\w*|rejectedWith|rejected)$', 'throws'),
  chain(
    '(?:toMatch\\w*Snapshot|toMatchFileSnapshot|toThrowErrorMatching\\w*Snapshot)$',
    'snapshot',
  ),
  chain('toBeCloseTo$|closeTo$', 'close'),
  chain('not\\.\\w+$', 'other'),
  chain(
    '(?:toBe|toEqual|toStrictEqual|equal|equals|eql|eq|deep\\.equal|members|toHaveLength|lengthOf|toBeNull|toBeUndefined|toBeNaN)$',
    'exact',
  ),
  chain(
    '(?:toContain\\w*|toMatch\\w*|include\\w*|contain\\w*|match\\w*|toHaveProperty|property|keys?)$',
    'partial',
  ),
  chain('(?:toBeTruthy|toBeFalsy|ok|true|false)$', 'truth'),
  chain('\\w+$', 'other'),
  // One that the project brings along.
  { path: /^(?:assert|expect)[A-Z]\w*$/, form: 'other', take: 0, least: 1 },
  { path: /\.should(?:\(\))?(?:\.\w+)+$/, form: 'other' },
];

function rule(names: string): RegExp {
  return new RegExp(ASSERT + names);
}

function chain(names: string, form: AssertionRule['form']): AssertionRule {
  return { path: new RegExp(CHAI + names), form, isChain: true };
}
