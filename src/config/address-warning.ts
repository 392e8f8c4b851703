import { isReserved } from './reserved-host.ts';

/** What is to be said of a site that is published under such an address; undefined where nothing is. */
export function addressWarning(siteUrl: string): string | undefined {
  if (!isReserved(siteUrl)) return undefined;
  return `SITE_URL is ${siteUrl}: feeds, the sitemap and canonical links lead there, where no reader gets. Set it to the site's public address.`;
}
