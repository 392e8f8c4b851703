import pLimit from 'p-limit';

/** Takes an upload in; undefined where too many others wait already. */
export type Uploads = <T>(work: () => Promise<T>) => Promise<T | undefined>;

/**
 * Lets so many uploads be in memory at once. Others wait with their bodies unread, which costs
 * nothing but their connections.
 */
export function createUploads(atOnce: number, maxWaiting: number): Uploads {
  const limit = pLimit(atOnce);
  return async (work) => (limit.pendingCount < maxWaiting ? limit(work) : undefined);
}
