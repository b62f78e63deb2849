// Addresses of the internet protocol: which text is one, and which of them no sandbox may reach.
// Pure. Knows one spelling of an address; every other that some resolver would accept is odd.
import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/** In one spelling per address; undefined for everything else, a zone included. */
export function toAddress(text: string): string | undefined {
  // Leading zeros mean octal to some readers and decimal to others.
  if (/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text))
    return isIPv4(text) ? text : undefined;
  if (text.includes('%') || !isIPv6(text)) return undefined;
  return new SocketAddress({ address: text, family: 'ipv6' }).address;
}

/** Whether some reader would take this host for an address: `127.1`, `0x7f000001`, `2130706433`. */
export function looksLikeAddress(host: string): boolean {
  return /(^|\.)(\d+|0x[0-9a-f]*)\.?$/i.test(host) || /[:[\]]/.test(host);
}

type Range = { name: string; prefix: bigint; length: number };

/**
 * What leads to this machine, its network or somewhere special, by IANA's registries, and multicast.
 * Ranges for documentation are not here: nothing of a machine lies in them.
 */
const V4_CLOSED: readonly Range[] = [
  v4('this network', '0.0.0.0', 8),
  v4('private', '10.0.0.0', 8),
  v4('carrier-grade NAT', '100.64.0.0', 10),
  v4('loopback', '127.0.0.0', 8),
  v4('link-local', '169.254.0.0', 16),
  v4('private', '172.16.0.0', 12),
  v4('protocol assignments', '192.0.0.0', 24),
  v4('6to4 relay', '192.88.99.0', 24),
  v4('private', '192.168.0.0', 16),
  v4('benchmarking', '198.18.0.0', 15),
  v4('multicast', '224.0.0.0', 4),
  v4('reserved', '240.0.0.0', 4),
];

/** Named for the report; of the rest only 2000::/3 is open, and not all of it. */
const V6_CLOSED: readonly Range[] = [
  v6('unspecified', '::', 128),
  v6('loopback', '::1', 128),
  v6('IPv4-mapped', '::ffff:0:0', 96),
  v6('IPv4-compatible', '::', 96),
  v6('NAT64', '64:ff9b::', 96),
  v6('local NAT64', '64:ff9b:1::', 48),
  v6('unique local', 'fc00::', 7),
  v6('link-local', 'fe80::', 10),
  v6('site-local', 'fec0::', 10),
  v6('multicast', 'ff00::', 8),
  v6('protocol assignments', '2001::', 23),
  v6('6to4', '2002::', 16),
];
const V6_PUBLIC = v6('public', '2000::', 3);

/** The name of the closed range it lies in; undefined when it is an address of the internet. */
export function closedRangeOf(address: string): string | undefined {
  if (isIPv4(address)) return nameIn(V4_CLOSED, v4Value(address), 32);
  const value = v6Value(address);
  const named = nameIn(V6_CLOSED, value, 128);
  return named ?? (isIn(V6_PUBLIC, value, 128) ? undefined : 'reserved');
}

function nameIn(ranges: readonly Range[], value: bigint, bits: number): string | undefined {
  return ranges.find((range) => isIn(range, value, bits))?.name;
}

function isIn({ prefix, length }: Range, value: bigint, bits: number): boolean {
  const shift = BigInt(bits - length);
  return value >> shift === prefix >> shift;
}

function v4(name: string, prefix: string, length: number): Range {
  return { name, prefix: v4Value(prefix), length };
}

function v6(name: string, prefix: string, length: number): Range {
  return { name, prefix: v6Value(prefix), length };
}

function v4Value(address: string): bigint {
  return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function v6Value(address: string): bigint {
  const tail = /:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  const hex = tail === undefined ? address : address.replace(tail, hexOf(v4Value(tail)));
  const [head = '', rest] = hex.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = rest === undefined || rest === '' ? [] : rest.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

function hexOf(value: bigint): string {
  return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}
