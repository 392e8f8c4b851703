import { expect, test } from 'vitest';
import { addressList } from '../../../src/lib/http/address-list.ts';
import { identify } from '../../../src/lib/http/client-identity.ts';

const proxy = '10.0.0.1';
const addressOf = (chain: string | undefined, remoteAddress = proxy) =>
  identify(
    { headers: { 'x-forwarded-for': chain }, socket: { remoteAddress } },
    'http://api.example.com/v1/x',
    addressList(['10.0.0.0/8', 'fd00::/8']),
  ).address;

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:50123', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[::FFFF:cb00:7109]:443', '203.0.113.9'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:50123', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1%eth0', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
])('a proxy’s client %s counts as %s', (text, address) => {
  expect(addressOf(text)).toBe(address);
  expect(addressOf(`198.51.100.7, ${text} , 10.0.0.2:80, [fd00::2]`)).toBe(address);
});

test.each(['guess-1', 'unknown', '_hidden', '203.0.113.999', '1', '[]', '', ' '])(
  'a client that the proxy calls %j counts as the proxy, whatever comes before',
  (word) => {
    expect(addressOf(word)).toBe(proxy);
    expect(addressOf(`203.0.113.9, ${word}`)).toBe(proxy);
  },
);

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
])('a client that connects from %s counts as %s', (remote, address) => {
  expect(addressOf('198.51.100.7', remote)).toBe(address);
});

test('a proxy that connects over mapped IPv6 is trusted', () => {
  expect(addressOf('203.0.113.9', '::ffff:10.0.0.1')).toBe('203.0.113.9');
});
