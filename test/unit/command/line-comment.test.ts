import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseLineComment, parseReview } from '../../../app/command/line-comment.ts';

const fix = (text: string) => ({
  kind: 'command',
  name: 'fix',
  command: { kind: 'act', act: { type: 'fix', text } },
});

describe('a comment on a line of a diff', () => {
  const asked: [string, string][] = [
    ['This divides by zero.\n/fix', 'This divides by zero.'],
    ['This divides by zero.\n\n/fix  \n\n', 'This divides by zero.'],
    ['One\n\nTwo\n   /FIX', 'One\n\nTwo'],
    ['> what you wrote\n\nNot so.\n/fix', '> what you wrote\n\nNot so.'],
    ['```js\nx / 0\n```\n/fix', '```js\nx / 0\n```'],
    ['/fix the sum', 'the sum'],
    ['This divides by zero.\r\n/fix  \t\r\n\r\n', 'This divides by zero.'],
    ['````\n```\n````\n/fix', '````\n```\n````'],
  ];
  for (const [body, text] of asked) {
    test(`${JSON.stringify(body)} asks for a fix`, () => {
      assert.deepEqual(parseLineComment(body), fix(text));
    });
  }

  const talk = [
    'Looks good.',
    'Say /fix',
    'Say\n/fix it',
    'Say\n    /fix',
    '```\nx\n/fix',
    '> so\n> /fix',
    'Say\n> /fix',
    'Say\r\n> /fix \r\n',
    '````\n```\n/fix',
    '```\n~~~\n/fix',
    '```\n```js\n/fix',
    'Say\n`/fix`',
    'Say\n<!--\n/fix\n-->',
  ];
  for (const body of talk) {
    test(`${JSON.stringify(body)} is talk`, () => {
      assert.deepEqual(parseLineComment(body), { kind: 'none' });
    });
  }

  test('that says nothing above `/fix` is told what is missing', () => {
    for (const body of ['/fix', '\n\n/fix\n', '> quoted only\n/fix']) {
      const parsed = parseLineComment(body);
      if (body.startsWith('>')) assert.equal(parsed.kind, 'none');
      else assert.match(parsed.kind === 'malformed' ? parsed.problem : '', /does not say what/);
    }
  });

  test('with a command on its first line is that command, whatever it ends in', () => {
    const parsed = parseLineComment('/status\n/fix');
    assert.equal(parsed.kind === 'malformed' || parsed.kind === 'command', true);
    assert.notDeepEqual(parsed, fix('/status'));
  });
});

describe('the text of a review', () => {
  test('that ends in `/fix` asks for one, and `/fix` alone is about its comments', () => {
    assert.deepEqual(parseReview('Rename it.\r\n\r\n/fix\r\n'), fix('Rename it.'));
    for (const body of ['/fix', '\r\n/fix \r\n']) assert.deepEqual(parseReview(body), fix(''));
    for (const body of ['', 'Fine.', '> /fix', '```\n/fix']) {
      assert.deepEqual(parseReview(body), { kind: 'none' });
    }
  });
});
