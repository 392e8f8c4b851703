import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { hmacHeader } from '../../../src/receiver/verify/hmac-header.ts';
import { body, delivery, now } from '../http/delivery.ts';

const [secret, other] = ['it is the first secret', 'it is another secret'];
const name = 'X-Hub-Signature-256';
const hmac = (bytes: string | Uint8Array, by = secret) =>
  `sha256=${createHmac('sha256', by).update(bytes).digest('hex')}`;
const prove = (
  headers: Record<string, string>,
  bytes: string | Uint8Array = body,
  secrets = [secret],
) => hmacHeader(name, secrets)(delivery(headers, bytes), now);

test('accepts signed bytes by the configured header', () => {
  expect(prove({ 'x-hub-signature-256': hmac(body) }).kind).toBe('genuine');
  expect(prove({ 'x-other': hmac(body) }).kind).toBe('refused');
});

test('accepts the example of GitHub’s documentation', () => {
  const proof = hmacHeader(name, ["It's a Secret to Everybody"]);
  const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  const one = delivery({ 'x-hub-signature-256': signature }, 'Hello, World!');
  expect(proof(one, now).kind).toBe('genuine');
});

test('accepts the second of two secrets', () => {
  const headers = { 'x-hub-signature-256': hmac(body, other) };
  expect(prove(headers, body, [secret, other]).kind).toBe('genuine');
});

test.each([
  ['of other bytes', hmac(`${body} `)],
  ['by another secret', hmac(body, other)],
  ['without its prefix', hmac(body).slice('sha256='.length)],
  ['of another kind', hmac(body).replace('sha256', 'sha1')],
  ['that is cut off', hmac(body).slice(0, -1)],
  ['that is empty', ''],
])('refuses a signature %s', (_what, signature) => {
  expect(prove({ 'x-hub-signature-256': signature })).toEqual({
    kind: 'refused',
    why: 'X-Hub-Signature-256 does not match',
  });
});

test('refuses another body that decodes to the same text', () => {
  const headers = { 'x-hub-signature-256': hmac(Uint8Array.of(0xff)) };
  expect(prove(headers, Uint8Array.of(0xff)).kind).toBe('genuine');
  expect(prove(headers, Uint8Array.of(0xfe)).kind).toBe('refused');
});

test('identifies events by their id, or else by their bytes', () => {
  const id = (over: Record<string, string>, bytes = body) => {
    const origin = prove({ 'x-hub-signature-256': hmac(bytes), ...over }, bytes);
    return origin.kind === 'genuine' ? origin.id : undefined;
  };
  expect(id({ 'webhook-id': 'msg_1' })).toBe('msg_1');
  expect(id({})).toBe(id({}));
  expect(id({})).not.toBe(id({}, `${body} `));
});
