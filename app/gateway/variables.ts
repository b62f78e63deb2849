// How keys and addresses of providers are written in the environment, and what is said when they
// are not. Messages never repeat a value. Pure.
import { z } from 'zod';
import { Secret } from '../secret.ts';

/** What can stand in a header, without quotes. */
export const KEY = /^[\x21\x23-\x26\x28-\x7e]+$/;

export function apiKey() {
  return z
    .string()
    .regex(KEY, 'has a space, a quote or a character no key has. Give the bare key.')
    .transform((text) => new Secret(text));
}

export function modelUrl() {
  return z
    .string()
    .superRefine((text, context) => {
      const problem = modelUrlProblem(text);
      if (problem !== undefined) context.addIssue(problem);
    })
    .transform((text) => text.replace(/\/+$/, ''));
}

/**
 * Undefined: the address may be used. Plain http shows credential and prompt to every machine on the
 * way, so it is for loopback and for what never leaves the operator's own network: private
 * addresses in digits, names without a dot (a container beside us) and `.internal` or `.local`.
 */
export function modelUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return 'is not a URL of http or https. Write it as https://HOST.';
  }
  if (url.username !== '' || url.password !== '') {
    return 'holds a user or password. Write it without.';
  }
  if (url.search !== '' || url.hash !== '') return 'has a "?" or "#". Write it without.';
  if (url.protocol === 'https:' || isOwnNetwork(url.hostname)) return undefined;
  return 'would show the credential to the network. Write it with https, or use a private address.';
}

function isOwnNetwork(host: string): boolean {
  if (host.startsWith('[')) return /^\[(?:::1|f[cd][0-9a-f]{2}:.*)\]$/.test(host);
  if (/^[\d.]+$/.test(host)) {
    return /^(?:127|10)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\./.test(host);
  }
  return !host.includes('.') || /\.(?:internal|local|localhost)$/.test(host);
}
