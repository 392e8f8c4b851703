/** Passes on only notes that the previous run did not have: runs are many. */
export function tellNew(
  tell: (notes: readonly string[]) => void,
): (notes: readonly string[]) => void {
  let before = new Set<string>();
  return (notes) => {
    const fresh = notes.filter((note) => !before.has(note));
    before = new Set(notes);
    if (fresh.length > 0) tell(fresh);
  };
}
