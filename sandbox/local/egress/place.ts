// Where the way out of a sandbox lies, when there is one: the server's socket `name` in a directory
// beside the overlay, shown read-only; the guest's relay on `port` of the sandbox's own loopback.
export const EGRESS = {
  hostDirectory: 'egress',
  name: 'proxy',
  socket: '/opt/redgreen/egress/proxy',
  port: 3128,
} as const;
