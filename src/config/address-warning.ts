import { isLoopback } from './setting-schemas.ts';

/** Returns a warning if readers cannot reach the site's address. */
export function addressWarning(siteUrl: string): string | undefined {
  if (!isReserved(siteUrl)) return undefined;
  return `Feeds, the sitemap and canonical links contain ${siteUrl}, which readers cannot reach. Before you publish the site, set SITE_URL to its public address.`;
}

/**
 * Whether readers cannot reach an address, because its host is this machine or a name reserved for
 * examples and tests (RFC 2606, RFC 6761).
 * @param url absolute
 */
export function isReserved(url: string): boolean {
  const hostname = URL.parse(url)?.hostname.replace(/\.$/, '') ?? '';
  return isLoopback(hostname) || reservedName.test(hostname);
}

const reservedName = /(?:^|\.)(?:example|example\.(?:com|net|org)|test|invalid|localhost)$/;
