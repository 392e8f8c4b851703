import pLimit from 'p-limit';

/**
 * Processes items concurrently. After a failure, no further item is started, and the error is
 * thrown only once all started items have ended, so that none of them disturbs the next attempt.
 * @param most maximum number of items that are processed at once
 */
export async function forAll<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit({ concurrency: most, rejectOnClear: true });
  const task = (item: T) =>
    work(item).catch((error: unknown) => {
      limit.clearQueue();
      throw error;
    });
  const results = await Promise.allSettled(items.map((item) => limit(task, item)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
