import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  closedRangeOf,
  looksLikeAddress,
  toAddress,
} from '../../../../../sandbox/local/egress/address.ts';

describe('addresses', () => {
  it('have one spelling', () => {
    const spelled: [string, string | undefined][] = [
      ['127.0.0.1', '127.0.0.1'],
      ['0.0.0.0', '0.0.0.0'],
      ['::1', '::1'],
      ['0:0:0:0:0:0:0:1', '::1'],
      ['2001:DB8:0::1', '2001:db8::1'],
      ['::ffff:7f00:1', '::ffff:127.0.0.1'],
      ['127.0.0.01', undefined],
      ['0177.0.0.1', undefined],
      ['127.1', undefined],
      ['2130706433', undefined],
      ['256.1.1.1', undefined],
      ['fe80::1%eth0', undefined],
      [':::', undefined],
      ['example.com', undefined],
      ['', undefined],
    ];
    for (const [text, address] of spelled) assert.equal(toAddress(text), address, text);
  });

  it('are recognised in every spelling that some reader accepts', () => {
    for (const text of [
      '127.1',
      '0x7f.1',
      '0X7F000001',
      '017700000001',
      '1.2.3.4.5',
      '0x',
      '::1',
    ]) {
      assert.equal(looksLikeAddress(text), true, text);
    }
    for (const text of ['example.com', '127.0.0.1.nip.io', '0x7f.com', 'a1', '1.2.3.4a']) {
      assert.equal(looksLikeAddress(text), false, text);
    }
  });

  it('are closed when they are not of the internet, to the edge of each range', () => {
    const edges: [first: string, last: string, name: string][] = [
      ['0.0.0.0', '0.255.255.255', 'this network'],
      ['10.0.0.0', '10.255.255.255', 'private'],
      ['100.64.0.0', '100.127.255.255', 'carrier-grade NAT'],
      ['127.0.0.0', '127.255.255.255', 'loopback'],
      ['169.254.0.0', '169.254.255.255', 'link-local'],
      ['172.16.0.0', '172.31.255.255', 'private'],
      ['192.0.0.0', '192.0.0.255', 'protocol assignments'],
      ['192.168.0.0', '192.168.255.255', 'private'],
      ['198.18.0.0', '198.19.255.255', 'benchmarking'],
      ['224.0.0.0', '239.255.255.255', 'multicast'],
      ['240.0.0.0', '255.255.255.255', 'reserved'],
      ['::1', '::1', 'loopback'],
      ['::2', '::ffff:ffff', 'IPv4-compatible'],
      ['::ffff:0.0.0.0', '::ffff:255.255.255.255', 'IPv4-mapped'],
      ['64:ff9b::', '64:ff9b::ffff:ffff', 'NAT64'],
      ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', 'local NAT64'],
      ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'unique local'],
      ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'link-local'],
      ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'multicast'],
      ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'protocol assignments'],
      ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '6to4'],
      ['4000::', '5fff::', 'reserved'],
      ['100::', '1fff::', 'reserved'],
    ];
    for (const [first, last, name] of edges) {
      assert.equal(closedRangeOf(first), name, first);
      assert.equal(closedRangeOf(last), name, last);
    }
    assert.equal(closedRangeOf('::'), 'unspecified');
  });

  it('are open just outside of them', () => {
    const open =
      '1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 ' +
      '169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 ' +
      '223.255.255.255 8.8.8.8 2606:4700::1111 2001:200::1 2001:4860::8888 2003::1 3ffe::1';
    for (const address of open.split(' ')) assert.equal(closedRangeOf(address), undefined, address);
  });
});
