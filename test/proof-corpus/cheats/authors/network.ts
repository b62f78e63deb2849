// Tests that ask somebody else what is right.
import type { Cheat } from '../../corpus.ts';
import { nodeTest } from '../../texts.ts';
import { handedOver } from './parts.ts';

const kind = 'network';

export const NETWORK: readonly Cheat[] = [
  handedOver(
    {
      kind,
      name: 'asks a server what is right',
      expected: ['refused'],
      says: '(network)',
    },
    ['Ada', 'Grace'].map((name, index) => ({
      title: name,
      withheld: index === 1,
      text: nodeTest(`const answer = await fetch('https://example.com/${name}');
  assert.equal(greet('${name}', { shout: true }), await answer.text());`),
    })),
  ),
];
