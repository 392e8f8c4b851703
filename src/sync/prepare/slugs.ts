import slugify from '@sindresorhus/slugify';
import { digest } from '../../lib/digest.ts';
import { slugPattern } from '../../model/api/primitives.ts';

/**
 * Maximum length of a slug without its hash. A file name also has to hold the hash and an
 * extension.
 */
const maxLength = 200;
const shortHash = 8;
const longHash = 64;

/** Maximum number of slugs with a hash that are compared with an entry's current slug. */
const maxCompared = 10;

/** Names that some file systems reserve for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * An entry that needs a slug. If two entries want the same slug, the entry whose title equals it
 * gets it: “C” before “C!”. Otherwise, the entry with the earlier `since` (RFC 3339, or empty) gets
 * it, and if the times are equal, the entry with the lower id.
 */
export interface Claim {
  id: string;
  slug: string | null | undefined;
  title: string;
  since: string;
}

/**
 * Assigns a unique slug, safe as a file name and in a URL, to each claim. An entry that already has
 * the slug it wants keeps it. If the wanted slug is taken, a short hash of the id is appended, and
 * later syncs keep the slug with the hash.
 * @param holders maps each current slug to the id of the entry that has it
 */
export function assignSlugs(
  claims: readonly Claim[],
  holders: ReadonlyMap<string, string>,
): Map<string, string> {
  const requested = claims.map((claim) => ({ ...claim, base: makeBaseSlug(claim) }));
  const makeSortKey = ({ base, title, since, id }: (typeof requested)[number]) => {
    const isEqual = title.toLowerCase().replaceAll(' ', '-') === base;
    return `${holders.get(base) === id ? 0 : 1} ${isEqual ? 0 : 1} ${since} ${id}`;
  };
  const claimed = new Set(claims.map(({ id }) => id));
  const heldBy = new Map<string, string>();
  for (const [slug, id] of holders) if (claimed.has(id)) heldBy.set(id, slug);
  const ordered = requested.toSorted((a, b) => (makeSortKey(a) < makeSortKey(b) ? -1 : 1));
  const taken = new Set<string>();
  const assigned = new Map<string, string>();
  for (const { id, base } of ordered) {
    const slug = findHeld(base, id, heldBy.get(id), taken) ?? findFree(base, id, taken);
    taken.add(slug);
    assigned.set(id, slug);
  }
  return assigned;
}

/** The entry's current slug, if it is the wanted slug with a hash and is not taken. */
function findHeld(
  base: string,
  id: string,
  held: string | undefined,
  taken: ReadonlySet<string>,
): string | undefined {
  if (held === undefined || held === base || taken.has(held)) return undefined;
  for (let turn = 1; turn <= maxCompared; turn += 1)
    if (makeCandidate(base, id, turn) === held) return held;
  return undefined;
}

function findFree(base: string, id: string, taken: ReadonlySet<string>): string {
  for (let turn = 0; ; turn += 1) {
    const slug = makeCandidate(base, id, turn);
    if (!taken.has(slug)) return slug;
  }
}

/**
 * The slug to try at each turn: first the wanted slug, then the slug with a short hash of the id,
 * then with long hashes. The id itself is never part of a slug, because it may be any text.
 */
function makeCandidate(base: string, id: string, turn: number): string {
  if (turn === 0) return base;
  if (turn === 1) return withHash(base, id, shortHash);
  return withHash(base, turn === 2 ? id : `${id} ${turn}`, longHash);
}

/**
 * Makes a slug from a name, such as the name of a label. It is never empty, and is safe as a file
 * name and in a URL.
 */
export function makeSlug(name: string, id: string): string {
  const slug = makeWords(name, id);
  return deviceName.test(slug) ? withHash(slug, id, shortHash) : slug;
}

function makeBaseSlug({ slug, title, id }: Claim): string {
  const named = slug ?? slugify(title);
  if (named.length <= maxLength && slugPattern.test(named) && !deviceName.test(named)) return named;
  return withHash(makeWords(slug || title, id), id, shortHash);
}

function makeWords(name: string, id: string): string {
  return slugify(name).slice(0, maxLength) || digest(id, shortHash);
}

function withHash(slug: string, id: string, length: number): string {
  return `${slug.slice(0, maxLength + shortHash - length).replace(/-+$/, '')}-${digest(id, length)}`;
}
