/**
 * Keeps what `make` gives for as long as the database is the same, and makes it anew after any
 * write, of this process or of another one.
 * @param version another text after every write
 */
export function freshAfterWrites<T>(
  version: () => string,
  make: () => Promise<T>,
): () => T | Promise<T> {
  let kept: { version: string; value: T } | undefined;
  return () => {
    // Asked before: what is made may be newer than that, and never older.
    const current = version();
    if (kept?.version === current) return kept.value;
    return make().then((value) => {
      kept = { version: current, value };
      return value;
    });
  };
}
