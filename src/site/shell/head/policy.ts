import type { HeadEntry } from '../../../config/head-entries.ts';
import type { SiteConfig } from '../../../config/site-config.ts';
import { hash, inlineHashes } from './inline.ts';

// Takes the settings; gives the policy of the pages, in which each origin is allowed what the
// setting that names it is for, and nothing else.

type Hash = ReturnType<typeof hash>;

/** As `security.csp` of Astro's configuration takes it. */
export interface PagePolicy {
  directives: `${'img' | 'connect' | 'font'}-src ${string}`[];
  scripts: { hashes: Hash[]; resources: string[] };
  styles: { hashes: Hash[]; resources: string[] };
}

/** Of what can be loaded: the part of the policy that lets it be. */
type Use = 'script' | 'style' | 'img' | 'font' | 'connect';

export function pagePolicy({
  analytics,
  head,
}: Pick<SiteConfig, 'analytics' | 'head'>): PagePolicy {
  const used = head.flatMap(loadedBy);
  const measuring = analytics ? [analytics.script, ...analytics.connect].map(originOf) : [];
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
      `img-src ${from('img').join(' ')}`,
      `connect-src ${from('connect', measuring).join(' ')}`,
      `font-src ${from('font').join(' ')}`,
    ],
    scripts: {
      hashes: [inlineHashes.script, ...inlined('script')],
      resources: from('script', measuring.slice(0, 1)),
    },
    styles: { hashes: [inlineHashes.style, ...inlined('style')], resources: from('style') },
  };
}

/** What a link loads, by its `rel`, or of what is only fetched ahead by its `as`. */
const usesOfLinks: Record<string, Use> = {
  stylesheet: 'style',
  icon: 'img',
  'apple-touch-icon': 'img',
  modulepreload: 'script',
  image: 'img',
  font: 'font',
  style: 'style',
  script: 'script',
};

function loadedBy({ tag, attributes }: HeadEntry): { use: Use; origin: string }[] {
  const { src, href, rel, as } = attributes;
  // A script may also talk to where it comes from, as that of analytics may.
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
    kinds.flatMap((kind) => usesOfLinks[kind] ?? []),
  );
}

function at(address: string | boolean | undefined, uses: readonly Use[]) {
  if (typeof address !== 'string' || !/^https?:/.test(address)) return [];
  return uses.map((use) => ({ use, origin: originOf(address) }));
}

function originOf(address: string): string {
  return new URL(address).origin;
}
