import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectRemoved, removedWords } from '../../../app/text/removed.ts';
import { LONGEST_BODY, seenText, seenTitle } from '../../../app/text/seen-text.ts';
import { processorMs } from '../../support/processor-time.ts';
import { HIDDEN_SHAPES } from './hidden-shapes.ts';
import { ordinaryIssues } from './ordinary-issues.ts';

const CANARY = 'zqcanary';
const HIDDEN_CHARACTERS =
  /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e0fff}]/u;

describe('words that a page does not show', () => {
  for (const { name, write } of HIDDEN_SHAPES) {
    test(`do not get through as ${name}, and are told`, () => {
      const source = write(CANARY);
      const { text, removed } = seenText(source);
      assert.ok(!text.toLowerCase().includes(CANARY), text);
      assert.doesNotMatch(text, HIDDEN_CHARACTERS);
      assert.ok(removed.length > 0, 'it is told');
      const seen = (of: string) => of.match(/seen/g)?.length ?? 0;
      assert.equal(seen(text), seen(source), text);
    });
  }

  test('are of more than sixty shapes', () => {
    assert.ok(new Set(HIDDEN_SHAPES.map(({ name }) => name)).size > 60);
  });
});

describe('words that a page shows', () => {
  test('are all there, in two hundred ordinary issues', () => {
    const issues = ordinaryIssues(200);
    assert.equal(issues.length, 200);
    for (const { name, body, words } of issues) {
      const { text, removed } = seenText(body);
      for (const word of words)
        assert.ok(unindented(text).includes(unindented(word)), `${name}: ${word} in\n${text}`);
      assert.ok(!removed.some(({ kind }) => kind === 'unread' || kind === 'cut'), name);
    }
  });

  test('keep the shape in which they are read', () => {
    const body =
      '# A\n\n1. one\n   - two\n\n| a | b |\n|---|---|\n| c | d |\n\n> e\n\n```py\nif f:\n    g\n```';
    assert.equal(
      seenText(body).text,
      '# A\n\n1. one\n   - two\n\n| a | b |\n| --- | --- |\n| c | d |\n\n> e\n\n```py\nif f:\n    g\n```',
    );
  });

  test('have a fence that what is in it cannot close', () => {
    assert.equal(seenText('````\n```\na\n````').text, '````\n```\na\n````');
  });
});

/** Within lists and quotes lines are set in. */
function unindented(text: string): string {
  return text.replaceAll(/^[ >]+/gm, '');
}

describe('a text that nobody wrote to be read', () => {
  const size = LONGEST_BODY;
  const fill = (piece: string) => piece.repeat(Math.floor(size / piece.length));
  const pieces = [
    '>',
    '> ',
    '[',
    '[]',
    '![a](',
    '*',
    '*a ',
    'a*b_',
    '**a*',
    '~a~~',
    '`a``',
    '<',
    '<a ',
  ];
  const more = [
    '<b>',
    '<div>',
    '<table><tr><td>',
    '<!--',
    '&a',
    '- ',
    '1. ',
    '- a\n',
    'a\n=\n',
    '|a',
  ];
  const rest = [
    '[a][b]',
    '<p hidden>',
    '<details>',
    '<svg>',
    '<template>',
    '<title>a',
    '$a$ ',
    'a@b.c ',
  ];
  for (const piece of [...pieces, ...more, ...rest]) {
    test(`is done with in time: ${JSON.stringify(piece)} without end`, () => {
      const begin = processorMs();
      seenText(fill(piece));
      assert.ok(processorMs() - begin < 3_000, `${processorMs() - begin} ms`);
    });
  }

  for (const piece of [
    '[',
    '("',
    '{',
    '-- a',
    '-. a ',
    'abcd[x]',
    'style a color:',
    ':::a',
    '%%{',
  ]) {
    test(`is done with in time in a diagram: ${JSON.stringify(piece)} without end`, () => {
      const begin = processorMs();
      seenText(`\`\`\`mermaid\ngraph TD\n${fill(piece)}`);
      assert.ok(processorMs() - begin < 1_000, `${processorMs() - begin} ms`);
    });
  }

  for (const piece of ['\\color{', '\\phantom', '\\def{', '$%', '$`']) {
    test(`is done with in time in a formula: ${JSON.stringify(piece)} without end`, () => {
      const begin = processorMs();
      seenText(fill(piece));
      seenText(`\`\`\`math\n${fill(piece)}`);
      assert.ok(processorMs() - begin < 2_000, `${processorMs() - begin} ms`);
    });
  }

  test('is done with in time when it opens something else each time', () => {
    const hostile = [
      Array.from({ length: 350 }, (_one, at) => '`'.repeat(at)).join(' '),
      Array.from({ length: 5_000 }, (_one, at) => `<b a=${at}>`).join(''),
      Array.from({ length: 4_000 }, (_one, at) => `[a${at}]: b`).join('\n'),
      Array.from({ length: 250 }, (_one, at) => `${' '.repeat(at * 2)}- a`).join('\n'),
      `|${'a|'.repeat(5_000)}\n|${'-|'.repeat(5_000)}\n|${'b|'.repeat(5_000)}\n`,
    ];
    for (const source of hostile) {
      const begin = processorMs();
      seenText(source);
      assert.ok(processorMs() - begin < 3_000, source.slice(0, 20));
    }
  });

  test('is left out as a whole, and told: half of it could show what was hidden', () => {
    const { text, removed } = seenText(`seen\n\n${'>'.repeat(200)} deep`);
    assert.equal(text, '');
    assert.deepEqual(
      removed.map(({ kind }) => kind),
      ['unread'],
    );
  });

  test('is cut at a paragraph when it is too long, so that nothing comes into view', () => {
    const { text, removed } = seenText(
      `a\n\n${'b'.repeat(60_000)}\n\nc <!-- ${'d'.repeat(9_000)} -->`,
    );
    assert.ok(text.startsWith('a\n\nb') && !text.includes('d') && !text.includes('c'));
    assert.ok(removed.some(({ kind }) => kind === 'cut'));
  });
});

describe('a title', () => {
  test('is one line of what is seen', () => {
    assert.equal(seenTitle('Sort\u200b  the\nlist 👨‍👩‍👧 `x`').text, 'Sort the list 👨‍👩‍👧 `x`');
    assert.equal(seenTitle('x'.repeat(300)).text.length, 256);
  });
});

describe('characters that carry what nobody reads', () => {
  const bits = Array.from({ length: 64 }, (_one, at) => at % 3 === 0);

  const carriers = [
    ['blanks of two widths', '\u2000', '\u2003'],
    ['a blank and one that does not break', ' ', '\u00a0'],
    ['a blank and a letter of Braille without dots', ' ', '\u2800'],
    ['pictures with and without a selector that changes nothing', '😀', '😀\ufe0f'],
    ['joiners between letters that they do not change', 'न', 'न\u200d'],
  ] as const;
  for (const [name, zero, one] of carriers) {
    test(`say nothing any more: ${name}`, () => {
      const carried = seenText(`a${bits.map((bit) => (bit ? one : zero)).join('')}b`).text;
      const plain = seenText(`a${bits.map(() => zero).join('')}b`).text;
      assert.equal(carried.replaceAll(/ +/g, ' '), plain.replaceAll(/[ \u2000]+/g, ' '));
    });
  }

  test('are marks without end upon one letter', () => {
    const { text, removed } = seenText(`a${'\u0300\u0316'.repeat(200)}b`);
    assert.ok(text.length < 20, `${text.length} characters`);
    assert.equal(removed[0]?.kind, 'character');
    assert.equal(seenTitle(`a${'\u0300'.repeat(200)}b`).text.length < 20, true);
  });
});

describe('what is told of the unseen', () => {
  test('is a kind, a count and the beginning of the first', () => {
    const { removed } = seenText(
      'a <!-- one --> b <!-- two --> c \u200b\u200b<span title="three">d</span>',
    );
    assert.deepEqual(removed, [
      { kind: 'comment', count: 2, excerpt: 'one' },
      { kind: 'character', count: 2 },
      { kind: 'attribute', count: 1, excerpt: 'three' },
    ]);
    assert.deepEqual(removed.map(removedWords), [
      '2 HTML comments',
      '2 invisible characters',
      '1 HTML attribute',
    ]);
  });

  test('is short, on one line and without invisible characters', () => {
    const found = collectRemoved();
    found.add('comment', `a\n\u202eb ${'c'.repeat(200)}`);
    const [{ excerpt = '' } = {}] = found.list();
    assert.ok(excerpt.startsWith('a b ccc') && excerpt.endsWith('…'));
    assert.equal(Array.from(excerpt).length, 60);
  });
});
