// Our network policy in E2B's words. E2B allows hosts by name on the two web ports only; what it
// could not enforce is refused here, never widened.
import { type NetworkPolicy, SandboxFault } from './port.ts';

export type E2bNetwork = {
  allowInternetAccess: boolean;
  allowOut: string[];
  denyOut: string[];
};

const EVERYTHING = '0.0.0.0/0';
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

export function toE2bNetwork(policy: NetworkPolicy): E2bNetwork {
  if (policy.kind === 'none') {
    return { allowInternetAccess: false, allowOut: [], denyOut: [EVERYTHING] };
  }
  const other = policy.hosts.find(({ port }) => !WEB_PORTS.has(port));
  if (other !== undefined) {
    throw new SandboxFault('NETWORK_POLICY_UNAVAILABLE', {
      problem: `E2B lets hosts through on ports 80 and 443 only, not ${other.host}:${other.port}.`,
      details: { host: other.host, port: other.port },
    });
  }
  const allowOut = [...new Set(policy.hosts.map(({ host }) => host))];
  return { allowInternetAccess: true, allowOut, denyOut: [EVERYTHING] };
}
