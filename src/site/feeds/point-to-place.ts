import { partKinds, placeOf } from './part-place.ts';

/**
 * Makes the page's links to the page about subscribing lead to the feeds of the project, label or
 * type that a reader chose, or else to those of the page itself.
 * @param chosen slugs by kind. With several slugs of a kind, the kind does not count
 */
export function pointToPlace(chosen: Readonly<Record<string, readonly string[]>>): void {
  const [place] = partKinds.flatMap((kind) => {
    const [slug, other] = chosen[kind] ?? [];
    return slug !== undefined && other === undefined ? placeOf(kind, slug) : [];
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-place]'))
    link.hash = place ?? link.dataset.place ?? '';
}
