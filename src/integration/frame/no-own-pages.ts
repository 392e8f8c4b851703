/** In the place of `src/pages/_own-pages.ts`: a site that has a changelog put into it has its own. */
export function ownPages(): never[] {
  return [];
}
