import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toEgressPolicy } from '../../../../../sandbox/local/api/network-policy.ts';
import { writeRules } from '../../../../../sandbox/local/egress/allow-list.ts';

const ALL = '0.0.0.0/0';

describe('network of the local server', () => {
  it('is none, when that is what was asked for', () => {
    const wishes: [boolean | undefined, unknown][] = [
      [false, undefined],
      [false, { allowPublicTraffic: false }],
      [undefined, { denyOut: [ALL], allowOut: [] }],
      [true, { denyOut: [ALL], allowOut: [], rules: {}, egressProxy: null }],
      [false, { denyOut: ['10.0.0.0/8', '::/0', '1.2.3.4'] }],
    ];
    for (const [allow, network] of wishes) {
      assert.deepEqual(toEgressPolicy(allow, network), { allow: [] }, JSON.stringify(network));
    }
  });

  it('is exactly the hosts that are named, however the rest is closed', () => {
    const allowOut = ['example.com', 'example.com:8443', '*.example.org', '[2001:db8::1]:443'];
    const wishes: [boolean | undefined, unknown][] = [
      [false, { allowOut }],
      [true, { allowOut, denyOut: [ALL] }],
      [undefined, { allowOut, denyOut: [ALL, '10.0.0.0/8'] }],
      [undefined, { allowOut }],
    ];
    for (const [allow, network] of wishes) {
      assert.deepEqual(writeRules(toEgressPolicy(allow, network)), allowOut);
    }
  });

  it('is refused by name for every wish that cannot be met, silence included', () => {
    const wishes: [boolean | undefined, unknown][] = [
      [undefined, undefined],
      [true, {}],
      [undefined, { denyOut: ['10.0.0.0/8'] }],
      [false, { allowOut: [ALL] }],
      [false, { allowOut: ['*'] }],
      [false, { allowOut: ['8.8.8.0/24'] }],
      [false, { allowOut: ['http://example.com'] }],
      [false, { allowOut: ['example.com', ''] }],
      [false, { rules: { 'example.com': [] } }],
      [false, { egressProxy: { address: 'proxy:1080' } }],
      [false, { allowPublicTraffic: true }],
      [false, { maskRequestHost: 'x' }],
      [false, { httpsPorts: [3000] }],
    ];
    for (const [allow, network] of wishes) {
      const wish = JSON.stringify([allow, network]);
      assert.throws(() => toEgressPolicy(allow, network), /NETWORK_POLICY_UNAVAILABLE/, wish);
    }
    assert.throws(() => toEgressPolicy(false, { allowOut: 'all' }), /not understood/);
    assert.throws(() => toEgressPolicy(false, { allowOut: Array(501).fill('a.b') }), /not underst/);
    for (const entry of ['example.com', '10.0.0.0/33', '10.0.0.0/8/8', '1.2.3', '']) {
      assert.throws(() => toEgressPolicy(false, { denyOut: [entry] }), /denyOut/, entry);
    }
  });
});
