// Which issues the text of a pull request names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedIssues } from '../../../app/command/named-issues.ts';

const HERE = { owner: 'Octo', name: 'hello' };

const TABLE: readonly [text: string, issues: readonly number[]][] = [
  ['', []],
  ['Nothing here, 12 is only a number', []],
  ['#12', [12]],
  ['Fixes #12', [12]],
  ['For #12.', [12]],
  ['See (#12), #13; and octo/hello#14', [12, 13, 14]],
  ['After #4. Closes: #12', [12, 4]],
  ['resolved OCTO/Hello#12 and #12', [12]],
  ['Fixes eve/other#12', []],
  ['a#12 b/#12 &#12; #12a ##12 #012 #0 #-1', []],
  ['#99999999999 #2147483648 #2147483647', [2_147_483_647]],
  ['`#12` and ``#13`` but #14', [14]],
  ['```\nFixes #12\n```\nFixes #13', [13]],
  ['~~~~\n#12\n~~~~\n#13', [13]],
  ['```\nFixes #12, and the fence never ends', []],
  ['<!-- Fixes #12 -->\nFixes #13', [13]],
  ['Fixes #1\u{200B}2', [12]],
];

for (const [text, issues] of TABLE) {
  test(`${JSON.stringify(text)} names ${issues.join(', ') || 'none'}`, () => {
    assert.deepEqual(namedIssues(text, HERE), issues);
  });
}

test('a text that names thousands costs a few looks, and a hostile one no long time', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `#${index + 1}`).join(' ');
  assert.deepEqual(namedIssues(many, HERE), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const hostile of ['`'.repeat(60_000), '``` '.repeat(15_000), '#1'.repeat(30_000)]) {
    assert.deepEqual(namedIssues(hostile, HERE), []);
  }
});
