const prefix = 'waymark-news ';

/** When the newest release of a list was released that its reader has had open. */
export function openedWhen(key: string): string | undefined {
  try {
    return localStorage.getItem(prefix + key) ?? undefined;
  } catch {
    // Without storage nothing is ever unread, rather than everything always.
    return undefined;
  }
}

/** @param time of a list with nothing in it: none, and so everything that comes is new */
export function rememberOpened(key: string, time = '1970-01-01T00:00:00.000Z'): void {
  try {
    localStorage.setItem(prefix + key, time);
  } catch {
    // As above.
  }
}
