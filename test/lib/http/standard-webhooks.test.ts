import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newSecret, signedHeaders } from '../../../src/lib/http/standard-webhooks.ts';

const body = '{"id":"1"}';
const at = new Date();

test('a receiver with any one of the secrets can verify the message, and no other can', () => {
  const secrets = [newSecret(), newSecret()];
  const headers = signedHeaders({ id: 'msg_1', secrets, body, at });
  for (const secret of secrets)
    expect(new Webhook(secret).verify(body, headers)).toEqual({ id: '1' });
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
  expect(() => new Webhook(secrets[0] ?? '').verify(`${body} `, headers)).toThrow();
});

test('the time is in whole seconds, rounded down', () => {
  const headers = signedHeaders({ id: 'msg_1', secrets: [], body, at: new Date(1_999) });
  expect(headers).toMatchObject({ 'webhook-id': 'msg_1', 'webhook-timestamp': '1' });
});
