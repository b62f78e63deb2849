// The headers of every answer: no script, no frame, no foreign address, nothing kept in caches.
import type { MiddlewareHandler } from 'hono';

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Forms need their origin to be named; other sites learn nothing.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;

/** An answer that is meant for pages of other sites says so itself. */
const OPENED: ReadonlySet<string> = new Set(['cross-origin-resource-policy']);

const ONE_YEAR = 'max-age=31536000';

export function securityHeaders(publicUrl: string): MiddlewareHandler {
  const isSecure = publicUrl.startsWith('https:');
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of Object.entries(HEADERS)) {
      if (!OPENED.has(name) || !headers.has(name)) headers.set(name, value);
    }
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    if (isSecure) headers.set('strict-transport-security', ONE_YEAR);
  };
}
