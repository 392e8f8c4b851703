/**
 * Runs slow work and returns its result; undefined if it was abandoned to make room for other work.
 */
export type ReadingLimit = <T>(work: () => Promise<T>) => Promise<T | undefined>;

/**
 * Limits concurrent work. Beyond the maximum, the oldest work is abandoned. The oldest work is most
 * likely waiting for a slow client.
 */
export function createReadingLimit(max: number): ReadingLimit {
  const underway = new Set<() => void>();
  return async (work) => {
    const { promise: givenUp, resolve } = Promise.withResolvers<undefined>();
    const giveUp = () => resolve(undefined);
    if (underway.size >= max) {
      const [oldest = giveUp] = underway;
      underway.delete(oldest);
      oldest();
    }
    underway.add(giveUp);
    try {
      return await Promise.race([work(), givenUp]);
    } finally {
      underway.delete(giveUp);
    }
  };
}
