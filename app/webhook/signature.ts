// GitHub's signature over the raw bytes of a body: HMAC with SHA-256, under one of our secrets.
// Compared in constant time, every secret always, so that time tells nothing.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The shape of app/secret.ts; the value is taken out only here. */
export type Revealing = { reveal(): string };

const HEADER = /^sha256=([0-9a-f]{64})$/;

export function isSigned(
  body: Uint8Array,
  header: string | undefined,
  secrets: readonly Revealing[],
): boolean {
  const [, hex] = HEADER.exec(header ?? '') ?? [];
  if (hex === undefined) return false;
  const given = Buffer.from(hex, 'hex');
  return secrets
    .map((secret) => createHmac('sha256', secret.reveal()).update(body).digest())
    .map((expected) => timingSafeEqual(expected, given))
    .includes(true);
}
