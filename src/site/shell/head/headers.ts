import type { SiteFrame } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';

/** What a meta tag cannot carry; the rest of the policy stands in every page. */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Their names hold a digest of what is in them. */
export const unchanging = { 'Cache-Control': 'public, max-age=31536000, immutable' } as const;

/** Scripts of other sites may read what is made for programs: it is public, and asks for no cookie. */
const shared = { 'Access-Control-Allow-Origin': '*' } as const;

/** Feeds are asked for by many, again and again; a reader may be a quarter of an hour late. */
const feed = { 'Cache-Control': 'max-age=300, stale-while-revalidate=600' } as const;

/** What hosts send with a file, by its path below the base. */
export interface FileHeaders {
  path: string;
  headers: Record<string, string>;
}

/**
 * The `_headers` file of static hosts: a path pattern a block, a header a line. No header stands in
 * two blocks that match the same path, since hosts would join its values by a comma. Hosts also
 * differ in whether `/assets/*` matches `/assets-of-ours/`; a placeholder is one segment everywhere,
 * and a star before an ending is anything everywhere.
 */
export function headersFile(
  { urls }: Pick<SiteFrame, 'urls'>,
  ofFeatures: readonly FileHeaders[] = [],
): string {
  const { href } = urls;
  return [
    block(href('*'), everywhere),
    block(href('_astro/:file'), unchanging),
    block(href(paths.asset(':file')), unchanging),
    block(href('*.json'), shared),
    block(href('*.xml'), shared),
    ...[paths.rss(), paths.atom(), paths.jsonFeed()].map((file) => block(href(`*${file}`), feed)),
    ...ofFeatures.map(({ path, headers }) => block(href(path), headers)),
  ].join('\n');
}

function block(pattern: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${pattern}\n${lines.join('')}`;
}
