const prefix = 'waymark-news ';

/** Release time of the release that was newest when the reader last opened the list. */
export function readOpened(key: string): string | undefined {
  try {
    return localStorage.getItem(prefix + key) ?? undefined;
  } catch {
    // If the browser refuses access to its storage, every visit counts as a first visit, so nothing
    // is unread.
    return undefined;
  }
}

/**
 * @param time release time of the newest release; defaults to 1970, so that all later releases
 * count as new
 */
export function rememberOpened(key: string, time = '1970-01-01T00:00:00.000Z'): void {
  try {
    localStorage.setItem(prefix + key, time);
  } catch {
    // If nothing can be stored, the next visit counts as a first visit again.
  }
}
