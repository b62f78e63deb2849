// One way to write tests: two of them, for honest code. Pure.
import type { Files } from '../../support/proof-world/repository.ts';
import { type Honest, jobOf } from '../corpus.ts';
import type { Sample } from '../samples.ts';
import type { Written } from '../script.ts';

type Style = {
  name: string;
  sample: Sample;
  files: Files;
  texts: readonly [shown: string, withheld: string];
  more?: (index: number) => Files;
};

export function style({ name, sample, files, texts, more }: Style): Honest {
  const tests = texts.map((text, index): Written => {
    const surface = sample.plan.criteria[0]?.surface ?? 'public_api';
    const further = more?.(index);
    const written = { title: `case ${index + 1}`, withheld: index === 1, text, surface };
    return further === undefined ? written : { ...written, more: further };
  });
  return { name, job: jobOf({ sample, tests, work: { files } }) };
}
