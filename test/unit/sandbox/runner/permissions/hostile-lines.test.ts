// Lines made to be slow, deep or long; and that the way without the grammar is no other way.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { plainCommand } from '../../../../../sandbox/runner/permissions/shell/plain-line.ts';
import { createTakeApart } from '../../../../../sandbox/runner/permissions/shell/take-apart.ts';
import {
  couldMatchStars,
  matchesStars,
} from '../../../../../sandbox/runner/permissions/star-pattern.ts';
import type { Parsers } from '../../../../../sandbox/syntax/parsers.ts';
import { createAsk, openParsers } from './permission-world.ts';

const parsers = openParsers();
const SIZE = 100_000;
/** Far above what it takes: some of these took most of a minute without the limits. */
const SLOWEST_MS = 5_000;

const HOSTILE: Readonly<Record<string, string>> = {
  'open subshells': '('.repeat(SIZE),
  'closed subshells': `${'('.repeat(SIZE / 2)}ls${')'.repeat(SIZE / 2)}`,
  'open substitutions': '$('.repeat(SIZE / 2),
  'closed substitutions': `echo ${'$(echo '.repeat(SIZE / 8)}${')'.repeat(SIZE / 8)}`,
  commands: 'a;'.repeat(SIZE / 2),
  pipes: `${'a|'.repeat(SIZE / 2)}a`,
  'double quotes': '"'.repeat(SIZE),
  'single quotes': "'".repeat(SIZE - 1),
  dollars: '$'.repeat(SIZE),
  braces: '{'.repeat(SIZE),
  'brace words': `ls ${'{a,'.repeat(SIZE / 4)}`,
  brackets: `ls ${'['.repeat(SIZE)}`,
  stars: `ls ${'*'.repeat(SIZE)}`,
  backticks: '`'.repeat(SIZE),
  'here-documents': '<<a '.repeat(SIZE / 4),
  redirections: '>a '.repeat(SIZE / 3),
  expansions: '${'.repeat(SIZE / 2),
  arithmetic: '$(('.repeat(SIZE / 3),
  tests: '[[ ( '.repeat(SIZE / 5),
  arrays: 'a=( '.repeat(SIZE / 4),
  backslashes: '\\'.repeat(SIZE),
  newlines: '\n'.repeat(SIZE),
  'one word': 'a'.repeat(SIZE),
  words: 'a '.repeat(SIZE / 2),
  wrappers: `${'env '.repeat(SIZE / 5)}rm x`,
  evals: `${'eval '.repeat(SIZE / 5)}rm x`,
  directories: `${'cd a; '.repeat(SIZE / 10)}rm x`,
  'heredoc of backticks': `cat <<EOF\n${'`a` '.repeat(SIZE / 4)}\nEOF`,
  unknowns: `git ${'$x '.repeat(SIZE / 3)}`,
};

describe('a line of 100 kB', () => {
  const deny = ['Bash(rm *)', 'Bash(git * --force * main)', 'Bash(*a*a*a*a*b)'];
  const ask = createAsk({ mode: 'default', deny, commands: { tier: 'run' } }, { parsers });
  for (const [name, command] of Object.entries(HOSTILE)) {
    test(`of ${name} is judged soon`, async () => {
      const before = performance.now();
      const { kind } = await ask('Bash', { command });
      assert.ok(performance.now() - before < SLOWEST_MS);
      assert.equal(kind, name === 'newlines' || name === 'stars' ? 'allow' : 'deny');
    });
  }
});

test('scripts within scripts end somewhere', async () => {
  const ask = createAsk({ mode: 'bypassPermissions' }, { parsers });
  const command = `${'eval '.repeat(60)}ls`;
  assert.equal((await ask('Bash', { command })).by, 'unparsable');
});

test('a line of plain words does without the grammar', async () => {
  const none: Parsers = { parse: async () => await Promise.reject(new Error('not needed')) };
  const ask = createAsk({ mode: 'default', commands: { tier: 'run' } }, { parsers: none });
  assert.equal((await ask('Bash', { command: 'echo hello' })).kind, 'allow');
  assert.equal((await ask('Bash', { command: 'rm -rf build' })).kind, 'deny');
  const refused = await ask('Bash', { command: 'echo "hello"' });
  assert.deepEqual([refused.kind, refused.by], ['deny', 'unparsable']);
});

describe('a line of plain words', () => {
  /** A generator of numbers that is the same in every run. */
  function* numbers(seed: number): Generator<number, never> {
    for (let state = seed; ; ) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      yield state / 2 ** 32;
    }
  }
  const draw = numbers(7);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(draw.next().value * items.length)];
    if (item === undefined) throw new Error('nothing to pick');
    return item;
  };
  const HEADS = `ls rm git npm env timeout command find xargs bash eval cd if for do then time exec
    nice export declare unset local sudo A=1 a=b -x . .. / ./x 1 2 12 0x1 +1 -1 @ % : , git.x x,y
    function select case in coproc esac true`.split(/\s+/);
  const TAILS = `-c -rf -la -- - -n5 5 1s src a.ts a/b ./x ../x /tmp/x A=1 a=b --x=y user@host x:y
    push status test run rm ls -exec -delete + % , @ 007 1.2 : = == -= .= sh echo in do done then
    if { } a+b`
    .split(/\s+/)
    .filter((word) => !/[{}]/.test(word));
  const line = (): string => {
    const count = Math.floor(draw.next().value * 6);
    const words = [pick(HEADS), ...Array.from({ length: count }, () => pick(TAILS))];
    const blanks = [' ', '  ', '\t'];
    return `${pick(['', ' '])}${words.map((word) => word + pick(blanks)).join('')}`;
  };

  test('is taken apart as the grammar does it', async () => {
    const takeApart = createTakeApart(parsers);
    let compared = 0;
    for (let count = 0; count < 4_000; count += 1) {
      const text = line();
      if (plainCommand(text) === undefined) continue;
      compared += 1;
      // A comment makes it a line for the grammar, and changes nothing else.
      const [short, long] = [await takeApart(text), await takeApart(`${text} # x`)];
      assert.deepEqual(short, long, JSON.stringify(text));
    }
    assert.ok(compared > 2_000, `only ${compared} lines were plain`);
  });
});

describe('a text with stars', () => {
  for (const [pattern, text, isMatch, couldBe] of [
    ['a*b', 'ab', true, true],
    ['a*b', 'a', false, false],
    ['a*a', 'a', false, false],
    ['*', '', true, true],
    ['a*b*c', 'axbxc', true, true],
    ['a*bb*b', 'abb', false, false],
    ['git push *', 'git \0', false, true],
    ['git push *', 'git \0 x', false, true],
    ['git push *', 'npm \0', false, false],
    ['rm *', '\0', false, true],
    ['git * main', 'git \0', false, true],
    ['ab', 'a\0b', false, true],
    ['ab', 'a\0c', false, false],
  ] as const) {
    test(`${pattern} and ${JSON.stringify(text)}`, () => {
      assert.equal(matchesStars(pattern, text), isMatch);
      assert.equal(couldMatchStars(pattern, text), couldBe);
    });
  }
});
