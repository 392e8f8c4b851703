/** How much a site may grow or shrink without its content saying so. */
const tolerance = 0.2;
/** A small site may gain or lose a few archives at once. */
const alwaysTolerated = 20;

export interface Counts {
  pages: number;
  entries: number;
}

/**
 * Why a number of pages is not to be believed, or undefined: it is within 20 % of the last
 * generation's, or of what that becomes when its entries are as many as the content has now.
 */
export function pageCountProblem(now: Counts, last: Counts): string | undefined {
  const likely = [
    last.pages,
    last.pages + now.entries - last.entries,
    last.entries === 0 ? last.pages : (last.pages * now.entries) / last.entries,
  ];
  const [least, most] = [Math.min(...likely), Math.max(...likely)];
  const low = Math.min(least * (1 - tolerance), least - alwaysTolerated);
  const high = Math.max(most * (1 + tolerance), most + alwaysTolerated);
  if (now.pages >= low && now.pages <= high) return undefined;
  return `it has ${now.pages} pages after ${last.pages}, with ${now.entries} entries after ${last.entries}`;
}
