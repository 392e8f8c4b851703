/**
 * What several documents are made of, made once: by the first that asks. It is held for as long as
 * others may still ask.
 * @param uses how many ask, each once
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
