/** An address that a page may link to, in its normal form; undefined for any scheme but http(s). */
export function webAddress(address: string): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
