const prefix = 'waymark-news ';

/** Release time of the newest release when the reader last opened the list. */
export function readOpened(key: string): string | undefined {
  try {
    return localStorage.getItem(prefix + key) ?? undefined;
  } catch {
    // Without storage, every visit is a first visit, so nothing is unread.
    return undefined;
  }
}

/** @param time defaults to the epoch, for an empty list, so that all later releases count as new */
export function rememberOpened(key: string, time = '1970-01-01T00:00:00.000Z'): void {
  try {
    localStorage.setItem(prefix + key, time);
  } catch {
    // Without storage, every visit is a first visit.
  }
}
