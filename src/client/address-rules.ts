import { isIPv4, isIPv6 } from 'node:net';
import { addressList } from '../lib/http/address-list.ts';

/** Decides whether an IP address may be connected to. */
export type AddressRule = (address: string) => boolean;

// IPv4 ranges outside the public internet (RFC 6890 and its registry,
// https://www.iana.org/assignments/iana-ipv4-special-registry).
const refusedIpv4 = addressList([
  '0.0.0.0/8', // the local network, including this machine (RFC 1122, 3.2.1.3)
  '10.0.0.0/8', // private (RFC 1918)
  '100.64.0.0/10', // shared by carriers; some clouds serve secrets there (RFC 6598)
  '127.0.0.0/8', // loopback (RFC 1122, 3.2.1.3)
  '168.63.129.16/32', // Azure's own host, although it looks public (learn.microsoft.com, "What is IP address 168.63.129.16?")
  '169.254.0.0/16', // link-local; clouds serve their machines' secrets there (RFC 3927)
  '172.16.0.0/12', // private (RFC 1918)
  '192.0.0.0/24', // protocol assignments (RFC 6890)
  '192.0.2.0/24', // documentation (RFC 5737)
  '192.88.99.0/24', // relays of 6to4 (RFC 7526)
  '192.168.0.0/16', // private (RFC 1918)
  '198.18.0.0/15', // benchmarks (RFC 2544)
  '198.51.100.0/24', // documentation (RFC 5737)
  '203.0.113.0/24', // documentation (RFC 5737)
  '224.0.0.0/4', // multicast (RFC 5771)
  '240.0.0.0/4', // reserved, and broadcast (RFC 1112, RFC 919)
]);

// The only public IPv6 range (RFC 4291, 2.4). Everything else is refused: loopback, IPv4-mapped
// ::ffff:0:0/96, NAT64 64:ff9b::/96 and 64:ff9b:1::/48 (RFC 6052, RFC 8215), unique local fc00::/7,
// link-local fe80::/10, multicast ff00::/8. Translated addresses are refused even if the IPv4
// address in them is public, because the translator's routing is unknown.
const globalUnicast = addressList(['2000::/3']);

// IPv6 ranges within 2000::/3 that are not public
// (https://www.iana.org/assignments/iana-ipv6-special-registry).
const refusedIpv6 = addressList([
  '2001::/23', // protocol assignments, including Teredo 2001::/32 (RFC 2928, RFC 4380)
  '2001:db8::/32', // documentation (RFC 3849)
  '2002::/16', // 6to4 addresses, which contain an IPv4 address (RFC 3056)
  '3fff::/20', // documentation (RFC 9637)
]);

/**
 * Whether a text is a public IP address. False for an address with a zone, and for a text that is
 * not an IP address.
 */
export const isPublicAddress: AddressRule = (address) => {
  if (isIPv4(address)) return !refusedIpv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalUnicast.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6');
};
