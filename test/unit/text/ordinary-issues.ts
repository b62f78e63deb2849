// Issues as people write them: each with the words that its page shows, in any order. Those written
// by hand have shapes of their own; the others are put together from parts, by a seed.
import { createRandom, type Random } from '../../support/random.ts';

export type OrdinaryIssue = { name: string; body: string; words: readonly string[] };

/** A part of a page, and words that are seen on it. */
type Part = [body: string, ...words: string[]];

const PARTS: readonly ((word: string) => Part)[] = [
  (w) => [`The ${w} list is sorted wrongly.`, `The ${w} list is sorted wrongly.`],
  (w) => [
    `## Steps ${w}\n\n1. open it\n2. press \`${w}-save\``,
    `Steps ${w}`,
    'open it',
    `\`${w}-save\``,
  ],
  (w) => [
    `- first ${w}\n  - inner ${w}\n    - deep ${w}\n- last`,
    `first ${w}`,
    `inner ${w}`,
    `deep ${w}`,
  ],
  (w) => [`- [x] done ${w}\n- [ ] open ${w}`, `[x] done ${w}`, `[ ] open ${w}`],
  (w) => [
    `\`\`\`ts\nconst ${w} = <T>(x: T) => x; // *not* _marks_\nif (a && b) {\n    run();\n}\n\`\`\``,
    `const ${w} = <T>(x: T) => x; // *not* _marks_`,
    '    run();',
  ],
  (w) => [`~~~\n\`\`\`\n${w}\n\`\`\`\n~~~`, `\`\`\`\n${w}\n\`\`\``],
  (w) => [`    indented ${w}\n      deeper`, `indented ${w}\n  deeper`],
  (w) => [`> quoted ${w}\n>\n> > twice ${w}`, `> quoted ${w}`, `> > twice ${w}`],
  (w) => [
    `| Name | Value |\n| :-- | --: |\n| ${w} | \`a b\` |\n| two | **3** |`,
    '| Name | Value |',
    `| ${w} | \`a b\` |`,
    '**3**',
  ],
  (w) => [
    `<table><tr><th>Head ${w}</th></tr><tr><td>Cell ${w}<br>more</td></tr></table>`,
    `Head ${w}`,
    `Cell ${w}`,
    'more',
  ],
  (w) => [
    `<details>\n<summary>Log of ${w}</summary>\n\n\`\`\`\nError: ${w}\n\`\`\`\n\n</details>`,
    `[Folded: Log of ${w}]`,
    `Error: ${w}`,
  ],
  (w) => [
    `<details><summary>Short ${w}</summary>inside ${w}</details>`,
    `Short ${w}`,
    `inside ${w}`,
  ],
  (w) => [
    `Before ![screen of it](https://example.com/${w}.png) after ${w}`,
    'Before [image] after',
    w,
  ],
  (w) => [
    `Press <kbd>Ctrl</kbd>+<kbd>${w}</kbd>, H<sub>2</sub>O, x<sup>${w}</sup>`,
    'Ctrl',
    w,
    '<sub>2</sub>',
    `<sup>${w}</sup>`,
  ],
  (w) => [
    `See [the page of ${w}](https://example.com) and https://example.com/${w}`,
    `the page of ${w}`,
    `https://example.com/${w}`,
  ],
  (w) => [`A note[^${w}].\n\n[^${w}]: The note on ${w}.`, `The note on ${w}.`],
  (w) => [
    `cc @mona, see #12 and octo/hello#7 for ${w}`,
    `cc @mona, see #12 and octo/hello#7 for ${w}`,
  ],
  (w) => [
    `Works 👍🏽 for 👨‍👩‍👧‍👦 in 🇩🇪 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿, press 1️⃣ ❤️ ${w}`,
    `Works 👍🏽 for 👨‍👩‍👧‍👦 in 🇩🇪 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿, press 1️⃣ ❤️ ${w}`,
  ],
  (w) => [`一覧が正しく並んでいません（${w}）。`, `一覧が正しく並んでいません（${w}）。`],
  (w) => [`القائمة غير مرتبة ${w} שלום`, 'القائمة غير مرتبة', w, 'שלום'],
  (w) => [`می‌خواهم ${w} क्‍ष`, 'می‌خواهم', w, 'क्‍ष'],
  (w) => [
    `**bold ${w}** and *slanted ${w}* and ~~gone ${w}~~`,
    `**bold ${w}**`,
    `*slanted ${w}*`,
    `~~gone ${w}~~`,
  ],
  (w) => [`Setext ${w}\n======\n\n---\n\nafter ${w}`, `# Setext ${w}`, `after ${w}`],
  (w) => [
    `a < b && c > d, 5 * 3 * 2, a_b_c, \\*plain\\* &amp; &lt;${w}&gt;`,
    'a < b && c > d',
    '5 * 3 * 2',
    'a_b_c',
    '*plain*',
    `<${w}>`,
  ],
  (w) => [`> [!NOTE]\n> Mind ${w}`, '[!NOTE]', `Mind ${w}`],
  (w) => [
    `line one ${w}\nline two  \nline three\\\nline four`,
    `line one ${w}\nline two\nline three\nline four`,
  ],
  (w) => [`\`\`\`mermaid\ngraph TD\n  A[${w}] --> B[done]\n\`\`\``, `A[${w}] --> B[done]`],
  (w) => [`\`\`\`diff\n- old ${w}\n+ new ${w}\n\`\`\``, `- old ${w}\n+ new ${w}`],
  (w) => [`<p align="center"><b>Centred ${w}</b></p>`, `**Centred ${w}**`],
  (w) => [`<div>\n\n- in a block ${w}\n\n</div>`, `- in a block ${w}`],
  (w) => [
    `Use \`List<${w}>\` and \`<!-- ${w} -->\` and \`\`a \` b\`\``,
    `\`List<${w}>\``,
    `\`<!-- ${w} -->\``,
    '``a ` b``',
  ],
  (w) => [
    `<div style="-webkit-text-stroke-width: 0px; background-color: white; border-color: transparent; min-width: 0; text-indent: 0px">pasted ${w}</div>`,
    `pasted ${w}`,
  ],
  (w) => [
    `x<sup>2<sup>${w}</sup></sup> and <sub><sup><sub>${w}-small</sub></sup></sub>`,
    `<sup>${w}</sup>`,
    `${w}-small`,
  ],
  (w) => [`<ruby>漢字<rp>(</rp><rt>${w}</rt><rp>)</rp></ruby>`, '漢字', w],
  (w) => [
    `\`\`\`mermaid\nclassDiagram\nclass Animal {\n  +int age ${w}\n}\nclass Dog\nAnimal <|-- Dog\n\`\`\``,
    'class Animal {',
    `+int age ${w}`,
    'class Dog\nAnimal <|-- Dog',
  ],
  (w) => [
    `\`\`\`mermaid\ngraph LR\n  a(${w}):::hot ==> b{ok}\n  classDef hot fill:#900,color:#fff\n  style b fill:yellow\n\`\`\``,
    `a(${w})`,
    'b{ok}',
  ],
  (w) => [
    `$\\color{red}{${w}}$ and $\\textcolor{#3366cc}{b} + \\frac{a}{\\sqrt{c}}$`,
    `\\color{red}{${w}}`,
    '\\textcolor{#3366cc}{b} + \\frac{a}{\\sqrt{c}}',
  ],
  (w) => [
    `\`\`\`mermaid\nflowchart LR\n  login(Log in ${w}) -- login fails --> store[(Store)]\n  store --> login & mail\n  subgraph Outer words\n  end\n\`\`\``,
    `login(Log in ${w}) -- login fails --> store[(Store)]`,
    'store --> login & mail',
    'subgraph Outer words',
  ],
  (w) => [
    `\`\`\`mermaid\nsequenceDiagram\n  participant B as Bob\n  Alice->>B: Hello ${w}, how as you?\n\`\`\``,
    `Alice->>B: Hello ${w}, how as you?`,
  ],
  (w) => [`\`\`\`suggestion\nuse ${w}\n\`\`\``, `\`\`\`suggestion\nuse ${w}`],
  (w) => [`ภาษาไทย กำลังทดสอบ ${w} မြန်မာ ភាសាខ្មែរ བོད་ཡིག ཧྐྵྨླྺྼྻྂ`, 'ภาษาไทย กำลังทดสอบ', w, 'ཧྐྵྨླྺྼྻྂ'],
  (w) => [
    `בְּרֵאשִׁ֖ית ${w} e\u0301te\u0301 tiê\u0301ng Vie\u0323\u0302t \u1112\u1161\u11ab`,
    'בְּרֵאשִׁ֖ית',
    w,
    'e\u0301te\u0301',
    '\u1112\u1161\u11ab',
  ],
  (w) => [
    `کتابِ\u200cمن ${w} ശ്രീ ന്\u200d ක්\u200dෂ র\u200d্য`,
    'کتابِ\u200cمن',
    w,
    'ක්\u200dෂ',
    'র\u200d্য',
  ],
  (w) => [
    `${w} 🏳️‍🌈 🏴‍☠️ ❤️‍🔥 👁️‍🗨️ 🧑🏿‍🤝‍🧑🏻 #️⃣ ✔️ ☎️ 👩🏽‍💻`,
    `${w} 🏳️‍🌈 🏴‍☠️ ❤️‍🔥 👁️‍🗨️ 🧑🏿‍🤝‍🧑🏻 #️⃣ ✔️ ☎️ 👩🏽‍💻`,
  ],
  (w) => [`\`\`\`\n${w.padEnd(120)}| end\n\`\`\``, `${w.padEnd(120)}| end`],
  (w) => [`3. third ${w}\n4. fourth\n\n   more of it`, `3. third ${w}`, '4. fourth', 'more of it'],
];

const BY_HAND: readonly OrdinaryIssue[] = [
  {
    name: 'generics that look like tags',
    body: 'The type Map<String, List<User>> is shown and Promise<void> too.\n\nThen the end.',
    words: ['The type Map', 'is shown and Promise', 'too.', 'Then the end.'],
  },
  {
    name: 'a hundred generics',
    body: `${'Optional<Value> and '.repeat(300)}\n\nthe end`,
    words: ['Optional and', 'the end'],
  },
  {
    name: 'tags that GitHub shows as text',
    body: 'The <title> tag is wrong, and so is <script>.\n\nThe page stays **white**.',
    words: ['The <title> tag is wrong', 'and so is <script>', 'The page stays **white**.'],
  },
  {
    name: 'an arrow that is no comment',
    body: 'use <!-- here\n\nand go on --> there',
    words: ['use <!-- here', 'and go on --> there'],
  },
  {
    name: 'a list of tasks with code in it',
    body: '- [ ] run\n\n  ```sh\n  npm test -- --watch\n  ```\n\n- [x] read',
    words: ['[ ] run', 'npm test -- --watch', '[x] read'],
  },
  {
    name: 'code in a table of HTML',
    body: '<table>\n<tr><td>\n\n```js\nlet a = 1;\n```\n\n</td><td>right</td></tr>\n</table>',
    words: ['let a = 1;', 'right'],
  },
  {
    name: 'a form of GitHub',
    body: '### What happened?\n\nIt crashed.\n\n### Version\n\n1.2.3\n\n### Code of Conduct\n\n- [X] I agree\n\n_No response_',
    words: ['### What happened?', 'It crashed.', '1.2.3', '[x] I agree', '*No response*'],
  },
  {
    name: 'a price and a formula',
    body: 'It costs $5 or $6, 100% of $x$.\n\n$$\na = b + c\n$$',
    words: ['It costs $5 or $6, 100% of $x$.', 'a = b + c'],
  },
];

export function ordinaryIssues(count: number): OrdinaryIssue[] {
  const random = createRandom(20);
  const made = Array.from({ length: count - BY_HAND.length }, (_none, index) =>
    make(random, index),
  );
  return [...BY_HAND, ...made];
}

function make(random: Random, index: number): OrdinaryIssue {
  // Every part is in some issue, whatever the dice say.
  const first = PARTS[index % PARTS.length];
  const others = Array.from({ length: 2 + random.below(6) }, () => random.pick(PARTS));
  const chosen = [...(first === undefined ? [] : [first]), ...others];
  const parts = chosen.map((part, at) => part(`w${index}x${at}`));
  return {
    name: `number ${index}`,
    // A rule keeps lists and quotes from running into each other.
    body: parts.map(([body]) => body).join('\n\n***\n\n'),
    words: parts.flatMap(([, ...words]) => words),
  };
}
