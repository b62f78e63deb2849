// Compares secrets without telling by the time taken how much of one was right.
import { createHash, timingSafeEqual } from 'node:crypto';

export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
