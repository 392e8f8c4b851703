import { expect, test } from 'vitest';
import { bearerToken } from '../../../src/receiver/verify/bearer-token.ts';
import { hmacHeader } from '../../../src/receiver/verify/hmac-header.ts';
import { standardWebhooks } from '../../../src/receiver/verify/standard-webhooks.ts';
import type { Verifier } from '../../../src/receiver/verify/verifier.ts';
import { provers } from '../../../src/tools/doctor/read-checked-receiver.ts';

const now = new Date('2026-11-20T12:00:00.900Z');
const message = { id: 'doctor-1', body: '{"type":"waymark.doctor","data":{}}', now };
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

function judged(verify: Verifier, headers: Record<string, string>) {
  const sent = new Headers(headers);
  const header = (name: string) => sent.get(name) ?? undefined;
  return verify({ header, body: Buffer.from(message.body), isCleartext: false }, now);
}

test.each([
  ['standard', { WEBHOOK_SECRET: secret }, standardWebhooks([secret])],
  [
    'hmac',
    { WEBHOOK_HMAC_SECRET: 'a-secret-of-sixteen' },
    hmacHeader('X-Hub-Signature-256', ['a-secret-of-sixteen']),
  ],
  ['token', { WEBHOOK_TOKEN: 't'.repeat(32) }, bearerToken('t'.repeat(32))],
] as const)('a test event signed as %s is accepted as genuine', (kind, env, verify) => {
  const headers = { ...provers[kind](env)(message), 'webhook-id': message.id };
  expect(judged(verify, headers)).toMatchObject({ kind: 'genuine', id: 'doctor-1' });
});
