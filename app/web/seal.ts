// Seals short texts with the operator's key: AES-256-GCM, a new nonce each time, bound to a context
// so that a sealed text cannot be used in another place.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Revealing } from './deps.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Sealer = {
  /** Tells keys apart without telling anything about them. */
  keyId: string;
  /** Nonce, tag, sealed text. */
  seal(text: string, context: string): Uint8Array;
  /** Undefined when it was sealed with another key or for another context, or was changed. */
  open(sealed: Uint8Array, context: string): string | undefined;
};

export function createSealer(sessionKey: Revealing): Sealer {
  const key = Buffer.from(sessionKey.reveal(), 'base64');
  return {
    keyId: createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16),
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      try {
        const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
