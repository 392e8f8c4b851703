import type { Context } from 'hono';
import { type Awaitable, andThen } from '../../lib/and-then.ts';
import { type Caller, isCleartext } from '../../lib/http/client-identity.ts';
import type { Allowance } from '../../lib/http/rate-limit.ts';
import type { RateLimits } from '../keys/rate-limits.ts';
import { presentedKey } from './authenticate.ts';
import type { Access } from './endpoint.ts';
import { problem } from './problem.ts';

/** Gives a name to the holder of a valid key, the same each time; undefined for any other key. */
type HolderOf = (key: string) => Awaitable<string | undefined>;

interface GuardOptions {
  holderOf: HolderOf;
  rateLimits: RateLimits;
  perMinute: { elsewhere: number; local: number };
}

/** Says why a call is not let in, as an answer; undefined where it is. */
export type Guard = (c: Context, access: Access, client: Caller) => Awaitable<Response | undefined>;

/** docs/api.md, "Keys" and "Limits". */
export function createGuard({ holderOf, rateLimits, perMinute }: GuardOptions): Guard {
  const { holders, strangers } = rateLimits;
  // Guessing is counted by where it comes from, as each guess is another key.
  const count = (holder: string | undefined, address: string, most: number) =>
    holder === undefined ? strangers(address, most) : holders(holder, most);
  const refusal = (c: Context, access: Access, holder: string | undefined, counted: Allowance) => {
    if (isUsedUp(c, counted))
      return problem(c, 429, 'Too many requests: try again after Retry-After seconds.');
    return holder === undefined && access === 'key' ? askForKey(c) : undefined;
  };
  return (c, access, client) => {
    if (access === 'public') return undefined;
    if (isCleartext(client) && carriesSecret(client, access))
      return problem(c, 403, 'Credentials must not travel in the clear: use https.');
    const key = presentedKey(client.authorization);
    const most = perMinute[client.isLocal ? 'local' : 'elsewhere'];
    return andThen(key === undefined ? undefined : holderOf(key), (holder) =>
      andThen(count(holder, client.address, most), (counted) =>
        refusal(c, access, holder, counted),
      ),
    );
  };
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
