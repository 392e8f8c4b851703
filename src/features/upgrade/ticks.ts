/** The changes that a reader has ticked, stored in the browser. */
export type Ticks = ReturnType<typeof ticksOf>;

/** Ticks for a list of versions. A ticked change stays ticked in all plans of the list. */
export function ticksOf(list: string) {
  const name = `upgrade-${list}`;
  const keys = new Set(read(name));
  return {
    has: (key: string) => keys.has(key),
    set: (key: string, isTicked: boolean) => {
      if (isTicked) keys.add(key);
      else keys.delete(key);
      write(name, [...keys]);
    },
  };
}

function read(name: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

function write(name: string, keys: readonly string[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(keys));
  } catch {
    // If the browser refuses to store data, ticks are lost when the reader leaves the page.
  }
}
