// Probes at the host's network: ports, names, sockets without a file. Data only.
import type { Probe } from './probe.ts';

const from = (id: string, of: Probe['of'], title: string, script: string): Probe => ({
  id: `network-${id}`,
  of,
  title,
  needs: ['network-namespace'],
  script,
});

const NO_CARD = 'the machine has no address beside loopback';

export const NETWORK_PROBES: readonly Probe[] = [
  from(
    'loopback',
    'A35',
    "reaches a port on the host's loopback",
    'connect(("127.0.0.1", T["port"]))',
  ),
  from('localhost', 'A35', 'reaches it by name', 'connect(("localhost", T["port"]))'),
  from('any-address', 'A35', 'reaches it by 0.0.0.0', 'connect(("0.0.0.0", T["port"]))'),
  from('decimal', 'A35', 'reaches it by a decimal address', 'connect(("2130706433", T["port"]))'),
  from('short', 'A35', 'reaches it by a shortened address', 'connect(("127.1", T["port"]))'),
  from(
    'other-loopback',
    'A35',
    'reaches it by another address of loopback',
    'connect(("127.8.8.8", T["port"]))',
  ),
  {
    ...from(
      'mapped',
      'A35',
      'reaches it by an IPv4 address mapped to IPv6',
      'connect(("::ffff:127.0.0.1", T["port"]), socket.AF_INET6)',
    ),
    excuse: ({ hasIpv6 }) => (hasIpv6 ? undefined : 'the machine has no IPv6'),
  },
  {
    ...from(
      'ipv6',
      'A35',
      'reaches a port on the IPv6 loopback',
      'connect(("::1", T["port6"]), socket.AF_INET6)',
    ),
    excuse: ({ hasIpv6 }) => (hasIpv6 ? undefined : 'the machine has no IPv6'),
  },
  from(
    'own-address',
    'A35',
    "reaches a port by the host's own address",
    'connect((T["hostAddress"], T["port"]))',
  ),
  from(
    'curl-no-proxy',
    'A33',
    'reaches it with the proxy switched off',
    "sh(f\"curl -s -m 3 --http0.9 --noproxy '*' http://127.0.0.1:{T['port']}/\")",
  ),
  from(
    'node-no-proxy',
    'A33',
    'reaches it from node with the proxy switched off',
    `
sh(f"NODE_USE_ENV_PROXY=0 NO_PROXY='*' node -e 'require(\\"net\\").connect({T['port']}, \\"127.0.0.1\\").on(\\"error\\", () => 0).pipe(process.stdout)'")`,
  ),
  from(
    'shell',
    'A33',
    'reaches it from the shell alone',
    'sh(f"timeout 3 cat < /dev/tcp/127.0.0.1/{T[\'port\']}")',
  ),
  from(
    'abstract-socket',
    'A41',
    'speaks to an abstract socket of the host',
    'connect("\\0" + T["abstract"], socket.AF_UNIX)',
  ),
  from(
    'datagram',
    'A32',
    'carries something out in a datagram that looks like a question for a name',
    `
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(3)
s.sendto(b"\\x12\\x34\\x01\\x00\\x00\\x01\\0\\0\\0\\0\\0\\0\\x06secret\\x04test\\0\\0\\x01\\0\\x01", ("127.0.0.1", T["datagramPort"]))
print(s.recv(100).decode())`,
  ),
  {
    ...from(
      'listen-outside',
      'A48',
      "listens on the host's own address",
      `
if T["hostAddress"] != "127.0.0.1":
    s = socket.socket(); s.bind((T["hostAddress"], 0)); s.listen(); went()`,
    ),
    excuse: ({ hasCard }) => (hasCard ? undefined : NO_CARD),
  },
  {
    ...from(
      'cards',
      'A41',
      'sees network cards of the host',
      'if [name for _, name in socket.if_nameindex() if name != "lo"]: went()',
    ),
    excuse: ({ hasCard }) => (hasCard ? undefined : NO_CARD),
  },
  from(
    'connections',
    'A41',
    'sees who listens on the host',
    'if f":{T[\'port\']:04X} 00000000:0000 0A" in open("/proc/net/tcp").read(): went()',
  ),
  from(
    'abstract-names',
    'A41',
    'sees the names of abstract sockets of the host',
    'if T["abstract"] in open("/proc/net/unix").read(): went()',
  ),
  from(
    'metadata-route',
    'A35',
    'has a route to the metadata address',
    `
if T["hostAddress"] != "127.0.0.1":
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect(("169.254.169.254", 80)); went()`,
  ),
];

/**
 * Through the proxy of a sandbox whose policy names the target: it still lies on loopback, and the
 * server was not told to except it. Their control is a server that was (`allowPrivate`).
 */
export const PROXY_PROBES: readonly Omit<Probe, 'needs'>[] = (
  [
    ['tunnel', 'in a tunnel', 'CONNECT', '127.0.0.1'],
    ['tunnel-name', 'in a tunnel to a name that leads there', 'CONNECT', 'localhost'],
    ['plain', 'in the plain', 'GET', '127.0.0.1'],
    ['plain-name', 'in the plain by a name that leads there', 'GET', 'localhost'],
  ] as const
).map(([id, how, method, host]) => ({
  id: `proxy-${id}`,
  of: 'A35',
  title: `reaches a port on the host's loopback through the proxy, ${how}`,
  script: `
to = f"${host}:{T['web']}"
end = f" HTTP/1.1\\r\\nHost: {to}\\r\\nConnection: close\\r\\n\\r\\n"
s = socket.create_connection(("127.0.0.1", 3128), 3); s.settimeout(3)
s.sendall(("${method} " + ${method === 'GET' ? '"http://" + to + "/"' : 'to'} + end).encode())
answer = s.recv(4096)
if "${method}" == "CONNECT" and answer.startswith(b"HTTP/1.1 200"): s.sendall(("GET /" + end).encode())
for part in iter(lambda: s.recv(4096), b""): answer += part
print(answer.decode("latin1"))`,
}));
