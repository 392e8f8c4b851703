import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a delivery's clock may be from ours, in seconds (Standard Webhooks 1.0.0). */
const tolerance = 300;
const longestId = 255;

export interface Delivery {
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
  /** Exactly the bytes that arrived: what was decoded and encoded again proves nothing. */
  body: Uint8Array;
}

export type Origin = { kind: 'genuine'; id: string } | { kind: 'refused'; why: string };

/**
 * Whether a delivery was signed with one of our secrets, lately (Standard Webhooks 1.0.0).
 * @param secrets each `whsec_` and base64; several while one replaces another
 */
export function verifySignature(
  { id, timestamp, signature, body }: Delivery,
  secrets: readonly string[],
  now: Date,
): Origin {
  if (!id || id.length > longestId)
    return { kind: 'refused', why: 'webhook-id is missing or too long' };
  if (!timestamp || !/^\d{1,12}$/.test(timestamp))
    return { kind: 'refused', why: 'webhook-timestamp is not a whole number of seconds' };
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp)) > tolerance)
    return { kind: 'refused', why: 'webhook-timestamp is more than five minutes away' };
  const claimed = (signature ?? '').split(' ').filter((one) => one.startsWith('v1,'));
  const expected = secrets.map((secret) => sign(secret, `${id}.${timestamp}.`, body));
  const matches = claimed.some((one) => expected.some((other) => equal(one.slice(3), other)));
  return matches
    ? { kind: 'genuine', id }
    : { kind: 'refused', why: 'webhook-signature does not match' };
}

function sign(secret: string, prefix: string, body: Uint8Array): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(prefix).update(body).digest('base64');
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
