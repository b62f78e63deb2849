// Our network policy in E2B's words. E2B allows hosts by name on the two web ports only; what it
// could not enforce is refused here. Our own server takes a port with every name.
import { AppError } from '../../../app/errors.ts';
import type { AllowedHost, NetworkPolicy } from '../port.ts';

export type E2bNetwork = {
  allowInternetAccess: boolean;
  allowOut: string[];
  denyOut: string[];
};

const EVERYTHING = '0.0.0.0/0';
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

export function toE2bNetwork(
  policy: NetworkPolicy,
  provider: { hasExactPorts?: boolean | undefined } = {},
): E2bNetwork {
  const hosts = policy.kind === 'none' ? [] : policy.hosts;
  if (hosts.length === 0) {
    return { allowInternetAccess: false, allowOut: [], denyOut: [EVERYTHING] };
  }
  const names = provider.hasExactPorts === true ? hosts.map(withPort) : hosts.map(onWebPort);
  return { allowInternetAccess: true, allowOut: [...new Set(names)], denyOut: [EVERYTHING] };
}

function withPort({ host, port }: AllowedHost): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`;
}

function onWebPort({ host, port }: AllowedHost): string {
  if (WEB_PORTS.has(port)) return host;
  throw new AppError('NETWORK_POLICY_UNAVAILABLE', {
    problem: `E2B lets hosts through on ports 80 and 443 only, not ${host}:${port}.`,
    details: { host, port },
  });
}
