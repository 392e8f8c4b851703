/** Maximum plausible change in the number of pages, as a share of the pages. */
const tolerance = 0.2;
/**
 * A change by this number of pages is always accepted: a small site may gain or lose a few archive
 * pages at once.
 */
const alwaysTolerated = 20;

export interface Counts {
  pages: number;
  entries: number;
}

/**
 * Says why the number of pages is implausible; undefined if it is plausible. The expected number is
 * that of the last generation, or that number adjusted to the current number of entries. It may
 * differ by 20 % or 20 pages, whichever is more.
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
  return `it has ${now.pages} pages and ${now.entries} entries, but the live site has ${last.pages} pages and ${last.entries} entries`;
}
