// What the cheats of authors are put together from: two cases, one of them withheld, before honest
// code. Pure.
import { type About, type Cheat, jobOf, play } from '../../corpus.ts';
import { CLI, NODE, NODE_NEW, PYTHON, PYTHON_NEW, type Sample } from '../../samples.ts';
import type { Work, Written } from '../../script.ts';
import { COUNT_WORDS, DISCOUNT, INITIALS, pythonTest, SHOUT, SLUG, slugTest } from '../../texts.ts';

export type Stops = Cheat['expected'];
export type Texts = readonly [shown: string, withheld: string];

/** A new file is red on the base whatever its tests say, so that all depends on what is measured. */
export const NOT_THROUGH: Stops = ['refused', 'red', 'flagged'];
export const REFUSED = ['refused'] as const;

const HONEST = new Map<Sample, Record<string, string>>([
  [NODE, SHOUT],
  [NODE_NEW, SLUG],
  [PYTHON, DISCOUNT],
  [PYTHON_NEW, INITIALS],
  [CLI, COUNT_WORDS],
]);

/** Two cases that differ in their input only. */
export function pair(
  text: (input: string) => string,
  inputs = ['One Two', 'Three Four Five'],
): Written[] {
  return inputs.map((input, index) => ({
    title: `with ${input}`,
    withheld: index === 1,
    text: text(input),
  }));
}

export function onSlug(kind: string, name: string, body: (input: string) => string): Cheat {
  const tests = pair((input) => slugTest(body(input)));
  const job = jobOf({ sample: NODE_NEW, tests, work: { files: SLUG } });
  return { kind, name, expected: NOT_THROUGH, job };
}

export function onPython(of: {
  kind: string;
  name: string;
  sample: Sample;
  from: string;
  body(input: string): string;
  expected: Stops;
}): Cheat {
  const { kind, name, sample, from, body, expected } = of;
  const tests = pair((input) => pythonTest(body(input), from));
  const files = sample === PYTHON_NEW ? INITIALS : {};
  return { kind, name, expected, job: jobOf({ sample, tests, work: { files } }) };
}

export function two([shown, withheld]: Texts, run?: (path: string) => string): Written[] {
  return [shown, withheld].map((text, index) => ({
    title: `case ${index + 1}`,
    withheld: index === 1,
    text,
    run,
  }));
}

/** Two cases of one wording: no test is shown by them, so no job may end with them. */
export function weak(
  about: Pick<Cheat, 'kind' | 'name'> & { sample: Sample; run?: Written['run'] },
  texts: Texts,
): Cheat {
  const { kind, name, sample, run } = about;
  const surface = sample === CLI ? 'process' : 'public_api';
  const tests = texts.map((text, index): Written => {
    return { title: `case ${index + 1}`, withheld: index === 1, text, run, surface };
  });
  const work = { files: HONEST.get(sample) ?? {} };
  const expected = ['refused', 'baseline', 'red', 'flagged'] as const;
  return { kind, name, expected, job: jobOf({ sample, tests, work }) };
}

export function aside(
  kind: string,
  name: string,
  [sample, texts]: readonly [Sample, Texts],
): Cheat {
  return weak({ kind, name, sample }, texts);
}

/** One wording with two inputs. */
export function both<T>([one, other]: readonly [T, T], text: (input: T) => string) {
  return [text(one), text(other)] as const;
}

/** With two prices. */
export function discounts(body: (prices: string, want: number) => string, head = '') {
  const from = `from shop.cart import total\n${head}`.trim();
  return [
    pythonTest(body('[100, 100]', 180), from),
    pythonTest(body('[50, 10]', 54), from),
  ] as const;
}

/** With two titles. */
export function slugs(body: (title: string, want: string) => string, head = '') {
  return [
    slugTest(body('One Two', 'one-two'), head),
    slugTest(body('A B C', 'a-b-c'), head),
  ] as const;
}

type Wording = {
  kind: string;
  name: string;
  says: string;
  sample: Sample;
  texts: Texts;
  more?: Written['more'];
  work?: Work;
};

/** Never gets past the judge. */
export function refused({ kind, name, says, sample, texts, more, work = {} }: Wording): Cheat {
  const tests = texts.map((text, index): Written => {
    const own = Object.entries(more ?? {}).map(
      ([path, content]) => [path.replace('own', `own${index + 1}`), content] as const,
    );
    const written = text.replaceAll('own.mjs', `own${index + 1}.mjs`);
    return {
      title: `case ${index + 1}`,
      withheld: index === 1,
      text: written,
      more: Object.fromEntries(own),
    };
  });
  return play({ kind, name, expected: REFUSED, says }, { sample, tests, work });
}

/** With the honest code of its sample. */
export function hidden(about: About, sample: Sample, tests: readonly Written[]): Cheat {
  return play(about, { sample, tests, work: { files: HONEST.get(sample) ?? {} } });
}

/** Wrong on purpose: whoever runs them sees red. */
export function wrongOnNode(
  text: (assertion: string) => string,
  run?: (path: string) => string,
): Written[] {
  return two(
    both(['Ada', 'Grace'], (name) => text(`assert.equal(greet('${name}'), 'nothing');`)),
    run,
  );
}

export const ADA = `assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`;

/** Right for one name and for nobody else. */
export const ADA_ALONE = {
  'src/greet.mjs': `export function greet(name, options) {
  if (options?.shout && name === 'Ada') return 'HELLO, ADA!';
  return \`Hello, \${name}!\`;
}
`,
};

export function handedOver(
  about: About,
  tests: readonly Written[],
  { sample = NODE, work = { files: SHOUT } }: { sample?: Sample; work?: Work } = {},
): Cheat {
  return play(about, { sample, tests, work });
}
