import { expect, test } from 'vitest';
import { bearerToken } from '../../../src/receiver/verify/bearer-token.ts';
import { delivery, now } from '../http/delivery.ts';

const token = 'b7f1d3c09a5e4826b1f7d3c09a5e4826';
const prove = (headers: Record<string, string>, over = {}) =>
  bearerToken(token)({ ...delivery(headers), ...over }, now);

test('accepts the token', () => {
  const headers = { authorization: `Bearer ${token}`, 'webhook-id': 'msg_1' };
  expect(prove(headers)).toEqual({ kind: 'genuine', id: 'msg_1' });
  expect(prove({ authorization: `bearer ${token}` }).kind).toBe('genuine');
});

test.each([`Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token, 'Bearer ', ''])(
  'refuses %j',
  (authorization) => {
    expect(prove({ authorization })).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/a valid token/),
    });
  },
);

test('refuses a delivery without Authorization', () => {
  expect(prove({}).kind).toBe('refused');
});

test('refuses a token that was sent without encryption', () => {
  const headers = { authorization: `Bearer ${token}` };
  expect(prove(headers, { isCleartext: true })).toMatchObject({
    kind: 'refused',
    why: expect.stringMatching(/use https/),
  });
});

test('treats each delivery without an id as a new event', () => {
  const ids = [1, 2].map(() => prove({ authorization: `Bearer ${token}` }));
  expect(ids[0]).not.toEqual(ids[1]);
});
