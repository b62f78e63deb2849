// What maintainers of packages for Node do in a week. Pure.
import { type Honest, jobOf } from '../corpus.ts';
import { BARE_NODE, inNode } from '../outsiders/ground.ts';
import { planOf } from '../samples.ts';
import { promised } from './promised.ts';

const RANGE = `import { range } from '../../src/range.mjs';`;
const TRUNCATE = `import { truncate } from '../../src/truncate.mjs';`;
const COLOUR = `import { colour } from '../../src/colour.mjs';`;
const POLL = `import { poll } from '../../src/poll.mjs';`;
const PARSE = `import { ParseError, parse } from '../../src/parse.mjs';`;
const DUE = `import { due } from '../../src/due.mjs';`;
const SAY = `import { say } from '../../src/say.mjs';`;
const FLAT = `import { flat } from '../../src/flat.mjs';`;

export const MAINTAINERS_OF_NODE: readonly Honest[] = [
  promised({
    name: 'a bug mended, with a test of it in the suite',
    language: 'node',
    suite: 'node --test test/range.test.mjs',
    base: {
      ...BARE_NODE,
      'src/range.mjs': `export function range(from, to, step = 1) {
  const all = [];
  for (let at = from; at < to; at += step) all.push(at);
  return all;
}
`,
      'test/range.test.mjs': inNode(
        `import { range } from '../src/range.mjs';`,
        'assert.deepEqual(range(0, 3), [0, 1, 2]);',
      ),
    },
    head: {
      'src/range.mjs': `export function range(from, to, step = 1) {
  const all = [];
  const isUp = step > 0;
  for (let at = from; isUp ? at < to : at > to; at += step) all.push(at);
  return all;
}
`,
      'test/range.test.mjs': `${inNode(
        `import { range } from '../src/range.mjs';`,
        'assert.deepEqual(range(0, 3), [0, 1, 2]);',
      )}
test('goes down as well', () => {
  assert.deepEqual(range(3, 0, -1), [3, 2, 1]);
});
`,
    },
    contract: ['src/range.mjs'],
    text: 'range(from, to, step) with a negative step goes down from the first number until above the last',
    shown: inNode(RANGE, 'assert.deepEqual(range(5, 1, -2), [5, 3]);'),
    withheld: inNode(RANGE, 'assert.deepEqual(range(0, -3, -1), [0, -1, -2]);'),
    keep: {
      text: 'range() goes up as before',
      test: inNode(RANGE, 'assert.deepEqual(range(1, 8, 3), [1, 4, 7]);'),
    },
  }),
  promised({
    name: 'an option, in code, readme and change log',
    language: 'node',
    base: {
      ...BARE_NODE,
      'README.md': '# truncate\n\n`truncate(text, length)` cuts.\n',
      'src/truncate.mjs': `export function truncate(text, length) {
  return text.length <= length ? text : \`\${text.slice(0, length)}…\`;
}
`,
    },
    head: {
      'README.md':
        '# truncate\n\n`truncate(text, length)` cuts.\n\n`{ mark }` is put at the end instead of `…`.\n',
      'CHANGELOG.md': '# Changes\n\n- `truncate` takes a `mark`.\n',
      'src/truncate.mjs': `export function truncate(text, length, { mark = '…' } = {}) {
  return text.length <= length ? text : \`\${text.slice(0, length)}\${mark}\`;
}
`,
    },
    contract: ['src/truncate.mjs'],
    text: 'truncate(text, length, { mark }) ends a text that was cut in the mark',
    shown: inNode(TRUNCATE, `assert.equal(truncate('abcdef', 3, { mark: '>>' }), 'abc>>');`),
    withheld: inNode(TRUNCATE, `assert.equal(truncate('Greetings', 5, { mark: '' }), 'Greet');`),
    keep: {
      text: 'without a mark it is …, and short texts stay',
      test: inNode(
        TRUNCATE,
        `assert.equal(truncate('abcdef', 3), 'abc…');\nassert.equal(truncate('abc', 3), 'abc');`,
      ),
    },
  }),
  promised({
    name: 'an old name that warns and goes on working',
    language: 'node',
    base: {
      ...BARE_NODE,
      'src/colour.mjs': `export function color(name) {
  return \`#\${name}\`;
}
`,
    },
    head: {
      'src/colour.mjs': `import { deprecate } from 'node:util';

export function colour(name) {
  return \`#\${name}\`;
}

/** @deprecated Use colour(). */
export const color = deprecate(colour, 'color() is now called colour()', 'DEP_COLOR');
`,
    },
    text: 'colour(name) does what color(name) did',
    shown: inNode(COLOUR, `assert.equal(colour('fff'), '#fff');`),
    withheld: inNode(COLOUR, `assert.equal(colour('00aaff'), '#00aaff');`),
    keep: {
      text: 'color(name) still works',
      test: inNode(
        `import { color } from '../../src/colour.mjs';`,
        `assert.equal(color('123456'), '#123456');`,
      ),
    },
  }),
  {
    name: 'a file that got another name, and who imports it',
    job: jobOf({
      sample: {
        language: 'node',
        files: {
          ...BARE_NODE,
          'src/util.mjs': `export function titled(text) {
  return text[0].toUpperCase() + text.slice(1);
}
`,
          'src/page.mjs': `import { titled } from './util.mjs';

export function heading(text) {
  return \`<h1>\${titled(text)}</h1>\`;
}
`,
        },
        plan: planOf({
          goal: 'util.mjs is called titles.mjs.',
          criteria: [
            { text: 'heading(text) wraps the text with a capital in h1 as before', kind: 'keep' },
          ],
          paths: ['src/util.mjs', 'src/titles.mjs', 'src/page.mjs'],
          contract: ['src/page.mjs'],
        }),
      },
      tests: ['intro', 'about us'].map((text, index) => ({
        title: `heading of ${text}`,
        withheld: index === 1,
        text: inNode(
          `import { heading } from '../../src/page.mjs';`,
          `assert.equal(heading('${text}'), '<h1>${text[0]?.toUpperCase()}${text.slice(1)}</h1>');`,
        ),
      })),
      work: {
        command: `mv src/util.mjs src/titles.mjs && sed -i 's#./util.mjs#./titles.mjs#' src/page.mjs`,
      },
    }),
  },
  promised({
    name: 'waits with a signal to stop',
    language: 'node',
    base: BARE_NODE,
    head: {
      'src/poll.mjs': `import { setTimeout as pause } from 'node:timers/promises';

/** Asks until there is an answer; rejects with the reason of the signal when it fires. */
export async function poll(ask, { everyMs, signal }) {
  for (;;) {
    signal?.throwIfAborted();
    const answer = await ask();
    if (answer !== undefined) return answer;
    await pause(everyMs, undefined, { signal }).catch((error) => {
      throw error.cause;
    });
  }
}
`,
    },
    text: 'poll(ask, { everyMs, signal }) asks until the answer is not undefined and returns it; it rejects with the reason of the signal when that fires',
    shown: inNode(
      POLL,
      `const answers = [undefined, undefined, 'ready'];
assert.equal(await poll(async () => answers.shift(), { everyMs: 1 }), 'ready');
assert.deepEqual(answers, []);`,
    ),
    withheld: inNode(
      POLL,
      `const stop = new AbortController();
const waiting = poll(async () => undefined, { everyMs: 60000, signal: stop.signal });
setTimeout(() => stop.abort(new Error('enough')), 10);
await assert.rejects(waiting, { message: 'enough' });
await assert.rejects(poll(async () => 1, { signal: stop.signal }), { message: 'enough' });`,
    ),
  }),
  promised({
    name: 'an error of a class of its own, with the place',
    language: 'node',
    base: {
      ...BARE_NODE,
      'src/parse.mjs': `export function parse(text) {
  return text.split('\\n').map((line) => {
    const [name, value] = line.split('=');
    if (value === undefined) throw new Error('bad line');
    return [name, value];
  });
}
`,
    },
    head: {
      'src/parse.mjs': `export class ParseError extends Error {
  constructor(line) {
    super(\`line \${line} has no =\`);
    this.name = 'ParseError';
    this.line = line;
  }
}

export function parse(text) {
  return text.split('\\n').map((line, index) => {
    const [name, value] = line.split('=');
    if (value === undefined) throw new ParseError(index + 1);
    return [name, value];
  });
}
`,
    },
    text: 'parse(text) throws a ParseError with the number of the first line that has no =',
    shown: inNode(
      PARSE,
      `assert.throws(() => parse('a=1\\nb'), (error) => {
  assert.ok(error instanceof ParseError);
  assert.equal(error.line, 2);
  assert.equal(error.message, 'line 2 has no =');
  return true;
});`,
    ),
    withheld: inNode(
      PARSE,
      `assert.throws(() => parse('nothing'), { name: 'ParseError', line: 1 });`,
    ),
    keep: {
      text: 'parse(text) gives pairs',
      test: inNode(
        PARSE,
        `assert.deepEqual(parse('a=1\\nb=2'), [['a', '1'], ['b', '2']]);`,
      ).replace('ParseError, ', ''),
    },
  }),
  promised({
    name: 'days counted by the calendar',
    language: 'node',
    base: BARE_NODE,
    head: {
      'src/due.mjs': `/** The day that many months later, or the last of that month; days are YYYY-MM-DD. */
export function due(day, months) {
  const [year, month, date] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const then = Date.UTC(year, month - 1 + months, Math.min(date, last));
  return new Date(then).toISOString().slice(0, 10);
}
`,
    },
    text: 'due(day, months) returns the day that many months later, or the last day of that month if it has no such day',
    shown: inNode(DUE, `assert.equal(due('2023-01-31', 1), '2023-02-28');`),
    withheld: inNode(
      DUE,
      `assert.equal(due('2024-01-31', 1), '2024-02-29');\nassert.equal(due('2023-11-15', 3), '2024-02-15');`,
    ),
  }),
  promised({
    name: 'words in another language, from a table',
    language: 'node',
    base: {
      ...BARE_NODE,
      'locales/en.json': '{ "one": "# file", "other": "# files" }\n',
      'src/say.mjs': `import { readFileSync } from 'node:fs';

export function say(count, language = 'en') {
  const url = new URL(\`../locales/\${language}.json\`, import.meta.url);
  const words = JSON.parse(readFileSync(url, 'utf8'));
  return words[count === 1 ? 'one' : 'other'].replace('#', String(count));
}
`,
    },
    head: {
      'locales/pl.json':
        '{ "one": "# plik", "few": "# pliki", "many": "# plików", "other": "# pliku" }\n',
      'src/say.mjs': `import { readFileSync } from 'node:fs';

export function say(count, language = 'en') {
  const url = new URL(\`../locales/\${language}.json\`, import.meta.url);
  const words = JSON.parse(readFileSync(url, 'utf8'));
  const form = new Intl.PluralRules(language).select(count);
  return words[form].replace('#', String(count));
}
`,
    },
    contract: ['src/say.mjs'],
    text: 'say(count, "pl") says it in Polish with the right plural',
    shown: inNode(
      SAY,
      `assert.equal(say(1, 'pl'), '1 plik');\nassert.equal(say(3, 'pl'), '3 pliki');`,
    ),
    withheld: inNode(SAY, `assert.equal(say(25, 'pl'), '25 plików');`),
    keep: {
      text: 'English stays',
      test: inNode(SAY, `assert.equal(say(1), '1 file');\nassert.equal(say(7), '7 files');`),
    },
  }),
  promised({
    name: 'faster, and otherwise the same',
    language: 'node',
    base: {
      ...BARE_NODE,
      'src/flat.mjs': `export function flat(tree) {
  let all = [tree.name];
  for (const child of tree.children ?? []) all = [...all, ...flat(child)];
  return all;
}
`,
    },
    head: {
      'src/flat.mjs': `export function flat(tree) {
  const all = [];
  const waiting = [tree];
  while (waiting.length > 0) {
    const { name, children = [] } = waiting.pop();
    all.push(name);
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at]);
  }
  return all;
}
`,
    },
    text: 'flat(tree) takes a tree that is ten thousand deep',
    shown: inNode(
      FLAT,
      `let tree = { name: 'n10000' };
for (let at = 9999; at >= 1; at -= 1) tree = { name: 'n' + at, children: [tree] };
const names = flat(tree);
assert.equal(names.length, 10000);
assert.equal(names[4999], 'n5000');`,
    ),
    withheld: inNode(
      FLAT,
      `let tree = { name: 'x20000' };
for (let at = 19999; at >= 1; at -= 1) tree = { name: 'x' + at, children: [tree, { name: 'leaf' }] };
assert.deepEqual(flat(tree).slice(19998, 20001), ['x19999', 'x20000', 'leaf']);`,
    ),
    keep: {
      text: 'names come from the top down, one branch after the other',
      test: inNode(
        FLAT,
        `const tree = { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }, { name: 'd' }] };
assert.deepEqual(flat(tree), ['a', 'b', 'c', 'd']);`,
      ),
    },
  }),
];
