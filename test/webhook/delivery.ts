import { createHmac } from 'node:crypto';
import type { Delivery } from '../../src/webhook/verify-signature.ts';

export const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
export const now = new Date('2026-03-01T09:00:00.000Z');
export const body = '{"type": "release.published", "data": {"title": "Größer"}}';

/** One signature, reckoned here anew from the words of Standard Webhooks 1.0.0. */
export function signatureOf(id: string, timestamp: string, text: string, by = secret): string {
  const key = Buffer.from(by.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`;
}

/** A delivery signed as it should be; `over` changes it after it was signed. */
export function delivery(over: Partial<Delivery> = {}, seconds = 0, by = secret): Delivery {
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

/** The same as headers of a request. */
export function headersOf({ id, timestamp, signature }: Delivery): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id ?? '',
    'webhook-timestamp': timestamp ?? '',
    'webhook-signature': signature ?? '',
  };
}
