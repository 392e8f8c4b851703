/** An http(s) address in normal form; undefined for any other scheme. */
export function webAddress(address: string): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
