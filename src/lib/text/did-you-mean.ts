/** A hint such as `. Did you mean "accent"?` for unknown names; empty if no known name is similar. */
export function didYouMean(names: readonly string[], known: readonly string[]): string {
  const similar = known.filter((one) => names.some((name) => isSimilar(name, one)));
  return similar.length > 0 ? `. Did you mean "${similar.join('" and "')}"?` : '';
}

/** Whether names differ in case, or by one added, missing, other or swapped character. */
function isSimilar(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (x.length <= 1 && y.length <= 1) || (x.length === 2 && x === `${y[1]}${y[0]}`);
}
