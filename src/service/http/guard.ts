import type { Context } from 'hono';
import { type Awaitable, andThen } from '../../lib/and-then.ts';
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
export type Guard = (c: Context, access: Access, client: Caller) => Awaitable<Response | undefined>;

/** docs/api.md, "Keys" and "Limits". */
export function createGuard({ keys, rateLimits, perMinute }: GuardOptions): Guard {
  const { holders, strangers } = rateLimits;
  // Guessing is counted by where it comes from, as each guess is another key.
  const count = (holder: string | undefined, address: string, most: number) =>
    holder === undefined ? strangers(address, most) : holders(holder, most);
  const refusal = (c: Context, access: Access, holder: string | undefined, counted: Allowance) => {
    if (isUsedUp(c, counted)) return tooMany(c);
    return holder === undefined && access === 'key' ? askForKey(c) : undefined;
  };
  return (c, access, client) => {
    if (access === 'public') return undefined;
    if (isCleartext(client) && carriesSecret(client, access))
      return problem(c, 403, 'Credentials must not travel in the clear: use https.');
    const key = presentedKey(client.authorization);
    const most = perMinute[client.isLocal ? 'local' : 'elsewhere'];
    // Counted before the database is asked, by the holder that the key had a moment ago.
    return andThen(key === undefined ? undefined : keys.recall(key), (likely) =>
      andThen(count(likely, client.address, most), (counted) => {
        if (key === undefined || !counted.allowed) return refusal(c, access, likely, counted);
        return andThen(keys.holderOf(key), (holder) =>
          holder === likely
            ? refusal(c, access, holder, counted)
            : andThen(count(holder, client.address, most), (again) =>
                refusal(c, access, holder, again),
              ),
        );
      }),
    );
  };
}

/** Counts a call of the thing that an id in the path leads to; gives an answer once it is too much. */
export type LimitCalls = (
  c: Context,
  client: Caller,
  limitedBy: NonNullable<Endpoint['limitedBy']>,
) => Awaitable<Response | undefined>;

export function createCallLimit({
  rateLimits: { webhooks },
  perMinute,
}: Pick<GuardOptions, 'rateLimits' | 'perMinute'>): LimitCalls {
  return async (c, { isLocal }, limitedBy) => {
    const most = perMinute[isLocal ? 'local' : 'elsewhere'];
    const [id = ''] = Object.values(c.req.param());
    const name = most === 0 || hasZero(id) ? undefined : await limitedBy(id);
    if (name === undefined) return undefined;
    return isUsedUp(c, await webhooks(name, most)) ? tooMany(c) : undefined;
  };
}

function tooMany(c: Context): Response {
  return problem(c, 429, 'Too many requests: try again after Retry-After seconds.');
}

/** A key, or the token that the path holds. */
function carriesSecret({ authorization }: Caller, access: Access): boolean {
  return access === 'token' || authorization !== undefined;
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
