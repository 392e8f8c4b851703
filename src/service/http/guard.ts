import type { Context } from 'hono';
import { digest } from '../../lib/digest.ts';
import { presentedKey } from './authenticate.ts';
import type { Client } from './client.ts';
import type { Access } from './endpoint.ts';
import { problem } from './problem.ts';
import type { Allowance } from './rate-limit.ts';

/** Whether a presented key is one of the valid ones. */
type KeyCheck = (key: string) => boolean;

interface GuardOptions {
  isValidKey: KeyCheck;
  rateLimit: (caller: string, perMinute: number) => Allowance;
  perMinute: { elsewhere: number; local: number };
}

/** Says why a call is not let in, as an answer; undefined where it is. */
export type Guard = (c: Context, access: Access, client: Client) => Response | undefined;

/** Specification, "Authentication"; DESIGN section 8, "rate limits". */
export function createGuard({ isValidKey, rateLimit, perMinute }: GuardOptions): Guard {
  return (c, access, client) => {
    if (access === 'public') return undefined;
    if (isOverheard(client) && carriesSecret(c, access))
      return problem(c, 403, 'Credentials must not travel in the clear: use https.');
    const key = validKey(c);
    // Guessing is counted by where it comes from, as each guess is another key.
    const caller = key === undefined ? client.address : digest(key);
    const allowance = rateLimit(caller, perMinute[client.isLocal ? 'local' : 'elsewhere']);
    if (isUsedUp(c, allowance))
      return problem(c, 429, 'Too many requests: try again after Retry-After seconds.');
    return key === undefined && access === 'key' ? askForKey(c) : undefined;
  };

  function validKey(c: Context): string | undefined {
    const key = presentedKey(c.req.header('authorization'));
    return key !== undefined && isValidKey(key) ? key : undefined;
  }
}

function isOverheard({ isSecure, isLocal }: Client): boolean {
  return !isSecure && !isLocal;
}

function carriesSecret(c: Context, access: Access): boolean {
  return access === 'token' || Boolean(c.req.header('authorization'));
}

function isUsedUp(c: Context, { allowed, headers }: Allowance): boolean {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return !allowed;
}

function askForKey(c: Context): Response {
  c.header('WWW-Authenticate', 'Bearer, Basic realm="Waymark"');
  return problem(c, 401, 'A valid API key is needed: Authorization: Bearer <API_KEY>.');
}
