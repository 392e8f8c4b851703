/**
 * Shares one result among several documents: the first call makes it, the last one releases it.
 * @param uses number of callers, each of which calls once
 */
export function shared<T>(make: () => Promise<T>, uses: number): () => Promise<T> {
  let made: Promise<T> | undefined;
  let left = uses;
  return () => {
    const result = made ?? make();
    left -= 1;
    if (left <= 0) left = uses;
    made = left === uses ? undefined : result;
    return result;
  };
}
