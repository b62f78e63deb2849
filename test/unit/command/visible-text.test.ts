import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { visibleText } from '../../../app/command/visible-text.ts';
import { LONGEST_BODY } from '../../../app/text/seen-text.ts';
import { processorMs } from '../../support/processor-time.ts';
import { fuzzBodies } from './fuzz.ts';

describe('the text of a command', () => {
  const cases: [string, string, string][] = [
    ['plain words', 'Sort the list\n\tby name', 'Sort the list\n\tby name'],
    ['line ends of Windows', 'a\r\nb\rc', 'a\nb\nc'],
    ['zero width characters', 'ig\u200bno\u200dre\ufeff', 'ignore'],
    ['tag characters', 'ok\u{e0068}\u{e0069}', 'ok'],
    ['bidirectional overrides', 'a\u202ecba\u202c', 'acba'],
    ['variation selectors', `x\u{e0101}\ufe0f`, 'x'],
    ['controls', 'a\u0000b\u001b[31mc\u009bd', 'ab[31mcd'],
    ['half characters', 'a\ud83db\udc00', 'ab'],
    ['whole characters beyond 16 bits', 'a😀é', 'a😀é'],
    ['a comment', 'a<!-- secret -->b', 'ab'],
    ['a comment over lines', 'a\n<!--\nsecret\n-->\nb', 'a\n\nb'],
    ['a comment hidden by invisible marks', 'a<!\u200b-- secret --\u200b>b', 'ab'],
    ['a comment that removal brings together', '<!<!-- x -->-- secret -->b', 'b'],
    ['nested comments', '<!-- a <!-- b --> c -->', ' c -->'],
    ['an open comment at the start of a line', 'a\n<!-- secret to the end', 'a\n'],
    ['an open comment in a line, which GitHub shows', 'use <!-- here', 'use <!-- here'],
  ];
  for (const [name, input, output] of cases) {
    test(`has ${name} as a person sees it`, () => {
      assert.equal(visibleText(input).text, output);
    });
  }

  test('is the same when taken again, for five thousand texts', () => {
    for (const body of fuzzBodies(5_000, 11)) {
      const once = visibleText(body).text;
      assert.equal(visibleText(once).text, once);
      assert.ok(!/<!--[^]*-->|[\u200b\u202e\ufeff\0]/.test(once));
    }
  });

  test('is capped, and stays quick for hostile input', () => {
    const long = visibleText('😀'.repeat(LONGEST_BODY));
    assert.equal(long.text.length, LONGEST_BODY);
    const begin = processorMs();
    for (const piece of ['<!-', '<!--', '-->', '<!<!-- -->-- ', '\u200b']) {
      visibleText(piece.repeat(1_000_000 / piece.length));
    }
    assert.ok(processorMs() - begin < 10_000);
  });
});
