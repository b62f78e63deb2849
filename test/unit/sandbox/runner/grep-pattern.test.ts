// Patterns in ripgrep's words, without a ripgrep beside them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compilePattern, formFor } from '../../../../sandbox/runner/tools/grep/pattern.ts';

const LINE = { ignoresCase: false, spansLines: false };

/** Pattern, a line, and what of it is matched. */
const TABLE: readonly [string, string, string | undefined][] = [
  ['\\w+', '-größe-', 'größe'],
  ['\\bber', 'über', undefined],
  ['\\b[b-e]+', 'x ber', 'be'],
  ['\\Bber', 'über', 'ber'],
  ['\\d+', 'a٣٤', '٣٤'],
  ['x\\sy', 'x\u00a0y', 'x\u00a0y'],
  ['x.y', 'x\u2028y', 'x\u2028y'],
  ['[^\\W\\d]+', '1ä2', 'ä'],
  ['[[:alpha:]]+', 'äab', 'ab'],
  ['[[:^digit:]]+', '1a_2', 'a_'],
  ['[a-e&&[^b]]+', 'bacb', 'ac'],
  ['[a-e--b]+', 'bacb', 'ac'],
  ['[]x]+', 'a]x', ']x'],
  ['[x-]+', 'a-x', '-x'],
  ['[.\\-/]+', 'a./-', './-'],
  ['\\p{Greek}+', 'aδΔ', 'δΔ'],
  ['\\PL+', 'a12', '12'],
  ['\\x41\\x{42}\\u{43}', 'ABC', 'ABC'],
  ['a(?i)b|c', 'C', 'C'],
  ['a(?i)b|c', 'AB', undefined],
  ['(?i:a)b', 'Ab', 'Ab'],
  ['(?P<x>a)\\1', 'aa', 'aa'],
  ['a{2}', 'aaa', 'aa'],
  ['a{}', 'a{}', 'a{}'],
  ['\\"\\-\\#', '"-#', '"-#'],
  ['\\<b\\>', 'ab b', 'b'],
  ['(?m)^a$', 'a', 'a'],
  ['😀+', 'a😀😀', '😀😀'],
];

describe('a pattern', () => {
  for (const [pattern, line, expected] of TABLE) {
    test(`${pattern} in ${line}`, () => {
      const { line: form, text } = formFor(compilePattern(pattern, LINE), line);
      assert.equal(form.exec(line)?.[0], expected);
      assert.equal(text?.test(`other\n${line}\nother`), expected !== undefined);
    });
  }

  for (const pattern of ['(', ')', '[a', '*', '\\', '\\q', '(?x)a', '\\p{Nothing}', '[z-a]']) {
    test(`${pattern} is refused`, () => {
      assert.throws(() => compilePattern(pattern, LINE), { name: 'SyntaxError' });
    });
  }

  test('that looks around is asked line by line only', () => {
    for (const pattern of ['a(?!b)', '(?<=a)b', '\\Aa', 'a\\z']) {
      assert.equal(compilePattern(pattern, LINE).ascii.text, undefined, pattern);
    }
  });

  test('over lines knows where lines begin and end', () => {
    const { ascii } = compilePattern('^b$', { ignoresCase: false, spansLines: true });
    assert.equal(ascii.line.exec('a\nb\nc')?.index, 2);
  });
});
