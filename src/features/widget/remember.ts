const prefix = 'waymark-news ';

/** Time of the newest release when the list was last open. */
export function readOpened(key: string): string | undefined {
  try {
    return localStorage.getItem(prefix + key) ?? undefined;
  } catch {
    // Without storage, nothing is ever unread.
    return undefined;
  }
}

/** @param time defaults to the epoch for an empty list, so that all later releases are new */
export function rememberOpened(key: string, time = '1970-01-01T00:00:00.000Z'): void {
  try {
    localStorage.setItem(prefix + key, time);
  } catch {
    // See above.
  }
}
