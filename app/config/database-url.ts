// Reads DATABASE_URL the way the pg package does and says what is wrong with it. No fault repeats
// any part of the text but its scheme: a badly encoded password can end up anywhere in a URL.
import { AppError } from '../errors.ts';
import { Secret } from '../secret.ts';

type DatabaseAddress = {
  /** A host name, an address, or the directory of a unix socket. */
  host: string;
  port: number;
  database: string;
  user: string | undefined;
  password: Secret | undefined;
};

/** Stands in for the host of `user@/database?host=…`, which pg allows and URL refuses. */
const NO_HOST = 'no-host.invalid';
const ENCODE_HINT = 'write @ : / ? # and % inside a user or password percent-encoded';

/** Throws DATABASE_URL_INVALID. Accepts `postgres:///DATABASE?host=/directory/of/the/socket` too. */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = parseUrl(text);
  if (url.hash !== '') throw invalid(`It has a bare "#": ${ENCODE_HINT}.`);
  const host = url.searchParams.get('host') || decode(url.hostname);
  if (host === '' || host === NO_HOST) {
    throw invalid('It names no host; for a socket add ?host=/directory/of/the/socket.');
  }
  const password = url.searchParams.get('password') || decode(url.password);
  return {
    host,
    port: parsePort(url.searchParams.get('port') || url.port),
    database: parseDatabase(url.pathname),
    user: url.searchParams.get('user') || decode(url.username) || undefined,
    password: password === '' ? undefined : new Secret(password),
  };
}

function parseUrl(text: string): URL {
  if (!/^postgres(?:ql)?:\/\//i.test(text)) {
    const scheme = /^([a-z][a-z0-9+.-]{0,15}:\/\/)/i.exec(text)?.[1];
    throw invalid(
      scheme === undefined
        ? 'It does not begin with postgres://.'
        : `It begins with ${scheme} instead of postgres://.`,
    );
  }
  const url = URL.parse(text) ?? URL.parse(text.replace('@/', `@${NO_HOST}/`));
  if (url === null) throw invalid(`It cannot be read as a URL: ${ENCODE_HINT}.`);
  return url;
}

function parsePort(text: string): number {
  if (text === '') return 5432;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw invalid('Its port is not a number from 1 to 65535.');
  return port;
}

function parseDatabase(pathname: string): string {
  const name = pathname.replace(/^\//, '');
  if (name === '') throw invalid('It names no database (the part behind the last "/").');
  if (name.includes('/')) throw invalid('It has more than one "/" behind the host.');
  return decode(name);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid(`It has a "%" that begins no code: ${ENCODE_HINT}.`);
  }
}

function invalid(problem: string): AppError {
  return new AppError('DATABASE_URL_INVALID', { problem });
}
