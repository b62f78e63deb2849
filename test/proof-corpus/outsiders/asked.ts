// One function, and what is asked of it: each question a call and the answer that is right. Pure.
import type { Files } from '../../support/proof-world/repository.ts';
import type { Challenging } from './outsider.ts';

/** A call, and its right answer; both in the words of the language. */
export type Question = readonly [call: string, answer: string];

export type Asked = {
  name: string;
  text: string;
  /** What is called. */
  function: string;
  code: string;
  /** The first is shown, the second withheld; the rest is asked by the challenger. */
  asks: readonly [Question, Question, ...Question[]];
  base?: Files;
  more?: Files;
};

/** A function of src/NAME.mjs. */
export function askedOfNode(of: Asked): Challenging {
  const path = `src/${of.function}.mjs`;
  const test = ([call, answer]: Question) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${of.function} } from '../../${path}';

test('${of.function} gives the right answer', async () => {
  assert.deepEqual(await ${call}, ${answer});
});
`;
  return challenging(of, 'node', path, test);
}

/** A function of tools/NAME.py. */
export function askedOfPython(of: Asked): Challenging {
  const path = `tools/${of.function}.py`;
  const test = ([call, answer]: Question) => `import unittest

from tools.${of.function} import ${of.function}


class Answers(unittest.TestCase):
    def test_answer(self):
        self.assertEqual(${call}, ${answer})
`;
  return challenging(of, 'python', path, test);
}

function challenging(
  { name, text, code, asks, base = {}, more = {} }: Asked,
  language: 'node' | 'python',
  path: string,
  test: (question: Question) => string,
): Challenging {
  const [shown, withheld, ...rest] = asks;
  return {
    name,
    text,
    language,
    base: {
      'README.md': '# Tools\n',
      ...(language === 'python' && { 'tools/__init__.py': '' }),
      ...base,
    },
    head: { [path]: code, ...more },
    contract: [path],
    shown: test(shown),
    withheld: test(withheld),
    challenge: rest.map(test),
  };
}
