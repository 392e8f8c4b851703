import { createHmac } from 'node:crypto';
import type { SignedDelivery } from '../../../src/receiver/verify/verifier.ts';

export const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
export const now = new Date('2026-03-01T09:00:00.000Z');
export const body = '{"type": "release.published", "data": {"id": "rel_1", "title": "Größer"}}';

/**
 * Computes a signature independently of the code under test, from the text of Standard Webhooks
 * 1.0.0.
 */
export function signatureOf(
  id: string,
  timestamp: string,
  payload: string | Uint8Array,
  by = secret,
): string {
  const key = Buffer.from(by.slice('whsec_'.length), 'base64');
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(payload);
  return `v1,${hmac.digest('base64')}`;
}

export interface Signed {
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
  body: Uint8Array;
}

/** A correctly signed message. `over` changes it after signing. */
export function signed(over: Partial<Signed> = {}, seconds = 0, by = secret): Signed {
  const id = over.id ?? 'msg_1';
  const timestamp = String(now.getTime() / 1000 + seconds);
  return {
    id,
    timestamp,
    signature: signatureOf(id, timestamp, body, by),
    body: new TextEncoder().encode(body),
    ...over,
  };
}

/** A message's headers, without those that are undefined. */
export function headersOf({ id, timestamp, signature }: Signed): Record<string, string> {
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  };
  const there = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as Record<string, string>;
}

/** A delivery as verification functions receive it. */
export function delivery(
  headers: Record<string, string>,
  bytes: Uint8Array | string = body,
): SignedDelivery {
  return {
    header: (name) => headers[name],
    body: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
    isCleartext: false,
  };
}
