import type { HeadEntry } from '../../../config/head-entries.ts';
import type { SiteConfig } from '../../../config/site-config.ts';
import { hash, inlineHashes } from './inline.ts';

// Derives the pages' content security policy from the settings. The policy allows each origin only
// what the setting with this origin needs.

type Directive =
  | `${'default' | 'media' | 'img' | 'connect' | 'font' | 'manifest'}-src`
  | 'base-uri'
  | 'form-action';

type Hash = ReturnType<typeof hash>;

/** The policy in the form of `security.csp` in Astro's configuration. */
export interface PagePolicy {
  directives: `${Directive} ${string}`[];
  scripts: { hashes: Hash[]; resources: string[] };
  styles: { hashes: Hash[]; resources: string[] };
}

/** The directives that may have to allow an address. */
type Use = 'script' | 'style' | 'img' | 'font' | 'connect';

export function pagePolicy({
  analytics,
  head,
}: Pick<SiteConfig, 'analytics' | 'head'>): PagePolicy {
  const used = head.flatMap(findUses);
  const analyticsOrigins = analytics ? [analytics.script, ...analytics.connect].map(originOf) : [];
  const from = (use: Use, others: readonly string[] = []) => [
    ...new Set([
      "'self'",
      ...others,
      ...used.filter((one) => one.use === use).map((one) => one.origin),
    ]),
  ];
  const inlined = (tag: HeadEntry['tag']) =>
    head.flatMap((entry) =>
      entry.tag === tag && 'content' in entry && entry.content !== undefined
        ? hash(entry.content)
        : [],
    );
  return {
    directives: [
      "default-src 'none'",
      "media-src 'self'",
      `img-src ${from('img').join(' ')}`,
      `connect-src ${from('connect', analyticsOrigins).join(' ')}`,
      `font-src ${from('font').join(' ')}`,
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
    ],
    scripts: {
      hashes: [inlineHashes.script, ...inlined('script')],
      resources: from('script', analyticsOrigins.slice(0, 1)),
    },
    styles: { hashes: [inlineHashes.style, ...inlined('style')], resources: from('style') },
  };
}

/**
 * The directive that must allow a `<link>`, by the value of its `rel` or, for preloads, of its
 * `as`.
 */
const linkUses: Record<string, Use> = {
  stylesheet: 'style',
  icon: 'img',
  'apple-touch-icon': 'img',
  modulepreload: 'script',
  image: 'img',
  font: 'font',
  style: 'style',
  script: 'script',
};

function findUses({ tag, attributes }: HeadEntry): { use: Use; origin: string }[] {
  const { src, href, rel, as } = attributes;
  // Scripts such as analytics often send data to their own origin.
  if (tag === 'script') return at(src, ['script', 'connect']);
  if (tag !== 'link') return [];
  const kinds = [
    ...String(rel ?? '')
      .toLowerCase()
      .split(/\s+/),
    String(as ?? ''),
  ];
  return at(
    href,
    kinds.flatMap((kind) => linkUses[kind] ?? []),
  );
}

function at(address: string | boolean | undefined, uses: readonly Use[]) {
  if (typeof address !== 'string' || !/^https?:/.test(address)) return [];
  return uses.map((use) => ({ use, origin: originOf(address) }));
}

function originOf(address: string): string {
  return new URL(address).origin;
}
