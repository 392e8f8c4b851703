interface Placed {
  id: string;
  slug: string;
}

/**
 * Where old addresses of a collection lead, by old slug. A changed slug leaves one; each leads
 * straight to where its entry is now; a live entry's own address is never redirected, and what
 * was withdrawn takes its old addresses along.
 * @param prior what the last sync left
 */
export function nextRedirects(
  prior: Readonly<Record<string, string>>,
  before: Iterable<Placed>,
  after: readonly Placed[],
): Record<string, string> {
  const previous = [...before];
  const idBySlug = new Map(previous.map(({ id, slug }) => [slug, id]));
  const slugById = new Map(after.map(({ id, slug }) => [id, slug]));
  const live = new Set(slugById.values());
  // Where nobody knows any more what stood somewhere, it is what stands there now.
  const idNowAt = new Map(after.map(({ id, slug }) => [slug, id]));
  const idAt = (slug: string) => idBySlug.get(slug) ?? idNowAt.get(slug);
  const origins = [
    ...Object.entries(prior).map(([from, to]) => [from, idAt(to)] as const),
    ...previous.map(({ id, slug }) => [slug, id] as const),
  ];
  const redirects = origins.flatMap(([from, id]) => {
    const to = id === undefined ? undefined : slugById.get(id);
    return to === undefined || live.has(from) ? [] : [[from, to] as const];
  });
  return Object.fromEntries(redirects.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
