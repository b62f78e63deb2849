// What the parts of one sandbox's proxy share, and how they tell what they did.
import type { Contacts } from './contacts.ts';
import { type DecideDeps, REASONS, type Reason } from './decide.ts';
import type { Flights } from './flights.ts';
import { type Target, writeHost } from './target.ts';

export type EgressLimits = {
  /** Open at the same time. */
  connections: number;
  /** A connection on which nothing moves for this long is ended. */
  idleMs: number;
};

export type ProxyContext = {
  decide: DecideDeps;
  flights: Flights;
  contacts: Contacts;
  limits: EgressLimits;
};

export const CONNECT_DEADLINE_MS = 15_000;

/** Allowed, but nobody was there: no fault of the policy. */
const FAILURES: ReadonlySet<Reason> = new Set<Reason>(['unresolved', 'unreachable']);

export function noteRefusal(
  { contacts }: ProxyContext,
  target: Target | undefined,
  why: Reason,
): void {
  const place = placeOf(target);
  contacts.note({ ...place, verdict: FAILURES.has(why) ? 'allowed' : 'refused', why });
}

/** Returns where bytes that pass are counted. */
export function notePassage({ contacts }: ProxyContext, target: Target): (bytes: number) => void {
  return contacts.note({ ...placeOf(target), verdict: 'allowed' });
}

/** What cannot be read is not repeated: it is the sandbox's text. */
function placeOf(target: Target | undefined): { host: string; port: number } {
  if (target === undefined) return { host: '(unreadable)', port: 0 };
  return { host: target.host.text, port: target.port };
}

type Answer = {
  status: number;
  phrase: string;
  body: string;
  headers: Record<string, string>;
};

/** What the client in the sandbox is told. */
export function answerFor(target: Target | undefined, reason: Reason): Answer {
  const place = target === undefined ? 'this request' : `${writeHost(target.host)}:${target.port}`;
  const isFailure = FAILURES.has(reason);
  const body = isFailure
    ? `${place} failed: ${REASONS[reason]}.\n`
    : `${place} is refused by the network policy: ${REASONS[reason]}.\n`;
  return {
    status: isFailure ? 502 : 403,
    phrase: isFailure ? 'Bad Gateway' : 'Forbidden',
    body,
    headers: {
      'content-type': 'text/plain',
      'content-length': String(Buffer.byteLength(body)),
      'x-refused': reason,
      connection: 'close',
    },
  };
}
