// GitHub's signature over the raw bytes of a body: HMAC with SHA-256, under one of our secrets.
// Made while the bytes come. Compared in constant time, every secret always, so that time tells
// nothing.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The shape of app/secret.ts; the value is taken out only here. */
export type Revealing = { reveal(): string };

const HEADER = /^sha256=([0-9a-f]{64})$/;

type SignatureCheck = {
  update(bytes: Uint8Array): void;
  /** After the last byte. */
  isGenuine(): boolean;
};

/** Undefined when the header is none: then nothing of the body needs to be read. */
export function checkSignature(
  header: unknown,
  secrets: readonly Revealing[],
): SignatureCheck | undefined {
  const [, hex] = HEADER.exec(typeof header === 'string' ? header : '') ?? [];
  if (hex === undefined) return undefined;
  const given = Buffer.from(hex, 'hex');
  const digests = secrets.map((secret) => createHmac('sha256', secret.reveal()));
  return {
    update: (bytes) => digests.forEach((digest) => digest.update(bytes)),
    isGenuine: () =>
      digests.map((digest) => timingSafeEqual(digest.digest(), given)).includes(true),
  };
}
