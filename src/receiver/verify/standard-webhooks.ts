import { equalSecrets } from '../../lib/equal-secrets.ts';
import { standardKey, standardSignature } from '../../lib/http/standard-webhooks.ts';
import { givenId, type Origin, refused, type SignedDelivery, type Verifier } from './verifier.ts';

/** How far a delivery's clock may be from ours, in seconds (Standard Webhooks 1.0.0). */
const tolerance = 300;

/**
 * Knows deliveries that were signed with one of the secrets, lately (Standard Webhooks 1.0.0).
 * Svix, where the standard comes from, gives the three headers its own name.
 * @param secrets each `whsec_` and base64; several while one replaces another
 */
export function standardWebhooks(secrets: readonly string[]): Verifier {
  const keys = secrets.map(standardKey);
  return (delivery, now) => verify(delivery, keys, now);
}

function verify(delivery: SignedDelivery, keys: readonly Buffer[], now: Date): Origin {
  const { header } = delivery;
  const name = header('webhook-id') === undefined && header('svix-id') ? 'svix' : 'webhook';
  const id = givenId(delivery, `${name}-id`);
  if (id === undefined) return refused(`${name}-id is missing or not usable`);
  const timestamp = header(`${name}-timestamp`) ?? '';
  if (!/^\d{1,12}$/.test(timestamp))
    return refused(`${name}-timestamp is not a whole number of seconds`);
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp)) > tolerance)
    return refused(`${name}-timestamp is more than five minutes away`);
  const claimed = (header(`${name}-signature`) ?? '')
    .split(' ')
    .filter((one) => one.startsWith('v1,'));
  const expected = keys.map((key) =>
    standardSignature(key, { id, timestamp, body: delivery.body }),
  );
  // All are compared, so that the time taken does not tell which secret or signature it was.
  const matches = claimed.flatMap((one) => expected.filter((other) => equalSecrets(one, other)));
  return matches.length > 0 ? { kind: 'genuine', id } : refused(`${name}-signature does not match`);
}
