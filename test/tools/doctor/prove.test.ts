import { expect, test } from 'vitest';
import { bearerToken } from '../../../src/receiver/verify/bearer-token.ts';
import { hmacHeader } from '../../../src/receiver/verify/hmac-header.ts';
import { standardWebhooks } from '../../../src/receiver/verify/standard-webhooks.ts';
import type { Verifier } from '../../../src/receiver/verify/verifier.ts';
import { prove } from '../../../src/tools/doctor/prove.ts';

const now = new Date('2026-11-20T12:00:00.900Z');
const message = { id: 'doctor-1', body: '{"type":"waymark.doctor","data":{}}', now };
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

function judged(verify: Verifier, headers: Record<string, string>) {
  const sent = new Headers(headers);
  const header = (name: string) => sent.get(name) ?? undefined;
  return verify({ header, body: Buffer.from(message.body), isOverheard: false }, now);
}

test.each([
  ['standard', prove({ kind: 'standard', secret }, message), standardWebhooks([secret])],
  [
    'hmac',
    prove({ kind: 'hmac', header: 'X-Hub-Signature-256', secret: 'a-secret-of-sixteen' }, message),
    hmacHeader('X-Hub-Signature-256', ['a-secret-of-sixteen']),
  ],
  ['token', prove({ kind: 'token', token: 't'.repeat(32) }, message), bearerToken('t'.repeat(32))],
] as const)('what is proved as %s has it is genuine', (_kind, headers, verify) => {
  expect(judged(verify, headers)).toEqual({ kind: 'genuine', id: 'doctor-1' });
});
