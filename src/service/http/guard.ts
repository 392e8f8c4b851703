import type { Context } from 'hono';
import { type Caller, isCleartext } from '../../lib/http/client-identity.ts';
import type { Allowance } from '../../lib/http/rate-limit.ts';
import type { KeyCheck } from '../keys/check.ts';
import type { RateLimits } from '../keys/rate-limits.ts';
import { hasZero } from './details.ts';
import type { Access, Endpoint } from './endpoint.ts';
import { problem } from './problem.ts';

interface GuardOptions {
  keys: KeyCheck;
  rateLimits: RateLimits;
  perMinute: { elsewhere: number; local: number };
}

/** Says why a call is not let in, as an answer; undefined where it is. */
export type Guard = (c: Context, access: Access, client: Caller) => Promise<Response | undefined>;

/** Counts a call of the thing that an id in the path leads to; gives an answer once it is too much. */
export type LimitCalls = (
  c: Context,
  client: Caller,
  limitedBy: NonNullable<Endpoint['limitedBy']>,
) => Promise<Response | undefined>;

/** docs/api.md, "Keys" and "Limits". */
export function createGuard({ keys, rateLimits, perMinute }: GuardOptions): {
  guard: Guard;
  limitCalls: LimitCalls;
} {
  const { holders, strangers, webhooks } = rateLimits;
  const maxFor = ({ isLocal }: Caller) => perMinute[isLocal ? 'local' : 'elsewhere'];
  // Guessing is counted by where it comes from, as each guess is another key.
  const count = (holder: string | undefined, client: Caller) =>
    holder === undefined
      ? strangers(client.address, maxFor(client))
      : holders(holder, maxFor(client));
  const refusal = (c: Context, access: Access, holder: string | undefined, counted: Allowance) => {
    if (isUsedUp(c, counted)) return tooMany(c);
    return holder === undefined && access === 'key' ? askForKey(c) : undefined;
  };
  const guard: Guard = async (c, access, client) => {
    if (access === 'public') return undefined;
    if (isCleartext(client) && (access === 'token' || client.authorization !== undefined))
      return problem(c, 403, 'Credentials must not travel in the clear: use https.');
    const key = presentedKey(client.authorization);
    // Counted before the database is asked, by the holder that the key had a moment ago.
    const likely = key === undefined ? undefined : await keys.recall(key);
    const counted = await count(likely, client);
    if (key === undefined || !counted.allowed) return refusal(c, access, likely, counted);
    const holder = await keys.holderOf(key);
    if (holder === likely) return refusal(c, access, holder, counted);
    return refusal(c, access, holder, await count(holder, client));
  };
  const limitCalls: LimitCalls = async (c, client, limitedBy) => {
    const max = maxFor(client);
    const [id = ''] = Object.values(c.req.param());
    const name = max === 0 || hasZero(id) ? undefined : await limitedBy(id);
    if (name === undefined) return undefined;
    return isUsedUp(c, await webhooks(name, max)) ? tooMany(c) : undefined;
  };
  return { guard, limitCalls };
}

function tooMany(c: Context): Response {
  return problem(c, 429, 'Too many requests: try again after Retry-After seconds.');
}

function isUsedUp(c: Context, { allowed, headers }: Allowance): boolean {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return !allowed;
}

function askForKey(c: Context): Response {
  c.header('WWW-Authenticate', 'Bearer, Basic realm="Waymark"');
  return problem(c, 401, 'A valid API key is needed: Authorization: Bearer <API_KEY>.');
}

/**
 * The API key that an `Authorization` header carries (docs/api.md, "Keys"): Bearer,
 * or Basic with the key as the username and an empty password.
 */
function presentedKey(header: string | undefined): string | undefined {
  const [, scheme = '', credentials = ''] = header?.match(/^(\w+) +(\S+)$/) ?? [];
  return schemes.get(scheme.toLowerCase())?.(credentials);
}

// A map, as an object would also answer to `constructor`.
const schemes = new Map<string, (credentials: string) => string | undefined>([
  ['bearer', (credentials) => credentials],
  [
    'basic',
    (pair) =>
      Buffer.from(pair, 'base64')
        .toString('utf8')
        // Only the last colon ends the key, which may hold others.
        .match(/^(.+):$/)?.[1],
  ],
]);
