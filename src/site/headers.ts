import { paths, type Urls } from './urls.ts';

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
const unchanging = { 'Cache-Control': 'public, max-age=31536000, immutable' } as const;

/** Scripts of other sites may read what is made for programs: it is public, and asks for no cookie. */
const shared = { 'Access-Control-Allow-Origin': '*' } as const;
const forPrograms = [
  paths.changelogJson(),
  wholeFolder(paths.changelogJson('chapter')),
  paths.latestJson(),
  wholeFolder(paths.jsonSchema('latest')),
  paths.jsonFeed(),
  paths.jsonFeed(paths.all()),
];

/** The `_headers` file of static hosts: a path pattern a block, a header a line. */
export function headersFile({ href }: Urls): string {
  return [
    block(href('*'), everywhere),
    block(href('_astro/*'), unchanging),
    block(href(paths.asset('*')), unchanging),
    ...forPrograms.map((path) => block(href(path), shared)),
  ].join('\n');
}

/** Hosts know a star at the end of a pattern alone. */
function wholeFolder(path: string): string {
  return path.replace(/[^/]*$/, '*');
}

function block(pattern: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${pattern}\n${lines.join('')}`;
}
