import { standardKey, standardSignature } from '../../lib/http/standard-webhooks.ts';
import { hmacSignature } from '../../receiver/verify/hmac-header.ts';

/** How events are proved: with the first secret, where one replaces another. */
export type Proof =
  | { kind: 'standard'; secret: string }
  | { kind: 'hmac'; header: string; secret: string }
  | { kind: 'token'; token: string };

/** The headers of a delivery that the settings' own sender could have sent. */
export function prove(
  proof: Proof,
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> {
  switch (proof.kind) {
    case 'standard': {
      const timestamp = `${Math.floor(now.getTime() / 1000)}`;
      const signature = standardSignature(standardKey(proof.secret), { id, timestamp, body });
      return {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      };
    }
    case 'hmac':
      return { 'webhook-id': id, [proof.header]: hmacSignature(proof.secret, body) };
    case 'token':
      return { 'webhook-id': id, authorization: `Bearer ${proof.token}` };
  }
}
