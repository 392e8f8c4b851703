import type { Context } from 'hono';
import { type Caller, isCleartext } from '../../lib/http/client-identity.ts';
import type { Allowance } from '../../lib/http/rate-limit.ts';
import type { KeyCheck } from '../keys/check.ts';
import type { RateLimits } from '../keys/rate-limits.ts';
import type { Access, Endpoint } from './endpoint.ts';
import { problem } from './problem.ts';

interface GuardOptions {
  keys: KeyCheck;
  rateLimits: RateLimits;
  perMinute: { elsewhere: number; local: number };
  /** Called with the holder of each valid key. */
  onUse?: (holder: string) => void;
}

/** Returns an answer that refuses the call; undefined if the call may proceed. */
export type Guard = (c: Context, access: Access, client: Caller) => Promise<Response | undefined>;

/**
 * Counts a call of the resource in the path. If the resource is over its limit, returns an answer
 * that refuses the call.
 */
export type LimitCalls = (
  c: Context,
  client: Caller,
  limitedBy: NonNullable<Endpoint['limitedBy']>,
) => Promise<Response | undefined>;

/** Creates the guard for keys and limits (docs/api.md, "Keys" and "Limits"). */
export function createGuard({ keys, rateLimits, perMinute, onUse }: GuardOptions): {
  guard: Guard;
  limitCalls: LimitCalls;
} {
  const { holders, strangers, webhooks } = rateLimits;
  const maxFor = ({ isLocal }: Caller) => perMinute[isLocal ? 'local' : 'elsewhere'];
  // Callers with an invalid key are counted by IP address, because each guessed key is different.
  const count = (holder: string | undefined, client: Caller) =>
    holder === undefined
      ? strangers(client.address, maxFor(client))
      : holders(holder, maxFor(client));
  const refusal = (c: Context, access: Access, holder: string | undefined, counted: Allowance) => {
    if (isUsedUp(c, counted)) return tooMany(c);
    if (holder !== undefined || access !== 'key') return undefined;
    c.header('WWW-Authenticate', 'Bearer, Basic realm="Waymark"');
    return problem(c, 401, 'A valid API key is needed: Authorization: Bearer <API_KEY>.');
  };
  const guard: Guard = async (c, access, client) => {
    if (access === 'public') return undefined;
    if (isCleartext(client) && (access === 'token' || client.authorization !== undefined))
      return problem(c, 403, 'Credentials must not be sent unencrypted. Use https.');
    const key = presentedKey(client.authorization);
    // The call must be counted before the database is read, so the holder comes from `recall`,
    // which uses data that may be a second old.
    const likely = key === undefined ? undefined : await keys.recall(key);
    const counted = await count(likely, client);
    if (key === undefined || !counted.allowed) return refusal(c, access, likely, counted);
    const holder = await keys.holderOf(key);
    if (holder !== undefined) onUse?.(holder);
    if (holder === likely) return refusal(c, access, holder, counted);
    return refusal(c, access, holder, await count(holder, client));
  };
  const limitCalls: LimitCalls = async (c, client, limitedBy) => {
    const max = maxFor(client);
    const [id = ''] = Object.values(c.req.param());
    const name = max === 0 ? undefined : await limitedBy(id);
    if (name === undefined) return undefined;
    return isUsedUp(c, await webhooks(name, max)) ? tooMany(c) : undefined;
  };
  return { guard, limitCalls };
}

function tooMany(c: Context): Response {
  return problem(c, 429, 'Too many requests. Try again after Retry-After seconds.');
}

function isUsedUp(c: Context, { allowed, headers }: Allowance): boolean {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return !allowed;
}

/**
 * The API key in an `Authorization` header (docs/api.md, "Keys"). It is sent as Bearer, or as Basic
 * with the key as the username and an empty password.
 */
export function presentedKey(header: string | undefined): string | undefined {
  const [, scheme = '', credentials = ''] = header?.match(/^(\w+) +(\S+)$/) ?? [];
  if (/^bearer$/i.test(scheme)) return credentials;
  if (!/^basic$/i.test(scheme)) return undefined;
  // The key may contain colons. The last colon separates the key from the empty password.
  return /^(.+):$/.exec(Buffer.from(credentials, 'base64').toString())?.[1];
}
