/** Tells of the titles among some that were not among those of the time before: runs are many. */
export function tellNew(
  tell: (titles: readonly string[]) => void,
): (titles: readonly string[]) => void {
  let before = new Set<string>();
  return (titles) => {
    const fresh = titles.filter((title) => !before.has(title));
    before = new Set(titles);
    if (fresh.length > 0) tell(fresh);
  };
}
