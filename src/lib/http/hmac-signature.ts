import { createHmac } from 'node:crypto';

/** The value of an `X-Hub-Signature-256` header for this body: `sha256=` and the HMAC in hex. */
export function hmacSignature(secret: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
