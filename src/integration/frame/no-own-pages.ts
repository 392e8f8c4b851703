import type { OwnPage } from '../../site/head/own-pages.ts';

/** In another site, its pages are the maintainer's own. */
export function ownPages(): OwnPage[] {
  return [];
}
