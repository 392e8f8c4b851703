import slugify from '@sindresorhus/slugify';
import { digest } from '../lib/digest.ts';
import { slugPattern } from '../model/primitives.ts';

const longest = 200;

/** A longer hash is only needed where somebody's own slug looks like a shorter one. */
const hashLengths = [8, 64];

/** Names that some file systems keep for devices, whatever their ending. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** What a slug is wanted for. The earlier `since` (RFC 3339, or empty) goes first, then the id. */
export interface Claim {
  id: string;
  slug: string | null | undefined;
  title: string;
  since: string;
}

/**
 * Gives every claim a slug of its own that is safe as a file name and in a URL: whoever held a
 * slug keeps it, then first come, first served; the others get a short hash of their id behind
 * it, and keep that too.
 * @param holders by slug: the id that holds it now
 */
export function assignSlugs(
  claims: readonly Claim[],
  holders: ReadonlyMap<string, string>,
): Map<string, string> {
  const wanted = claims.map((claim) => ({ ...claim, base: baseSlug(claim) }));
  const rank = (claim: (typeof wanted)[number]) => (holders.get(claim.base) === claim.id ? 0 : 1);
  const heldBy = new Map([...holders].map(([slug, id]) => [id, slug]));
  const inTurn = wanted.toSorted(
    (a, b) => rank(a) - rank(b) || compare(a.since, b.since) || compare(a.id, b.id),
  );
  const taken = new Set<string>();
  const assigned = new Map<string, string>();
  for (const { id, base } of inTurn) {
    const hashed = hashLengths.map((length) => withHash(base, id, length));
    const held = hashed.find((slug) => slug === heldBy.get(id));
    const candidates = held ? [held, base, ...hashed] : [base, ...hashed];
    const slug = candidates.find((candidate) => !taken.has(candidate)) ?? id;
    taken.add(slug);
    assigned.set(id, slug);
  }
  return assigned;
}

/** The slug of a name, such as a label's; never empty, and safe as a file name and in a URL. */
export function slugOf(name: string, id: string): string {
  const slug = wordsOf(name, id);
  return deviceName.test(slug) ? withHash(slug, id, 8) : slug;
}

function baseSlug({ slug, title, id }: Claim): string {
  const named = slug ?? slugify(title);
  if (named.length <= longest && slugPattern.test(named) && !deviceName.test(named)) return named;
  return withHash(wordsOf(slug || title, id), id, 8);
}

function wordsOf(name: string, id: string): string {
  return slugify(name).slice(0, longest) || digest(id, 8);
}

function withHash(slug: string, id: string, length: number): string {
  return `${slug.slice(0, longest).replace(/-+$/, '')}-${digest(id, length)}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
