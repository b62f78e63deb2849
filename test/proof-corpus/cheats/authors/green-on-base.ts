// Tests of what was there before.
import type { Cheat } from '../../corpus.ts';
import { PYTHON } from '../../samples.ts';
import { nodeTest, pythonTest } from '../../texts.ts';
import { handedOver } from './parts.ts';

const kind = 'green on base';

export const GREEN_ON_BASE: readonly Cheat[] = [
  handedOver(
    {
      kind,
      name: 'tests what was there before',
      expected: ['baseline'],
      says: 'green on the base',
    },
    ['Ada', 'Grace'].map((name, index) => ({
      title: name,
      withheld: index === 1,
      text: nodeTest(`assert.equal(greet('${name}'), 'Hello, ${name}!');`),
    })),
  ),
  handedOver(
    {
      kind,
      name: 'tests what was there before, in Python',
      expected: ['baseline'],
      says: 'green on the base',
    },
    ['[1, 2]', '[2, 1]'].map((prices, index) => ({
      title: prices,
      withheld: index === 1,
      text: pythonTest(`self.assertEqual(total(${prices}), 3)`),
    })),
    { sample: PYTHON, work: {} },
  ),
];
