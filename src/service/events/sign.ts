import { createHmac, randomBytes } from 'node:crypto';

/** A new signing secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The headers that Standard Webhooks 1.0.0 asks for, over exactly the bytes of `body`. */
export function signedHeaders(message: {
  id: string;
  secret: string;
  body: string;
  at: Date;
}): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const key = Buffer.from(message.secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key)
    .update(`${message.id}.${timestamp}.${message.body}`)
    .digest('base64');
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
