// One small change with one behaviour and two tests of it, in the words of its language. Pure.
import type { Files } from '../../support/proof-world/repository.ts';
import { type Honest, jobOf } from '../corpus.ts';
import { planOf, type Sample } from '../samples.ts';
import type { Language, Written } from '../script.ts';

type Small = {
  name: string;
  language: Language;
  base: Files;
  head: Files;
  /** The one new behaviour. */
  text: string;
  contract?: readonly string[];
  /** Unset: what is delivered. */
  paths?: readonly string[];
  /** Run by the implementer after the files are written. */
  command?: string;
  surface?: Written['surface'];
  shown: string;
  withheld: string;
};

export function small(of: Small): Honest {
  const { name, language, base, head, text, shown, withheld, surface = 'public_api' } = of;
  const { command = '', paths = Object.keys(head), contract = paths } = of;
  const plan = planOf({ goal: text, criteria: [{ text, surface }], paths, contract });
  const sample: Sample = { language, files: base, plan };
  const tests = [shown, withheld].map((body, index) => ({
    title: `${name}, ${index === 0 ? 'one' : 'another'} input`,
    surface,
    withheld: index === 1,
    text: body,
  }));
  return { name, job: jobOf({ sample, tests, work: { files: head, command } }) };
}

export function script(imports: string, body: string): string {
  return `import assert from 'node:assert/strict';\n${imports}\n${body}\n`;
}

export function unit(imports: string, body: string): string {
  return `import unittest
${imports}


class Behaviour(unittest.TestCase):
    def test_behaviour(self):
        ${body}
`;
}

export function nodeTest(file: string, body: string, name = file): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from '../../src/${file}.mjs';

test('${name}', async () => {
  ${body}
});
`;
}
