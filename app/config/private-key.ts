// Reads the App's private key in the three shapes people paste it in: a PEM, a PEM whose line
// breaks became `\n`, and either of them as base64. No answer repeats any part of the text.
import { createPrivateKey, type KeyObject } from 'node:crypto';

type PrivateKeyReading = { pem: string } | { problem: string };

const SHORTEST_MODULUS_BITS = 2048;

export function readPrivateKey(text: string): PrivateKeyReading {
  const pem = findPem(text) ?? findPem(Buffer.from(text, 'base64').toString('utf8'));
  if (pem === undefined) return { problem: 'holds no PEM, neither plain nor as base64' };
  if (pem.includes('ENCRYPTED')) return { problem: 'is locked with a passphrase' };
  const key = parseKey(pem);
  if (key === undefined) return { problem: 'holds a PEM that is no private key or is damaged' };
  if (key.asymmetricKeyType !== 'rsa') return { problem: 'is not an RSA key' };
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < SHORTEST_MODULUS_BITS) return { problem: `has ${bits} bits, fewer than 2048` };
  return { pem };
}

function findPem(text: string): string | undefined {
  const lines = text.replaceAll(/\\r|\r/g, '').replaceAll('\\n', '\n');
  const from = lines.indexOf('-----BEGIN ');
  if (from === -1) return undefined;
  const end = /-----END [A-Z0-9 ]+-----/.exec(lines.slice(from));
  // Without an end it is handed on as it is: the parser refuses it and we say "damaged".
  return end === null ? lines.slice(from) : `${lines.slice(from, from + end.index)}${end[0]}\n`;
}

function parseKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
