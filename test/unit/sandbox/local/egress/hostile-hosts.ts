// Hosts that a sandbox must not reach through its proxy although its policy is as open as a policy
// can be, each with the reason it must be refused for. For unit tests and for real sandboxes.
import type { Reason } from '../../../../../sandbox/local/egress/decide.ts';

/** What a careless repository might allow; `{port}` is where the canary listens. */
export const CARELESS_POLICY = [
  'registry.test',
  '*.ok.test',
  '*.ok.test:{port}',
  'localhost',
  'localhost:{port}',
  'metadata.google.internal:{port}',
  '127.0.0.1:{port}',
  '[::1]:{port}',
  '169.254.169.254:{port}',
  '10.0.0.1:{port}',
  '[::ffff:127.0.0.1]:{port}',
] as const;

/** The resolver of the tests: what is not named here does not exist. */
export const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  'registry.test': ['93.184.216.34'],
  localhost: ['127.0.0.1', '::1'],
  'metadata.google.internal': ['169.254.169.254'],
  'loopback.ok.test': ['127.0.0.1'],
  'loopback2.ok.test': ['127.255.255.254'],
  'zero.ok.test': ['0.0.0.0'],
  'this.ok.test': ['0.1.2.3'],
  'ten.ok.test': ['10.255.0.1'],
  'private172.ok.test': ['172.31.255.255'],
  'private192.ok.test': ['192.168.1.1'],
  'metadata.ok.test': ['169.254.169.254'],
  'cgnat.ok.test': ['100.100.100.200'],
  'multicast.ok.test': ['239.1.2.3'],
  'broadcast.ok.test': ['255.255.255.255'],
  'benchmark.ok.test': ['198.18.0.1'],
  'six.ok.test': ['::1'],
  'unspecified.ok.test': ['::'],
  'unique.ok.test': ['fd00:ec2::254'],
  'link.ok.test': ['fe80::1'],
  'mapped.ok.test': ['::ffff:127.0.0.1'],
  'mapped-hex.ok.test': ['::ffff:7f00:1'],
  'compatible.ok.test': ['::127.0.0.1'],
  'nat64.ok.test': ['64:ff9b::7f00:1'],
  'nat64-local.ok.test': ['64:ff9b:1::a00:1'],
  'sixtofour.ok.test': ['2002:7f00:1::'],
  'teredo.ok.test': ['2001:0:7f00:1::'],
  'multicast6.ok.test': ['ff02::1'],
  'mixed.ok.test': ['93.184.216.34', '10.0.0.1'],
  'mixed6.ok.test': ['2606:4700::1111', '::1'],
};

const closed = (hosts: readonly string[]) => hosts.map((host) => [host, 'closed-address'] as const);
const odd = (hosts: readonly string[]) => hosts.map((host) => [host, 'odd-address'] as const);
const unlisted = (hosts: readonly string[]) => hosts.map((host) => [host, 'not-listed'] as const);
const malformed = (hosts: readonly string[]) => hosts.map((host) => [host, 'malformed'] as const);

export const HOSTILE_HOSTS: readonly (readonly [host: string, why: Reason])[] = [
  // Listed names that lead inside.
  ...closed(Object.keys(ANSWERS).filter((name) => name !== 'registry.test')),
  ...closed(['LOCALHOST', 'localhost.', 'Loopback.OK.test', 'loopback.ok.test.']),
  // Listed literally, and still not public.
  ...closed([
    '169.254.169.254',
    '10.0.0.1',
    '127.0.0.1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ]),
  // Addresses as only some readers write them.
  ...odd(['2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '127.1', '127.0.1', '0']),
  ...odd(['017700000001', '0x7f.1', '127.0.0.01', '127.0.0.1.', '0x', '4294967297', '1.2.3.4.5']),
  ...odd([
    '256.0.0.1',
    '2852039166',
    '0xA9FEA9FE',
    '0251.0376.0251.0376',
    '169.254.43518',
    '1e3.1',
  ]),
  ...odd(['[::1%25lo]', '[::1%lo]', '[fe80::1%eth0]', '[127.0.0.1]', '[::ffff:0177.0.0.1]', '[]']),
  // Public, but nobody listed it.
  ...unlisted(['8.8.8.8', '1.1.1.1', '[2606:4700:4700::1111]', '127.0.0.2', '[::2]']),
  ...unlisted(['example.com', 'ok.test', 'registry.test.evil.example', 'evilregistry.test']),
  ...unlisted([
    'xok.test',
    'registry',
    'localhost.localdomain',
    'dns.google',
    'xn--80ak6aa92e.com',
  ]),
  ...unlisted(['169.254.169.253', '100.100.100.200', 'a.registry.test', 'ip6-localhost']),
  // Two hosts in one text, or none.
  ...malformed(['registry.test@localhost', 'user:pass@registry.test', 'registry.test%00.ok.test']),
  ...malformed(['registry.test#.ok.test', '*.ok.test', 'a..ok.test', '.ok.test', '-a.ok.test']),
  ...malformed(['registry.test,localhost', '%6c%6f%63alhost', 'registry.test..', 'a b.ok.test']),
  ...malformed([`${'a'.repeat(64)}.ok.test`, `${'a.'.repeat(130)}ok.test`, '\\\\localhost', '']),
];
