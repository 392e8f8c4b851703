import slugify from '@sindresorhus/slugify';
import { digest } from '../../lib/digest.ts';
import { slugPattern } from '../../model/api/primitives.ts';

/**
 * Maximum length of a slug without its hash. Files that are named after it also have an extension.
 */
const maxLength = 200;
const shortHash = 8;
const longHash = 64;

/** How many slugs with a hash are compared with the slug that an entry has now. */
const maxCompared = 10;

/** Names that some file systems reserve for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * An entry that needs a slug. The entry with the earlier `since` (RFC 3339, or empty) comes first;
 * if they are equal, the one with the lower id.
 */
export interface Claim {
  id: string;
  slug: string | null | undefined;
  title: string;
  since: string;
}

/**
 * Assigns each claim a unique slug that is safe as a file name and in a URL. Entries that have the
 * slug they request keep it, then claims are served in order. If the slug is taken, a short hash of
 * the id is appended, and the entry keeps that slug later.
 * @param holders the id of the entry that has each slug
 */
export function assignSlugs(
  claims: readonly Claim[],
  holders: ReadonlyMap<string, string>,
): Map<string, string> {
  const requested = claims.map((claim) => ({ ...claim, base: baseSlug(claim) }));
  const rank = (claim: (typeof requested)[number]) =>
    holders.get(claim.base) === claim.id ? 0 : 1;
  const heldBy = new Map([...holders].map(([slug, id]) => [id, slug]));
  const ordered = requested.toSorted(
    (a, b) => rank(a) - rank(b) || compare(a.since, b.since) || compare(a.id, b.id),
  );
  const taken = new Set<string>();
  const assigned = new Map<string, string>();
  for (const { id, base } of ordered) {
    const slug = heldSlug(base, id, heldBy.get(id), taken) ?? firstFree(base, id, taken);
    taken.add(slug);
    assigned.set(id, slug);
  }
  return assigned;
}

/**
 * The slug with a hash that the entry already has, if any. A slug without a hash is assigned in
 * order instead.
 */
function heldSlug(
  base: string,
  id: string,
  held: string | undefined,
  taken: ReadonlySet<string>,
): string | undefined {
  if (held === undefined || held === base || taken.has(held)) return undefined;
  for (let turn = 1; turn <= maxCompared; turn += 1)
    if (candidate(base, id, turn) === held) return held;
  return undefined;
}

function firstFree(base: string, id: string, taken: ReadonlySet<string>): string {
  for (let turn = 0; ; turn += 1) {
    const slug = candidate(base, id, turn);
    if (!taken.has(slug)) return slug;
  }
}

/**
 * Slugs to try, in this order: the requested slug, the slug with a short hash of the id, and then
 * with long hashes, in case somebody chose a slug that looks like the short one. The id itself is
 * never part of a slug, because it may be any text.
 */
function candidate(base: string, id: string, turn: number): string {
  if (turn === 0) return base;
  if (turn === 1) return withHash(base, id, shortHash);
  return withHash(base, turn === 2 ? id : `${id} ${turn}`, longHash);
}

/** The slug of a name, such as a label's; never empty, and safe as a file name and in a URL. */
export function slugOf(name: string, id: string): string {
  const slug = wordsOf(name, id);
  return deviceName.test(slug) ? withHash(slug, id, shortHash) : slug;
}

function baseSlug({ slug, title, id }: Claim): string {
  const named = slug ?? slugify(title);
  if (named.length <= maxLength && slugPattern.test(named) && !deviceName.test(named)) return named;
  return withHash(wordsOf(slug || title, id), id, shortHash);
}

function wordsOf(name: string, id: string): string {
  return slugify(name).slice(0, maxLength) || digest(id, shortHash);
}

function withHash(slug: string, id: string, length: number): string {
  return `${slug.slice(0, maxLength + shortHash - length).replace(/-+$/, '')}-${digest(id, length)}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
