import { withoutCredentials } from '../../lib/text/printable.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';

/** An address for a report: short, on one line, and without credentials, however it is written. */
export function addressInWords(address: string): string {
  return shorten(withoutCredentials(oneLine(withoutUser(address))), 200);
}

function withoutUser(address: string): string {
  // Only a path is none without a base.
  const url = URL.parse(address, 'https://api.invalid');
  // Nobody knows where in it a password would end.
  if (!url) return address.replace(/^.*@/s, '…');
  if (!url.username && !url.password) return address;
  Object.assign(url, { username: '', password: '' });
  return url.href;
}
