import { expect, test } from 'vitest';
import { isPublicAddress } from '../../src/client/address-rules.ts';

test.each([
  ['0.0.0.0', 'this machine'],
  ['0.1.2.3', 'this network'],
  ['10.255.255.255', 'private'],
  ['100.64.0.1', 'a carrier'],
  ['100.100.100.200', 'the secrets of a cloud'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.16', 'the host of a cloud'],
  ['169.254.169.254', 'the secrets of a cloud'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.192', 'protocol assignments'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relays'],
  ['192.168.1.1', 'private'],
  ['198.19.255.255', 'benchmarks'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'this machine'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'compatible with IPv4'],
  ['::ffff:127.0.0.1', 'mapped'],
  ['::ffff:7f00:1', 'mapped'],
  ['::ffff:8.8.8.8', 'mapped, and public'],
  ['64:ff9b::127.0.0.1', 'translated'],
  ['64:ff9b::8.8.8.8', 'translated, and public'],
  ['64:ff9b:1::1', 'translated'],
  ['100::1', 'discarded'],
  ['2001::1', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', '6to4'],
  ['3fff::1', 'documentation'],
  ['5f00::1', 'segment routing'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', 'the secrets of a cloud'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with its zone'],
  ['2606:4700::1%eth0', 'public with a zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
])('refuses %s (%s)', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ...['1.1.1.1', '93.184.216.34', '168.63.129.17', '172.32.0.1', '192.0.1.1', '223.255.255.254'],
  ...['2001:4860:4860::8888', '2606:4700:4700::1111', '2a00:1450:4001::1'],
])('allows %s', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(['', 'localhost', '127.1', '1.1.1.1.', '[::1]'])(
  'refuses %j, which is no address',
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
  },
);
