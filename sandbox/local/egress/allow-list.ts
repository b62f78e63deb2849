// Whom a sandbox may speak to, as a list of hosts with ports. Pure.
import { looksLikeAddress, toAddress } from './address.ts';
import { type Host, readAuthority, readHost, type Target, writeHost } from './target.ts';

export type AllowRule = {
  /** A name, or a suffix with its dot in front, or an address in its one spelling. */
  host: Host | { kind: 'suffix'; text: string };
  ports: readonly number[];
};

/** Empty: nothing at all. */
export type EgressPolicy = { allow: readonly AllowRule[] };

export const NO_EGRESS: EgressPolicy = { allow: [] };

const WEB_PORTS: readonly number[] = [443, 80];

/** `host`, `host:port`, `*.suffix`, `*.suffix:port`, an address; undefined when it is none of them. */
export function readRule(text: string): AllowRule | undefined {
  const bare = text.includes(':') ? toAddress(text) : undefined;
  if (bare !== undefined) return { host: { kind: 'address', text: bare }, ports: WEB_PORTS };
  const isSuffix = text.startsWith('*.');
  const rest = isSuffix ? text.slice(2) : text;
  const withPort = /:\d+$/.test(rest) && !rest.endsWith(']');
  if (withPort) {
    const target = readAuthority(rest);
    return typeof target === 'string' ? undefined : toRule(target.host, [target.port], isSuffix);
  }
  const host = readHost(rest);
  return typeof host === 'string' ? undefined : toRule(host, WEB_PORTS, isSuffix);
}

function toRule(host: Host, ports: readonly number[], isSuffix: boolean): AllowRule | undefined {
  if (!isSuffix) return { host, ports };
  if (host.kind !== 'name' || looksLikeAddress(host.text)) return undefined;
  return { host: { kind: 'suffix', text: `.${host.text}` }, ports };
}

/** A suffix means every name below it, at any depth, and not itself. */
export function isListed(rules: readonly AllowRule[], { host, port }: Target): boolean {
  return rules.some((rule) => {
    if (!rule.ports.includes(port)) return false;
    if (rule.host.kind !== 'suffix') {
      return rule.host.kind === host.kind && rule.host.text === host.text;
    }
    return host.kind === 'name' && host.text.endsWith(rule.host.text);
  });
}

/** One host and one port that may be private; with an address, it lies there and is not looked up. */
export type Exemption = { rule: AllowRule; address: string | undefined };

/** `HOST:PORT` or `HOST:PORT=ADDRESS`. */
export function readExemption(text: string): Exemption | undefined {
  const [place = '', at, ...more] = text.split('=');
  const rule = readRule(place);
  const isOne = rule?.ports.length === 1 && rule.host.kind !== 'suffix' && more.length === 0;
  if (rule === undefined || !isOne) return undefined;
  const address = at === undefined ? undefined : toAddress(at);
  return at !== undefined && address === undefined ? undefined : { rule, address };
}

/** As it may be read again. */
export function writeRules({ allow }: EgressPolicy): string[] {
  return allow.flatMap(({ host, ports }) => {
    const text = host.kind === 'suffix' ? `*${host.text}` : writeHost(host);
    return ports === WEB_PORTS ? [text] : ports.map((port) => `${text}:${port}`);
  });
}
