import type { SiteFrame } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';

/**
 * Headers that a meta tag cannot replace. Each page contains the rest of the content security
 * policy in a meta tag.
 */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Headers of files whose name contains a digest of their content. */
export const unchanging = { 'Cache-Control': 'public, max-age=31536000, immutable' } as const;

/** Scripts of other sites may read machine-readable files, which are public and need no cookies. */
const shared = { 'Access-Control-Allow-Origin': '*' } as const;

/**
 * Feed readers request feeds often, so they may cache feeds. This delays news by up to 15 minutes.
 */
const feed = { 'Cache-Control': 'max-age=300, stale-while-revalidate=600' } as const;

/** Headers that hosts send with the file at a path below the base. */
export interface FileHeaders {
  path: string;
  headers: Record<string, string>;
}

/**
 * The `_headers` file of static hosts: one block per path pattern, one header per line. No two
 * blocks that match the same path have the same header, because hosts would join its values with a
 * comma. Hosts also differ in whether `/assets/*` matches `/assets-of-ours/`, so patterns only use
 * placeholders for whole segments, and `*` only before a suffix.
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
