// The two cookies: the sign-in, and the one that is under way. Where the site has https they are
// `__Host-` cookies, which no other site and no subdomain can set.
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';

type Cookie = {
  read(context: Context): string | undefined;
  write(context: Context, value: string, maxAgeSeconds: number): void;
  clear(context: Context): void;
};
export type Cookies = { signIn: Cookie; underWay: Cookie };

export function createCookies(publicUrl: string): Cookies {
  const isSecure = publicUrl.startsWith('https:');
  // Lax: GitHub sends the browser back, and what follows must know who it is.
  const flags: CookieOptions = { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure };
  const named = (name: string): Cookie => {
    const full = isSecure ? `__Host-${name}` : name;
    return {
      read: (context) => getCookie(context, full),
      write: (context, value, maxAge) => {
        setCookie(context, full, value, { ...flags, maxAge });
      },
      clear: (context) => {
        deleteCookie(context, full, flags);
      },
    };
  };
  return { signIn: named('redgreen_session'), underWay: named('redgreen_sign_in') };
}
