// Patterns of addresses in WebFetch rules: `domain:example.com`, `domain:*.example.com` (what lies
// below it), `https://host/*`. A star never reaches out of the part it stands in. Pure.
import { matchesStars } from './star-pattern.ts';

export type UrlPattern = {
  host: string;
  /** Absent from a domain, which is about every address there. */
  address?: { protocol: string; port: string; path: string };
};

/** A star for everything, or for what stands before a known end. */
const HOST = /^(?:\*|(?:\*\.)?[\p{L}\p{N}_-][\p{L}\p{N}._-]*|\[[\da-f:.]+\])$/iu;

/** Undefined: no pattern. */
export function parseUrlPattern(specifier: string): UrlPattern | undefined {
  const domain = /^domain:\s*(\S+)$/i.exec(specifier)?.[1];
  if (domain !== undefined) return HOST.test(domain) ? { host: toHost(domain) } : undefined;
  const parts = /^(https?|\*):\/\/([^\s/:]+?)(?::(\d+|\*))?(\/\S*|\*)?$/i.exec(specifier);
  const [, protocol = '*', host = '', port = '', path = '/'] = parts ?? [];
  if (!HOST.test(host)) return undefined;
  return {
    host: toHost(host),
    address: { protocol: `${protocol.toLowerCase()}:`, port, path: path === '*' ? '/*' : path },
  };
}

function toHost(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** Only an address that could be taken for another one has a name and a password in it. */
export function isPlainUrl({ username, password }: URL): boolean {
  return username === '' && password === '';
}

export function urlMatches({ host, address }: UrlPattern, url: URL): boolean {
  if (!matchesStars(host, toHost(url.hostname))) return false;
  if (address === undefined) return true;
  return (
    matchesStars(address.protocol, url.protocol) &&
    matchesStars(address.port, url.port) &&
    [url.pathname, `${url.pathname}${url.search}`].some((path) => matchesStars(address.path, path))
  );
}
