// One small change in a language whose tools not every machine has, and two tests of it. Pure.
import type { Files } from '../../support/proof-world/repository.ts';
import { type Cheat, type Honest, jobOf, play } from '../corpus.ts';
import { ANYWHERE } from '../outsiders/outsider.ts';
import { planOf } from '../samples.ts';
import type { Language } from '../script.ts';

export type Asked = {
  name: string;
  /** The one promise. */
  text: string;
  base?: Files;
  head: Files;
  /** What a test does, in the words of the language: the first is shown. */
  asks: readonly [string, string];
};

export type Toolchain = {
  language: Language;
  /** What has to be there for any of it to run. */
  program: string;
  files: Files;
  /** Done once, so that no run has to do it. */
  setup?: string;
  test(body: string, index: number): string;
};

export function deafIn(of: Toolchain, asked: Asked): Cheat {
  const about = { name: asked.name, kind: 'deaf in other languages', expected: ANYWHERE };
  return prepared(of, play(about, partsOf(of, asked)));
}

export function honestIn(of: Toolchain, asked: Asked): Honest {
  return prepared(of, { name: asked.name, job: jobOf(partsOf(of, asked)) });
}

function prepared<T extends Honest>({ setup }: Toolchain, one: T): T {
  return setup === undefined ? one : { ...one, job: { ...one.job, settings: { setup } } };
}

function partsOf(of: Toolchain, { name, text, base = {}, head, asks }: Asked) {
  const paths = Object.keys(head);
  return {
    sample: {
      language: of.language,
      files: { ...of.files, ...base },
      plan: planOf({ goal: text, criteria: [{ text }], paths }),
    },
    tests: asks.map((body, index) => ({
      title: `${name}, ${index === 0 ? 'one' : 'another'} input`,
      withheld: index === 1,
      text: of.test(body, index),
    })),
    work: { files: head },
  };
}
