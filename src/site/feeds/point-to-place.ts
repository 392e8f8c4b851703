import { partKinds, placeOf } from './part-place.ts';

/**
 * Makes the page's links to feeds, and to the page about subscribing, lead to the feeds of the
 * project, label or type that a reader chose, or else to those of the page itself.
 * @param chosen slugs by kind. With several slugs of a kind, the kind does not count
 */
export function pointToPlace(chosen: Readonly<Record<string, readonly string[]>>): void {
  const [part] = partKinds.flatMap((kind) => {
    const [slug, other] = chosen[kind] ?? [];
    return slug !== undefined && other === undefined ? { kind, slug } : [];
  });
  const place = part && placeOf(part.kind, part.slug);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-place]'))
    link.hash = place ?? link.dataset.place ?? '';
  const folder = part ? `${part.kind}s/${part.slug}/` : '';
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.subscribe .choices a')) {
    link.dataset.path ??= link.pathname;
    const { path } = link.dataset;
    // Not every part has a feed with pre-releases, but its place lists the feeds that it has.
    link.hidden = part !== undefined && /\/all\/[^/]+$/.test(path);
    link.pathname = path.replace(/[^/]+$/, `${folder}$&`);
  }
}
