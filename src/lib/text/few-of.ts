/** More of them say no more; a hostile list has a hundred thousand. */
const mostNamed = 5;

/** The first few of many texts, with how many there are besides. */
export function fewOf(all: readonly string[]): string[] {
  const named = all.slice(0, mostNamed);
  return all.length > named.length ? [...named, `and ${all.length - named.length} more`] : named;
}
