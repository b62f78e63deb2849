import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requireNoNetwork } from '../../../../sandbox/local/network-policy.ts';

describe('network of the local server', () => {
  it('is none, when that is what was asked for', () => {
    requireNoNetwork(false, undefined);
    requireNoNetwork(false, { allowPublicTraffic: false });
    requireNoNetwork(undefined, { denyOut: ['0.0.0.0/0'], allowOut: [] });
    requireNoNetwork(true, { denyOut: ['0.0.0.0/0'], allowOut: [], rules: {}, egressProxy: null });
  });

  it('is refused by name for every other wish, silence included', () => {
    const wishes: [boolean | undefined, unknown][] = [
      [undefined, undefined],
      [true, {}],
      [false, { allowOut: ['example.com'] }],
      [undefined, { denyOut: ['10.0.0.0/8'] }],
      [false, { rules: { 'example.com': [] } }],
      [false, { egressProxy: { address: 'proxy:1080' } }],
      [false, { allowPublicTraffic: true }],
    ];
    for (const [allow, network] of wishes) {
      const wish = JSON.stringify([allow, network]);
      assert.throws(() => requireNoNetwork(allow, network), /NETWORK_POLICY_UNAVAILABLE/, wish);
    }
    assert.throws(() => requireNoNetwork(false, { allowOut: 'all' }), /not understood/);
  });
});
