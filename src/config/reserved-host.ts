import { isLoopback } from './setting-schemas.ts';

/**
 * Whether an address leads no reader anywhere: its host is this machine's own, or a name that is
 * set aside for examples and tests (RFC 2606, RFC 6761).
 * @param url absolute
 */
export function isReserved(url: string): boolean {
  const hostname = URL.parse(url)?.hostname.replace(/\.$/, '') ?? '';
  return isLoopback(hostname) || setAside.test(hostname);
}

const setAside = /(?:^|\.)(?:example|example\.(?:com|net|org)|test|invalid|localhost)$/;
