import slugify from '@sindresorhus/slugify';
import { digest } from '../../lib/digest.ts';
import { slugPattern } from '../../model/api/primitives.ts';

/** Of a slug, apart from a short hash behind it; files that it names add an ending. */
const longest = 200;
const shortHash = 8;
const longHash = 64;

/** How many of an entry's hashed slugs are compared with the one that it holds. */
const remembered = 10;

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
    const slug = heldSlug(base, id, heldBy.get(id), taken) ?? firstFree(base, id, taken);
    taken.add(slug);
    assigned.set(id, slug);
  }
  return assigned;
}

/** The hashed slug that it holds; the plain one is any claim's that comes first. */
function heldSlug(
  base: string,
  id: string,
  held: string | undefined,
  taken: ReadonlySet<string>,
): string | undefined {
  if (held === undefined || held === base || taken.has(held)) return undefined;
  for (let turn = 1; turn <= remembered; turn += 1)
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
 * What a claim may get: what it asks for, that with a short hash of its id, and, where somebody's
 * own slug looks like that, any number with long ones. Never the id itself, which is any text.
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
  if (named.length <= longest && slugPattern.test(named) && !deviceName.test(named)) return named;
  return withHash(wordsOf(slug || title, id), id, shortHash);
}

function wordsOf(name: string, id: string): string {
  return slugify(name).slice(0, longest) || digest(id, shortHash);
}

function withHash(slug: string, id: string, length: number): string {
  return `${slug.slice(0, longest + shortHash - length).replace(/-+$/, '')}-${digest(id, length)}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
