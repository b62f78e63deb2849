// Reads whom a request is for: the authority of CONNECT, the address of a plain request, the Host
// header. Strict and pure: no decoding, no repair. Two readers must never see two hosts in one text.
import { looksLikeAddress, toAddress } from './address.ts';

export type Host =
  | { kind: 'name'; text: string }
  /** In its one spelling, without brackets. */
  | { kind: 'address'; text: string };
export type Target = { host: Host; port: number };

type Unreadable = 'malformed' | 'odd-address';

const NAME =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

export function readHost(text: string): Host | Unreadable {
  const inBrackets = /^\[([^[\]]*)\]$/.exec(text)?.[1];
  if (inBrackets !== undefined) {
    const address = inBrackets.includes(':') ? toAddress(inBrackets) : undefined;
    return address === undefined ? 'odd-address' : { kind: 'address', text: address };
  }
  if (looksLikeAddress(text)) {
    const address = text.includes(':') ? undefined : toAddress(text);
    return address === undefined ? 'odd-address' : { kind: 'address', text: address };
  }
  // One dot at the end says that the name is whole; it is the same name.
  const name = text.toLowerCase().replace(/\.$/, '');
  return NAME.test(name) ? { kind: 'name', text: name } : 'malformed';
}

/** `host:port`; without a port the default, if there is one. */
export function readAuthority(text: string, defaultPort?: number): Target | Unreadable {
  const match = /^(\[[^[\]]*\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(text);
  // More than one colon without brackets: an address of version 6, which must have them.
  if (match === null) return /^[0-9a-f:.%]+$/i.test(text) ? 'odd-address' : 'malformed';
  const host = readHost(match[1] ?? '');
  if (typeof host === 'string') return host;
  const port = match[2] === undefined ? defaultPort : Number(match[2]);
  if (port === undefined || port < 1 || port > 65_535) return 'malformed';
  return { host, port };
}

export type PlainRequest = { target: Target; path: string };

/** `http://host[:port]/path`, as a client asks its proxy. */
export function readPlainUrl(url: string): PlainRequest | Unreadable {
  const match = /^http:\/\/([^/?#\\]*)([/?][^#\s]*)?$/i.exec(url);
  if (match === null) return 'malformed';
  const target = readAuthority(match[1] ?? '', 80);
  if (typeof target === 'string') return target;
  const path = match[2] ?? '/';
  return { target, path: path.startsWith('/') ? path : `/${path}` };
}

export function isSameTarget(one: Target, other: Target): boolean {
  return one.host.text === other.host.text && one.port === other.port;
}

export function writeHost(host: Host): string {
  return host.text.includes(':') ? `[${host.text}]` : host.text;
}
