import { BlockList, isIPv6 } from 'node:net';

/**
 * A list of addresses and ranges, such as `::1` or `10.0.0.0/8`.
 * @throws Error if a text is neither an address nor a range
 */
export function addressList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, /^\d{1,3}$/.test(bits) ? Number(bits) : -1, family);
  }
  return list;
}

export function includesAddress(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
