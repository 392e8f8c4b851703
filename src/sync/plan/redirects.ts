interface Addressed {
  id: string;
  slug: string;
}

/**
 * Plans the redirects of a collection, from old to current slugs. Each redirect leads directly to
 * the current slug. A slug that an entry has now is never redirected, and redirects to removed
 * entries are dropped.
 * @param prior redirects after the last sync
 */
export function planRedirects(
  prior: Readonly<Record<string, string>>,
  before: readonly Addressed[],
  after: readonly Addressed[],
): Record<string, string> {
  const idBySlug = new Map(before.map(({ id, slug }) => [slug, id]));
  const slugById = new Map(after.map(({ id, slug }) => [id, slug]));
  const live = new Set(slugById.values());
  // If the state does not show which entry had a slug, a redirect to it belongs to the entry that
  // has it now.
  const idNowAt = new Map(after.map(({ id, slug }) => [slug, id]));
  const idAt = (slug: string) => idBySlug.get(slug) ?? idNowAt.get(slug);
  const origins = [
    ...Object.entries(prior).map(([from, to]) => [from, idAt(to)] as const),
    ...before.map(({ id, slug }) => [slug, id] as const),
  ];
  const redirects = origins.flatMap(([from, id]) => {
    const to = id === undefined ? undefined : slugById.get(id);
    return to === undefined || live.has(from) ? [] : [[from, to] as const];
  });
  return Object.fromEntries(redirects.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
