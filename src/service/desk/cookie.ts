import { getCookie, setCookie } from 'hono/cookie';
import type { HttpContext } from '../http/handle.ts';

// The cookie with a session's secret. Over HTTPS, its prefix keeps other hosts from setting it.

const name = 'desk';
const maxAge = 30 * 24 * 3600;

export function readSession(c: HttpContext, isSecure: boolean): string | undefined {
  return getCookie(c, name, isSecure ? 'host' : undefined) || undefined;
}

/** Gives the browser a session's secret, or takes it away. `origin` is the desk's own. */
export function setSession(c: HttpContext, origin: string, secret: string | undefined): void {
  const secure = origin.startsWith('https:');
  setCookie(c, name, secret ?? '', {
    ...{ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: secret === undefined ? 0 : maxAge },
    ...(secure && { secure, prefix: 'host' }),
  });
}
