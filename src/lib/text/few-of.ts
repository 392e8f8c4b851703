/**
 * The first few of many texts, with how many there are besides.
 * @param most more of them say no more; a hostile list has a hundred thousand
 */
export function fewOf(all: readonly string[], most = 5): string[] {
  const named = all.slice(0, most);
  return all.length > named.length ? [...named, `and ${all.length - named.length} more`] : named;
}
