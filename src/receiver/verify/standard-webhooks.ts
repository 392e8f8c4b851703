import { equalSecrets } from '../../lib/equal-secrets.ts';
import { standardKey, standardSignature } from '../../lib/http/standard-webhooks.ts';
import { readId, refused, type Verifier } from './verifier.ts';

/** Tolerated difference between the sender's clock and this one (Standard Webhooks 1.0.0). */
const toleranceSeconds = 300;

/**
 * Verifies deliveries that were recently signed with one of the secrets (Standard Webhooks 1.0.0).
 * Svix, the author of the standard, uses its own prefix for the names of the three headers.
 * @param secrets each is `whsec_` followed by base64; there are several while secrets are rotated
 */
export function standardWebhooks(secrets: readonly string[]): Verifier {
  const keys = secrets.map(standardKey);
  return (delivery, now) => {
    const { header } = delivery;
    const name = header('webhook-id') === undefined && header('svix-id') ? 'svix' : 'webhook';
    const id = readId(delivery, `${name}-id`);
    if (id === undefined) return refused(`${name}-id is missing or not usable`);
    const timestamp = header(`${name}-timestamp`) ?? '';
    if (!/^\d{1,12}$/.test(timestamp))
      return refused(`${name}-timestamp is not a whole number of seconds`);
    if (Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp)) > toleranceSeconds)
      return refused(`${name}-timestamp differs from the current time by more than five minutes`);
    const claimed = (header(`${name}-signature`) ?? '').split(' ');
    const expected = keys.map((key) =>
      standardSignature(key, { id, timestamp, body: delivery.body }),
    );
    // Compares all signatures and secrets, so that the time taken does not reveal which secret
    // matched.
    const matches = claimed.flatMap((one) => expected.filter((other) => equalSecrets(one, other)));
    return matches.length > 0
      ? { kind: 'genuine', id }
      : refused(`${name}-signature does not match`);
  };
}
