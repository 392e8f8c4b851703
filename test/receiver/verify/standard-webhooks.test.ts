import { Webhook as Standard } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { expect, test } from 'vitest';
import { standardWebhooks } from '../../../src/receiver/verify/standard-webhooks.ts';
import {
  body,
  delivery,
  headersOf,
  now,
  type Signed,
  secret,
  signatureOf,
  signed,
} from '../http/delivery.ts';

const other = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const genuine = { kind: 'genuine', id: 'msg_1' };
const verify = (one: Signed = signed(), secrets = [secret], at = now) =>
  standardWebhooks(secrets)(delivery(headersOf(one), one.body), at);

test('accepts a delivery signed with its secret', () => {
  expect(verify()).toEqual(genuine);
});

test('accepts the example of the standard’s library', () => {
  const example = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    body: new TextEncoder().encode('{"test": 2432232314}'),
  };
  expect(verify(example, [other], new Date(1_614_265_330_000)).kind).toBe('genuine');
});

test.each([-300, -299, 299, 300])('accepts a delivery whose clock is %i s off', (seconds) => {
  expect(verify(signed({}, seconds))).toEqual(genuine);
});

test.each([-301, 301, -86_400])('refuses a delivery whose clock is %i s off', (seconds) => {
  expect(verify(signed({}, seconds))).toMatchObject({
    kind: 'refused',
    why: expect.stringMatching(/five minutes/),
  });
});

test.each([
  '123abc',
  '',
  ' ',
  '-1',
  '1e9',
  '1772355600.0',
  '0x69a',
  `9${'0'.repeat(12)}`,
  undefined,
])('refuses the timestamp %j, although it was signed', (timestamp) => {
  const signature = signatureOf('msg_1', timestamp ?? '', body);
  expect(verify(signed({ timestamp, signature })).kind).toBe('refused');
});

test('accepts the second of two signatures', () => {
  const good = signed();
  const bad = signatureOf('msg_1', good.timestamp ?? '', body, other);
  expect(verify({ ...good, signature: `${bad} ${good.signature}` })).toEqual(genuine);
});

test('accepts the second of two secrets', () => {
  expect(verify(signed({}, 0, other), [secret, other])).toEqual(genuine);
});

test('refuses a signature with another secret', () => {
  expect(verify(signed({}, 0, other))).toEqual({
    kind: 'refused',
    why: 'webhook-signature does not match',
  });
});

test('refuses everything when there is no secret', () => {
  expect(verify(signed(), []).kind).toBe('refused');
});

test('refuses a reserialised body', () => {
  const again = new TextEncoder().encode(JSON.stringify(JSON.parse(body)));
  expect(verify(signed({ body: again })).kind).toBe('refused');
});

test('refuses a delivery whose id differs from the signed one', () => {
  expect(verify({ ...signed(), id: 'msg_2' }).kind).toBe('refused');
});

test('refuses a delivery whose time differs from the signed one', () => {
  const { signature } = signed();
  expect(verify({ ...signed({}, 1), signature }).kind).toBe('refused');
});

test.each(['id', 'timestamp', 'signature'] as const)(
  'refuses a delivery without its %s',
  (name) => {
    expect(verify({ ...signed(), [name]: undefined }).kind).toBe('refused');
  },
);

test('accepts an id of 255 characters, but not a longer one', () => {
  expect(verify(signed({ id: 'x'.repeat(255) })).kind).toBe('genuine');
  expect(verify(signed({ id: 'x'.repeat(256) })).kind).toBe('refused');
});

test.each(['v1', 'v1,', 'v2', 'v1a', ''])('refuses a signature that is just "%s"', (start) => {
  expect(verify(signed({ signature: start })).kind).toBe('refused');
});

test('refuses the right signature under another version', () => {
  const { signature } = signed();
  expect(verify(signed({ signature: signature?.replace('v1,', 'v1a,') })).kind).toBe('refused');
});

test('refuses another body that decodes to the same text', () => {
  const [one, two] = [Uint8Array.of(0x22, 0xff, 0x22), Uint8Array.of(0x22, 0xfe, 0x22)];
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  expect(decode(one)).toBe(decode(two));
  const { timestamp = '' } = signed();
  const signature = signatureOf('msg_1', timestamp, one);
  expect(verify(signed({ signature, body: one })).kind).toBe('genuine');
  expect(verify(signed({ signature, body: two })).kind).toBe('refused');
});

test.each(['msg.1', 'msg_1.1772355600', 'two words', 'schlüssel', ''])(
  'refuses the id %j, although it was signed',
  (id) => {
    expect(verify(signed({ id }))).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/webhook-id/),
    });
  },
);

test.each([
  ['standardwebhooks', new Standard(secret)],
  ['svix', new Svix(secret)],
])('accepts what the npm package %s signs', (_name, sender) => {
  const signature = sender.sign('msg_1', now, body);
  expect(verify(signed({ signature }))).toEqual(genuine);
});

test('accepts the headers of Svix, but not a mixture with those of the standard', () => {
  const one = signed();
  const names = Object.entries(headersOf(one));
  const svix = names.map(([name, value]) => [name.replace('webhook-', 'svix-'), value]);
  const shown = (headers: [string, string][]) =>
    standardWebhooks([secret])(delivery(Object.fromEntries(headers), one.body), now);
  expect(shown(svix as [string, string][])).toEqual(genuine);
  const mixed = [...svix, ['webhook-id', 'msg_2']] as [string, string][];
  expect(shown(mixed)).toMatchObject({
    kind: 'refused',
    why: expect.stringMatching(/webhook-timestamp/),
  });
});
