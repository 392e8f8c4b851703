import type { FilterKind } from '../../model/content/filter-kinds.ts';

// Also runs in browsers, so it imports only types.

/** Kinds of archives whose feeds have a place of their own on the page about subscribing. */
export const partKinds = ['project', 'label', 'type'] as const satisfies FilterKind[];
export type PartKind = (typeof partKinds)[number];

/** The place of all feeds of a project, label or type on the page about subscribing. */
export function placeOf(kind: PartKind, slug: string): string {
  return `${kind}-${slug}`;
}
